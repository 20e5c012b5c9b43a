#include <dalembert/base/characters.h>
#include <dalembert/families/index_pattern.h>
#include <dalembert/typesetting/formula_reader.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace families {

namespace {

constexpr std::array<int, 5> shifts{0, 1, -1, 2, -2};

bool has_all(const std::vector<IndexSample>& samples, std::optional<int> IndexSample::*part) {
  return std::ranges::all_of(samples, [part](const IndexSample& s) { return (s.*part).has_value(); });
}

/// The shift between the values and `part`, where it is the same everywhere and small.
std::optional<int> common_shift(const std::vector<IndexSample>& samples, std::optional<int> IndexSample::*part) {
  const int shift = samples.front().value - (samples.front().*part).value();
  const bool is_common = std::ranges::all_of(
      samples, [part, shift](const IndexSample& s) { return s.value - (s.*part).value() == shift; });
  if (!is_common || std::ranges::find(shifts, shift) == shifts.end()) return std::nullopt;
  return shift;
}

/// `max(i,j+1)` or `min(…)`.
std::optional<std::string> extreme_text(const IndexNames& names, const std::vector<IndexSample>& samples) {
  for (const bool is_largest : {true, false})
    for (const int d : shifts)
      for (const int e : shifts) {
        const bool fits = std::ranges::all_of(samples, [&](const IndexSample& s) {
          const int a = s.own.value() + d;
          const int b = s.bound.value() + e;
          return s.value == (is_largest ? std::max(a, b) : std::min(a, b));
        });
        if (fits)
          return std::string(is_largest ? "max(" : "min(") + shifted(names.own, d) + "," + shifted(names.bound, e) +
                 ")";
      }
  return std::nullopt;
}

} // namespace

std::string IndexNames::all_own() const {
  std::string out = own;
  for (const std::string& name : further)
    out += "," + name;
  return out;
}

IndexPattern index_pattern(std::string_view text) {
  IndexPattern out;
  bool is_inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    is_inside = text[at] == '[' || (is_inside && text[at] != ']');
    if (!is_inside || !is_digit(text[at])) {
      out.text += text[at];
      continue;
    }
    int value = 0;
    for (; at < text.size() && is_digit(text[at]) && value < 100'000'000; ++at)
      value = 10 * value + (text[at] - '0');
    --at;
    out.indices.push_back(value);
    out.text += '#';
  }
  return out;
}

std::vector<std::string> indexed_names(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
    std::size_t begin = open;
    while (begin > 0 && (continues_name(text[begin - 1]) || text[begin - 1] == '.'))
      --begin;
    std::size_t end = text.find(']', open);
    if (begin == open || end == std::string_view::npos) continue;
    ++end;
    while (end < text.size() && text[end] == '\'')
      ++end;
    out.emplace_back(text.substr(begin, end - begin));
  }
  return out;
}

std::vector<std::string> indexed_names(const Formula& formula) {
  std::vector<std::string> out;
  for_each_part(formula, [&out](const Formula& part) {
    const bool has_name = part.is(Formula::Kind::name) || part.is(Formula::Kind::call);
    if (has_name && part.text.find('[') != std::string::npos) out.push_back(part.text);
  });
  return out;
}

bool mentions_index(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || (!continues_name(text[at - 1]) && text[at - 1] != '.');
    if (begins && (end == text.size() || (!continues_name(text[end]) && text[end] != '\''))) return true;
  }
  return false;
}

std::string filled(std::string_view pattern, const std::vector<std::string>& indices) {
  std::string out;
  std::size_t next = 0;
  for (const char c : pattern) {
    if (c == '#' && next < indices.size())
      out += indices[next++];
    else
      out += c;
  }
  return out;
}

Formula IndexRange::formula() const {
  return range_formula(name_formula(name), read_formula(low), read_formula(high));
}

std::string share_of(const std::string& count) {
  return "(1/" + count + ")";
}

std::string shifted(const std::string& name, int by) {
  if (by == 0) return name;
  return name + (by > 0 ? "+" : "-") + std::to_string(std::abs(by));
}

std::string constant_index(const IndexNames& names, int value) {
  return 2 * value <= names.size ? std::to_string(value) : shifted(names.count, value - names.size);
}

std::optional<std::string> index_text(const IndexNames& names, const std::vector<IndexSample>& samples) {
  if (samples.empty()) return std::nullopt;
  const int first = samples.front().value;
  if (std::ranges::all_of(samples, [first](const IndexSample& s) { return s.value == first; }))
    return constant_index(names, first);
  const bool has_own = has_all(samples, &IndexSample::own);
  const bool has_bound = has_all(samples, &IndexSample::bound);
  if (has_own)
    if (const auto shift = common_shift(samples, &IndexSample::own)) return shifted(names.own, *shift);
  if (has_bound)
    if (const auto shift = common_shift(samples, &IndexSample::bound)) return shifted(names.bound, *shift);
  return has_own && has_bound ? extreme_text(names, samples) : std::nullopt;
}

} // namespace families
} // namespace dalembert
