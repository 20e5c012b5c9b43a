#include <dalembert/base/source.h>

#include <algorithm>

namespace dalembert {
inline namespace base {

namespace {

constexpr std::string_view byte_order_mark = "\uFEFF"; // editors do not count it as a column

/// Counts the code points in `text` (continuation bytes of UTF-8 do not count).
int code_points(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

SourceSpan join(const SourceSpan& a, const SourceSpan& b) {
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

std::uint32_t SourceMap::add(std::string name, std::string text) {
  File file{std::move(name), std::move(text), {0}};
  for (std::size_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n') file.line_starts.push_back(static_cast<std::uint32_t>(i + 1));
  files_.push_back(std::move(file));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

std::string_view SourceMap::text(const SourceSpan& span) const {
  const std::string_view all = files_.at(span.file).text;
  const std::size_t begin = std::min<std::size_t>(span.begin, all.size());
  const std::size_t end = std::min<std::size_t>(span.end, all.size());
  return all.substr(begin, end > begin ? end - begin : 0);
}

SourcePosition SourceMap::position(const SourceSpan& span) const {
  const File& file = files_.at(span.file);
  const auto place = [&file](std::uint32_t offset) {
    const auto after = std::upper_bound(file.line_starts.begin(), file.line_starts.end(), offset);
    const std::uint32_t start = *(after - 1);
    const auto length = std::min<std::size_t>(offset, file.text.size()) - start;
    std::string_view before = std::string_view(file.text).substr(start, length);
    if (start == 0 && before.starts_with(byte_order_mark)) before.remove_prefix(byte_order_mark.size());
    return std::pair{static_cast<int>(after - file.line_starts.begin()), code_points(before) + 1};
  };
  const auto [line, column] = place(span.begin);
  const auto [end_line, end_column] = place(std::max(span.begin, span.end));
  return {line, column, end_line, end_column};
}

std::string_view SourceMap::line(std::uint32_t file, int line) const {
  const File& f = files_.at(file);
  if (line < 1 || static_cast<std::size_t>(line) > f.line_starts.size()) return {};
  const std::uint32_t begin = f.line_starts[static_cast<std::size_t>(line) - 1];
  std::string_view rest = std::string_view(f.text).substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

} // namespace base
} // namespace dalembert
