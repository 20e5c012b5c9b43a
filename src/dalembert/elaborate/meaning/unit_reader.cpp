#include <dalembert/base/characters.h>
#include <dalembert/elaborate/meaning/unit_reader.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::array<std::string_view, 7> angle_units{"rad", "mrad", "deg", "°", "rev", "rpm", "krad"};

} // namespace

bool counts_angles(std::string_view unit_text) {
  const std::string_view numerator = unit_text.substr(0, unit_text.find('/'));
  for (std::size_t i = 0; i < numerator.size();) {
    std::size_t end = i;
    while (end < numerator.size() && is_letter(numerator[end]))
      ++end;
    if (std::find(angle_units.begin(), angle_units.end(), numerator.substr(i, end - i)) != angle_units.end())
      return true;
    i = std::max(end, i + 1);
  }
  return false;
}

namespace {

/// What an energy written with newtons counts: a moment `N*m`, a torsional stiffness `N*m/rad`.
int counted_per_angle(const Unit& unit, std::string_view text) {
  if (!(unit.dimension == Dimension::energy())) return 0;
  const std::size_t newton = text.find('N');
  const bool is_newton =
      newton != std::string_view::npos && (newton + 1 == text.size() || !is_letter(text[newton + 1]));
  if (!is_newton) return 0;
  const std::size_t bar = text.find('/');
  return bar != std::string_view::npos && counts_angles(text.substr(bar + 1)) ? 2 : 1;
}

} // namespace

const ReadUnit* UnitReader::read(const ast::UnitText& text) {
  const auto [place, is_new] = read_.emplace(&text, nullptr);
  if (!is_new) return place->second;
  UnitError error;
  const std::optional<Unit> unit = parse_unit(text.text, error);
  if (!unit) {
    const SourceSpan span = ast::unit_span(text, error.begin, error.end);
    const bool is_empty = span.begin == span.end;
    Diagnostic& made = complaints_.error("E0401", is_empty ? text.span : span, "unit: " + error.message);
    if (!error.suggestion.empty()) {
      made.help = fmt::format("did you mean `{}`?", error.suggestion);
      if (!is_empty) made.edit = Edit{span, error.suggestion};
    }
    return nullptr;
  }
  units_.push_back({*unit, dimensions_.of(unit->dimension), counts_angles(text.text), std::string(text.text),
                    counted_per_angle(*unit, text.text)});
  return place->second = &units_.back();
}

Expr UnitReader::factor(const Unit& unit) {
  Rational size(unit.numerator, unit.denominator);
  if (unit.decimal_power != 0) size = size * Rational(10).pow(unit.decimal_power);
  const Expr number = graph_.number(size);
  return unit.pi_power == 0 ? number : graph_.mul(number, graph_.pow(graph_.pi(), Rational(unit.pi_power)));
}

} // namespace elaboration
} // namespace dalembert
