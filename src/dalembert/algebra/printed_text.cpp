#include <dalembert/algebra/printed_text.h>
#include <dalembert/base/characters.h>

#include <algorithm>

namespace dalembert {

namespace {

/// Where the name that begins at `at` ends: letters, digits, dots, an index, primes.
std::size_t end_of_name(std::string_view text, std::size_t at) {
  while (at < text.size() && (continues_name(text[at]) || text[at] == '.'))
    ++at;
  if (at < text.size() && text[at] == '[') at = std::min(text.find(']', at), text.size() - 1) + 1;
  while (at < text.size() && text[at] == '\'')
    ++at;
  return at;
}

} // namespace

int node_count(std::string_view text) {
  int count = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (starts_name(c)) {
      at = end_of_name(text, at);
      ++count;
    } else if (is_digit(c)) {
      while (at < text.size() && (is_digit(text[at]) || text[at] == '.'))
        ++at;
      ++count;
    } else {
      count += std::string_view("+-*/^=").find(c) != std::string_view::npos ? 1 : 0;
      ++at;
    }
  }
  return count;
}

bool holds_name(std::string_view text, std::string_view name) {
  for (std::size_t at = 0; at < text.size();) {
    if (!starts_name(text[at])) {
      ++at;
      continue;
    }
    const std::size_t end = end_of_name(text, at);
    std::string_view found = text.substr(at, end - at);
    while (!found.empty() && found.back() == '\'')
      found.remove_suffix(1);
    if (found == name) return true;
    at = end;
  }
  return false;
}

bool is_single(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t end = end_of_name(text, 0);
  if (open == std::string_view::npos) return end == text.size() || std::ranges::all_of(text, is_digit);
  if (open != end && open != 0) return false;
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) return at + 1 == text.size();
  }
  return false;
}

} // namespace dalembert
