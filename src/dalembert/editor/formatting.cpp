#include <dalembert/editor/features.h>
#include <dalembert/language/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace editor {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

/// Lines [begin, end) of the old text become lines [made_begin, made_end) of the new one.
struct Hunk {
  std::size_t begin;
  std::size_t end;
  std::size_t made_begin;
  std::size_t made_end;
};

/// The fewest lines that differ, by the longest common sequence of lines; in one piece where the texts are long.
std::vector<Hunk> differences(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after) {
  std::size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head])
    ++head;
  std::size_t tail = 0;
  while (tail < before.size() - head && tail < after.size() - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const std::size_t n = before.size() - head - tail;
  const std::size_t m = after.size() - head - tail;
  if (n == 0 && m == 0) return {};
  constexpr std::size_t largest_table = 4'000'000; // entries
  if (n * m > largest_table) return {{head, head + n, head, head + m}};
  std::vector<std::uint32_t> longest((n + 1) * (m + 1), 0);
  const auto at = [&longest, m](std::size_t i, std::size_t k) -> std::uint32_t& { return longest[i * (m + 1) + k]; };
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = m; k-- > 0;)
      at(i, k) = before[head + i] == after[head + k] ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
  std::vector<Hunk> out;
  for (std::size_t i = 0, k = 0; i < n || k < m;) {
    if (i < n && k < m && before[head + i] == after[head + k]) {
      ++i;
      ++k;
      continue;
    }
    Hunk hunk{head + i, head + i, head + k, head + k};
    while ((i < n || k < m) && !(i < n && k < m && before[head + i] == after[head + k])) {
      if (k == m || (i < n && at(i + 1, k) >= at(i, k + 1)))
        ++i;
      else
        ++k;
    }
    hunk.end = head + i;
    hunk.made_end = head + k;
    out.push_back(hunk);
  }
  return out;
}

ProtocolJson edits(const ModelText& text, std::size_t first_line, std::size_t last_line) {
  ProtocolJson out = ProtocolJson::array();
  if (has_errors(text.syntax()) || !text.is_read()) return out;
  const std::string laid_out = ast::format(text.sources(), text.tree());
  const std::vector<std::string_view> before = lines_of(text.text());
  const std::vector<std::string_view> after = lines_of(laid_out);
  for (const Hunk& hunk : differences(before, after)) {
    if (hunk.begin > last_line || std::max(hunk.end, hunk.begin + 1) <= first_line) continue;
    std::string made;
    for (std::size_t k = hunk.made_begin; k < hunk.made_end; ++k)
      made += after[k];
    const auto offset = [&](std::size_t line) {
      return line < before.size() ? static_cast<std::size_t>(before[line].data() - text.text().data())
                                  : text.text().size();
    };
    out.push_back({{"range",
                    {{"start", place_object(text.places().place(offset(hunk.begin)))},
                     {"end", place_object(text.places().place(offset(hunk.end)))}}},
                   {"newText", made}});
  }
  return out;
}

} // namespace

ProtocolJson formatting(const ModelText& text) {
  return edits(text, 0, text.text().size());
}

ProtocolJson range_formatting(const ModelText& text, const TextRange& range) {
  const bool ends_before = range.end.character == 0 && range.end.line > range.begin.line;
  return edits(text, range.begin.line, ends_before ? range.end.line - 1 : range.end.line);
}

} // namespace editor
} // namespace dalembert
