#include <dalembert/algebra/printed_text.h>

#include <algorithm>
#include <string_view>

namespace dalembert {
inline namespace algebra {

int node_count(const Formula& formula) {
  int count = 0;
  for_each_part(formula, [&count](const Formula& part) {
    switch (part.kind) {
    case Formula::Kind::number:
    case Formula::Kind::name:
    case Formula::Kind::power:
    case Formula::Kind::call:
    case Formula::Kind::big_sum:
      ++count;
      break;
    case Formula::Kind::sign:
    case Formula::Kind::prefix:
      count += static_cast<int>(std::ranges::count_if(
          part.text, [](char c) { return std::string_view("+-*/^=").find(c) != std::string_view::npos; }));
      break;
    default:
      break;
    }
  });
  return count;
}

std::set<std::string> names_in(const Formula& formula) {
  std::set<std::string> out;
  for_each_part(formula, [&out](const Formula& part) {
    if (part.is(Formula::Kind::name) || part.is(Formula::Kind::call))
      out.insert(part.text.substr(0, part.text.find_last_not_of('\'') + 1));
  });
  return out;
}

bool is_single(const Formula& formula) {
  switch (formula.kind) {
  case Formula::Kind::number:
  case Formula::Kind::name:
  case Formula::Kind::call:
  case Formula::Kind::fenced:
  case Formula::Kind::big_sum:
    return true;
  default:
    return false;
  }
}

} // namespace algebra
} // namespace dalembert
