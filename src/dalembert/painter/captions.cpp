#include <dalembert/base/characters.h>
#include <dalembert/painter/captions.h>
#include <dalembert/typesetting/svg_label.h>
#include <dalembert/typesetting/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace painter {

namespace {

/// True for what a formula would write: one name, or signs between names. Words that say what a thing is are none.
bool is_formula(std::string_view name) {
  if (const std::size_t comma = name.find(", "); comma != std::string_view::npos)
    return is_formula(name.substr(0, comma)) && is_formula(name.substr(comma + 2));
  if (name.find(' ') != std::string_view::npos) return name.find_first_of("*^=()") != std::string_view::npos;
  const std::size_t letters = std::min(name.find_first_of("_'.[0123456789+-*/^()"), name.size());
  const std::string_view head = name.substr(0, letters);
  constexpr std::size_t longest = 2; // letters of a symbol that is no Greek letter
  const bool has_index = letters > 0 && letters < name.size() && (name[letters] == '_' || name[letters] == '[');
  if (has_index) return true; // motor_R: the word with its index below
  const std::string_view first = head.substr(0, head.size() - std::min<std::size_t>(head.size(), 1));
  return head.size() <= longest || !greek(head).empty() || !greek(first).empty();
}

} // namespace

std::string name_markup(std::string_view name) {
  return is_formula(name) ? svg_label(name) : xml_escaped(name);
}

double name_width(std::string_view name) {
  return is_formula(name) ? label_width(name) : text_width(name);
}

std::string three_digits(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value == 0.0 ? "0" : "?";
  const std::string scientific = fmt::format("{:.2e}", value);
  const std::size_t e = scientific.find('e');
  const int power = std::stoi(scientific.substr(e + 1));
  constexpr int least = -3;
  constexpr int most = 4;
  const bool is_plain = power >= least && power <= most;
  std::string out =
      is_plain ? fmt::format("{:.{}f}", std::stod(scientific), std::max(0, 2 - power)) : scientific.substr(0, e);
  if (out.find('.') != std::string::npos) {
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
  }
  if (out.front() == '-') out = "\u2212" + out.substr(1);
  return is_plain ? out : fmt::format("{}\u00B710{}", out, superscript(std::to_string(power)));
}

std::string value_text(double value, std::string_view unit) {
  const bool has_unit = !unit.empty() && unit != "1";
  return three_digits(value) + (has_unit ? "\u00A0" + svg_unit(unit) : std::string());
}

double text_width(std::string_view text) {
  constexpr double average = 0.56; // of the characters of a sans-serif face
  return average * static_cast<double>(std::count_if(text.begin(), text.end(), [](char c) {
           return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
         }));
}

double round_below(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {5.0, 2.0})
    if (step * power <= value * (1.0 + 1e-9)) return step * power;
  return power;
}

} // namespace painter
} // namespace dalembert
