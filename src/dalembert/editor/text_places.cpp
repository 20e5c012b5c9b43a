#include <dalembert/editor/text_places.h>
#include <dalembert/language/characters.h>

#include <algorithm>

namespace dalembert {
inline namespace editor {

namespace {

constexpr char32_t first_of_two_units = 0x10000; // from here on UTF-16 needs a pair
constexpr std::size_t stretch = 256;             // bytes from one milestone to the next

std::uint32_t units(const ast::CodePoint& c, Encoding encoding) {
  if (encoding == Encoding::utf8) return static_cast<std::uint32_t>(c.length);
  return c.value >= first_of_two_units ? 2 : 1;
}

} // namespace

TextPlaces::TextPlaces(std::string_view text, Encoding encoding) : text_(text), encoding_(encoding), starts_{0} {
  std::uint32_t counted = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (milestones_.size() * stretch <= i) milestones_.push_back({static_cast<std::uint32_t>(i), counted});
    const ast::CodePoint c = ast::decode(text, i);
    counted += units(c, encoding);
    i += c.length;
    const bool is_end = text[i - 1] == '\n' || (text[i - 1] == '\r' && (i == text.size() || text[i] != '\n'));
    if (is_end) starts_.push_back(static_cast<std::uint32_t>(i));
  }
}

std::uint32_t TextPlaces::units_before(std::size_t offset) const {
  if (milestones_.empty()) return 0;
  const auto after = std::ranges::upper_bound(milestones_, offset, {}, &Milestone::offset);
  const Milestone& from = *(after - 1);
  std::uint32_t out = from.units;
  for (std::size_t at = from.offset; at < offset;) {
    const ast::CodePoint c = ast::decode(text_, at);
    out += units(c, encoding_);
    at += c.length;
  }
  return out;
}

std::uint32_t TextPlaces::line_start(std::size_t line) const {
  return line < starts_.size() ? starts_[line] : static_cast<std::uint32_t>(text_.size());
}

std::string_view TextPlaces::line(std::size_t line) const {
  if (line >= starts_.size()) return {};
  std::string_view out = text_.substr(starts_[line], line_start(line + 1) - starts_[line]);
  while (!out.empty() && (out.back() == '\n' || out.back() == '\r'))
    out.remove_suffix(1);
  return out;
}

TextPlace TextPlaces::place(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return {static_cast<std::uint32_t>(after - starts_.begin() - 1), units_before(offset) - units_before(*(after - 1))};
}

std::uint32_t TextPlaces::offset(TextPlace place) const {
  const std::uint32_t start = line_start(place.line);
  const std::size_t end = start + line(place.line).size();
  if (start == end) return start;
  const std::uint64_t wanted = std::uint64_t{units_before(start)} + place.character;
  const auto after = std::ranges::upper_bound(milestones_, wanted, {}, &Milestone::units);
  Milestone at = *(after - 1);
  if (at.offset < start) at = {start, units_before(start)};
  while (at.offset < end) {
    const ast::CodePoint c = ast::decode(text_, at.offset);
    if (std::uint64_t{at.units} + units(c, encoding_) > wanted) break;
    at = {at.offset + static_cast<std::uint32_t>(c.length), at.units + units(c, encoding_)};
  }
  return std::min(at.offset, static_cast<std::uint32_t>(end));
}

} // namespace editor
} // namespace dalembert
