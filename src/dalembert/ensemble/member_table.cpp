#include <dalembert/ensemble/member_table.h>
#include <dalembert/report/csv.h>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace ensemble {

namespace {

constexpr std::array<MemberEnd, 4> all_ends{MemberEnd::completed, MemberEnd::stopped, MemberEnd::failed,
                                            MemberEnd::refused};

std::string number_field(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

/// Cuts the next field off a line, with the comma behind it; quotes are taken away.
std::string take_field(std::string_view& line) {
  std::string out;
  if (!line.starts_with('"')) {
    const std::size_t end = std::min(line.find(','), line.size());
    out = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return out;
  }
  line.remove_prefix(1);
  while (!line.empty()) {
    const char c = line.front();
    line.remove_prefix(1);
    if (c == '"') {
      if (!line.starts_with('"')) break;
      line.remove_prefix(1);
    }
    out += c;
  }
  if (line.starts_with(',')) line.remove_prefix(1);
  return out;
}

std::optional<double> number_of(const std::string& field) {
  if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
  double out = 0.0;
  const char* const end = field.data() + field.size();
  const auto [read, error] = std::from_chars(field.data(), end, out);
  if (error != std::errc() || read != end) return std::nullopt;
  return out;
}

} // namespace

std::string MemberTable::heading() const {
  std::string out = "member";
  for (const SweepAxis& axis : plan_.axes)
    out += "," + csv_heading("given " + axis.varied.name, axis.varied.measure.unit());
  out += ",end,certified,failed checks";
  for (const MemberColumn& column : columns_)
    out += "," + csv_heading(column.name, column.unit);
  return out + ",reason\n";
}

std::string MemberTable::row(std::size_t member, const MemberResult& result) const {
  std::string out = fmt::format("{}", member);
  for (const double value : plan_.values(member))
    out += "," + number_field(value);
  out += fmt::format(",{},{},{}", end_word(result.end), result.is_certified ? 1 : 0, result.failed_checks);
  for (const double value : result.values)
    out += "," + number_field(value);
  return out + "," + csv_field(result.reason) + "\n";
}

std::optional<MemberResult> MemberTable::parsed(std::size_t member, std::string_view line) const {
  if (take_field(line) != fmt::format("{}", member)) return std::nullopt;
  for (const double value : plan_.values(member))
    if (take_field(line) != number_field(value)) return std::nullopt;
  MemberResult out;
  const std::string end = take_field(line);
  bool is_known = false;
  for (const MemberEnd known : all_ends)
    if (end_word(known) == end) {
      out.end = known;
      is_known = true;
    }
  const std::string certified = take_field(line);
  const std::optional<double> checks = number_of(take_field(line));
  if (!is_known || (certified != "0" && certified != "1") || !checks || !(*checks >= 0.0)) return std::nullopt;
  out.is_certified = certified == "1";
  out.failed_checks = static_cast<std::size_t>(*checks);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::optional<double> value = number_of(take_field(line));
    if (!value) return std::nullopt;
    out.values.push_back(*value);
  }
  out.reason = take_field(line);
  if (!line.empty()) return std::nullopt;
  return out;
}

std::optional<std::size_t> MemberTable::read(std::istream& file, const Take& take, std::size_t most) const {
  const auto next_line = [&file](std::string& line) { return std::getline(file, line) && !file.eof(); };
  std::string line;
  if (!next_line(line) || line + "\n" != heading()) return std::nullopt;
  std::size_t bytes = line.size() + 1;
  for (std::size_t member = 0; member < most && next_line(line); ++member) {
    std::optional<MemberResult> result = member < plan_.members() ? parsed(member, line) : std::nullopt;
    if (!result) return std::nullopt;
    take(member, std::move(*result));
    bytes += line.size() + 1;
  }
  return bytes;
}

} // namespace ensemble
} // namespace dalembert
