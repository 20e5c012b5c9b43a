#include <dalembert/base/characters.h>
#include <dalembert/base/shown_text.h>
#include <dalembert/export/c_names.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace exporting {

namespace {

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

/// Letters, digits and single underscores, none at either end.
std::string plain(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_')
    out.pop_back();
  return out;
}

} // namespace

std::string c_prefix(std::string_view model) {
  const std::string name = plain(model);
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool follows_word = i > 0 && (is_lower(name[i - 1]) || is_digit(name[i - 1]));
    const bool begins_word = i > 0 && i + 1 < name.size() && is_upper(name[i - 1]) && is_lower(name[i + 1]);
    if (is_upper(name[i]) && (follows_word || begins_word)) out += '_';
    out += is_upper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  // Every name of the file goes on behind the prefix, so a keyword does no harm; the prefix is a file name as well.
  // Beside it in an FMU there are fmu.c and fmi2.h.
  if (out.empty() || is_digit(out.front()) || out == "fmu" || out == "fmi2") out.insert(0, "model_");
  return out;
}

std::string CNames::made_of(std::string_view name) {
  const std::string first = plain(name);
  std::string out = first;
  for (int k = 2; !taken_.insert(out).second; ++k)
    out = fmt::format("{}_{}", first, k);
  return out;
}

std::string c_comment(std::string_view text) {
  std::string out;
  for (const char c : shown_text(text)) {
    if (c == '/' && !out.empty() && out.back() == '*') out += ' ';
    if (c == '*' && !out.empty() && out.back() == '/') out += ' ';
    if (c == '?' && !out.empty() && out.back() == '?') out += ' '; // no trigraphs
    out += static_cast<unsigned char>(c) < ' ' || c == '\\' ? ' ' : c;
  }
  return out;
}

std::string c_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '?') out += '\\'; // \? keeps ??/ from being a trigraph
    if (static_cast<unsigned char>(c) < ' ')
      out += ' ';
    else
      out += c;
  }
  return out + '"';
}

std::string c_list(const std::vector<std::string>& entries) {
  constexpr std::size_t in_a_line = 6;
  std::string out;
  for (std::size_t i = 0; i < entries.size(); ++i)
    out += (i == 0 ? "" : i % in_a_line == 0 ? ",\n    " : ", ") + entries[i];
  return out;
}

std::string c_indices(std::string_view name, const std::vector<std::size_t>& values) {
  std::vector<std::string> out;
  for (const std::size_t value : values)
    out.push_back(fmt::format("{}", value));
  return fmt::format("static const int {}[] = {{{}}};\n", name, out.empty() ? "0" : c_list(out));
}

std::string with_prefix(std::string_view text, std::string_view prefix) {
  std::string out;
  for (const char c : text)
    if (c == '@')
      out += prefix;
    else
      out += c;
  return out;
}

std::string c_number(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value > 0 ? "INFINITY" : "(-INFINITY)";
  std::string out = fmt::format("{}", value);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return std::signbit(value) ? "(" + out + ")" : out;
}

} // namespace exporting
} // namespace dalembert
