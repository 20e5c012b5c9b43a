#include <dalembert/findings/steady_text.h>
#include <dalembert/printing/counted.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace findings {

namespace {

constexpr int spectrum_digits = 5;
constexpr std::size_t screenful = 30; // coordinates, eigenvalues and entries of a mode that are listed one by one

/// The same of many coordinates: families in which all have one value as such, of the others the first few.
std::string long_state_sentence(const System& system, const SteadyState& steady, const Style& style) {
  constexpr std::size_t most = 8;
  const std::vector<Coordinate>& all = system.coordinates;
  const auto is_running = [&steady](std::size_t i) {
    return std::ranges::find(steady.running, i) != steady.running.end();
  };
  const std::vector<FamilyRun> runs = family_runs(all, [&](std::size_t a, std::size_t b) {
    return steady.state.q[a] == steady.state.q[b] && !is_running(a) && !is_running(b);
  });
  std::string out;
  std::size_t shown = 0;
  std::size_t left_out = 0;
  for (const FamilyRun& run : runs) {
    if (std::ranges::binary_search(steady.changing, run.begin)) continue;
    if (shown++ >= most) {
      left_out += run.size();
      continue;
    }
    const Coordinate& first = all[run.begin];
    const bool runs_on = is_running(run.begin);
    const std::string name = runs_on ? name_text(first.name + "'", style) : run_name(first, all[run.end - 1], style);
    const double value = runs_on ? steady.state.v[run.begin] : steady.state.q[run.begin];
    out +=
        fmt::format("{}{} = {}", out.empty() ? "" : ", ", name,
                    quantity_text(value, unit_of(system, first.name + (runs_on ? "'" : "")), style, spectrum_digits));
  }
  if (left_out > 0) out += fmt::format(", and {} more; --json has all", left_out);
  return out;
}

/// `θ = 0, x = 0.3 m`: coordinates that stay, then rates that do not vanish.
std::string state_sentence(const System& system, const SteadyState& steady, const Style& style) {
  if (system.coordinates.size() > screenful) return long_state_sentence(system, steady, style);
  std::string out;
  const auto add = [&](const std::string& name, double value) {
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name_text(name, style),
                       quantity_text(value, unit_of(system, name), style, spectrum_digits));
  };
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    if (std::find(steady.running.begin(), steady.running.end(), i) == steady.running.end())
      add(system.coordinates[i].name, steady.state.q[i]);
  for (const std::size_t i : steady.running)
    if (!std::ranges::binary_search(steady.changing, i)) add(system.coordinates[i].name + "'", steady.state.v[i]);
  return out;
}

std::string either_sign(const Style& style) {
  return style.unicode ? "±" : "+-";
}

/// True where as many real eigenvalues print as `value` as print as its negative.
bool has_mirror_image(const SteadyState& steady, double value, const Style& style) {
  const auto count = [&](double wanted) {
    const std::string text = number_text(wanted, style, spectrum_digits);
    return std::ranges::count_if(steady.spectrum.values, [&](const std::complex<double>& s) {
      return s.imag() == 0.0 && number_text(s.real(), style, spectrum_digits) == text;
    });
  };
  return value != 0.0 && count(value) == count(-value);
}

std::string eigenvalue_text(const std::complex<double>& s, const Style& style) {
  const std::string size = number_text(std::abs(s.imag()), style, spectrum_digits);
  const std::string imaginary = size == "1" ? "i" : size + "i";
  const std::string either = either_sign(style);
  if (s.imag() == 0.0) return number_text(s.real(), style, spectrum_digits);
  if (s.real() == 0.0) return either + imaginary;
  const char* const blank = style.marks_formulas ? "\u00A0" : " "; // a line of a page does not end here
  return fmt::format("{0}{3}{1}{3}{2}", number_text(s.real(), style, spectrum_digits), either, imaginary, blank);
}

/// `t`, `t²`: how deviations grow along the longest chain of 0.
std::string power_text(const SteadyState& steady, const Style& style) {
  const std::size_t order = steady.zero_chains.front() - 1;
  return formula(order == 1 ? "t" : fmt::format("t^{}", order), style);
}

} // namespace

std::string spectrum_values(const SteadyState& steady, const Style& style) {
  std::string out;
  if (steady.zeros > 0) {
    std::string along;
    for (const std::string& name : steady.zero_along)
      along += (along.empty() ? "free: " : ", ") + name_text(name, style);
    const std::string times = steady.zeros == 1 ? "" : fmt::format("{} times", steady.zeros);
    const std::string why = times + (times.empty() || along.empty() ? "" : "; ") + along;
    out = why.empty() ? "0" : fmt::format("0 ({})", why);
  }
  std::size_t listed = 0;
  for (const std::complex<double>& s : steady.spectrum.values) {
    const bool is_paired = s.imag() == 0.0 && has_mirror_image(steady, s.real(), style);
    if (s == 0.0 || s.imag() < 0.0 || (is_paired && s.real() < 0.0) || listed++ >= screenful) continue;
    out += out.empty() ? "" : ", ";
    out += is_paired ? either_sign(style) + number_text(s.real(), style, spectrum_digits) : eigenvalue_text(s, style);
  }
  if (listed > screenful) out += fmt::format(", and {} more; --json has all", listed - screenful);
  return out;
}

std::string spectrum_text(const System& system, const SteadyState& steady, const Style& style) {
  const std::string_view unit = !system.has_units ? "" : style.unicode ? "  [s⁻¹]" : "  [1/s]";
  return spectrum_values(steady, style).append(unit);
}

std::string changing_text(const System& system, const SteadyState& steady, const Style& style) {
  if (steady.changing.empty()) return {};
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t k = 0; k < std::min(most, steady.changing.size()); ++k)
    out += (k == 0 ? "" : ", ") + name_text(system.coordinates[steady.changing[k]].name + "'", style);
  const std::size_t count = steady.changing.size();
  if (count > most) out += fmt::format(" and {} more", count - most);
  return fmt::format("{} {} along it, as the constraints require", out, count == 1 ? "changes" : "change");
}

std::string linear_verdict(const SteadyState& steady, const Style& style) {
  switch (steady.motion) {
  case LinearMotion::unstable:
    return paint(Ink::caution, "unstable", style);
  case LinearMotion::drifts:
    return fmt::format("drifts: to first order deviations grow with {}; no eigenvalue has a positive real part",
                       power_text(steady, style));
  case LinearMotion::resonates:
    return paint(Ink::caution, "to first order oscillations grow with a power of t: a multiple imaginary eigenvalue",
                 style);
  case LinearMotion::asymptotically_stable:
    return paint(Ink::good, "asymptotically stable", style);
  case LinearMotion::returns_to_family:
    return paint(Ink::good, "stable: deviations decay to a neighbouring member of the family", style);
  case LinearMotion::oscillates:
    return paint(Ink::good, "stable to first order: deviations oscillate", style);
  case LinearMotion::neutral:
    return "neutral: deviations remain constant to first order";
  case LinearMotion::undecided:
    break;
  }
  return "not decided by linearisation: a zero eigenvalue is not explained by a family of steady states";
}

std::string damping_text(const SmallOscillations& small, const Style& style) {
  return small.has_classical_damping()
             ? fmt::format("classical: the principal coordinates stay uncoupled ({} is symmetric)",
                           formula("C*M^(-1)*K", style))
             : fmt::format("not classical: the damping couples the principal coordinates (Caughey defect {})",
                           number_text(small.caughey_defect, style, 2));
}

namespace {

/// `ω = 3.13 s⁻¹ (period 2.0 s): θ₁ : θ₂ = 1 : 1.41`, one mode a row.
void add_modes(Page& page, const System& system, const SmallOscillations& small) {
  constexpr std::size_t most = 6;
  const Style& style = page.style();
  const std::string_view second = system.has_units ? "s" : "";
  const std::string_view per_second = !system.has_units ? "" : style.unicode ? "s⁻¹" : "1/s";
  const std::string_view per_square_second = !system.has_units ? "" : style.unicode ? "s⁻²" : "1/s^2";
  const bool has_shapes = small.coordinates.size() <= screenful;
  std::string names;
  for (const std::size_t i : small.coordinates)
    names += (names.empty() ? "" : " : ") + name_text(system.coordinates[i].name, style);
  std::size_t shown = 0;
  for (std::size_t k = 0; k < small.axes.values.size(); ++k) {
    const double square = small.axes.values[k];
    if (square == 0.0 || ++shown > most) continue; // a shift at rest is listed with the eigenvalues
    double largest = 0.0;
    for (std::size_t i = 0; i < small.coordinates.size(); ++i)
      if (std::abs(small.axes.vectors.at(i, k)) > std::abs(largest)) largest = small.axes.vectors.at(i, k);
    std::string shape;
    for (std::size_t i = 0; i < small.coordinates.size() && has_shapes; ++i)
      shape += (shape.empty() ? "" : " : ") + number_text(small.axes.vectors.at(i, k) / largest + 0.0, style, 4);
    std::string text = square > 0.0
                           ? fmt::format("{} = {} (period {})", style.unicode ? "ω" : "omega",
                                         quantity_text(std::sqrt(square), per_second, style, spectrum_digits),
                                         quantity_text(2.0 * std::numbers::pi / std::sqrt(square), second, style, 4))
                           : fmt::format("{} = {}", style.unicode ? "ω²" : "omega^2",
                                         quantity_text(square, per_square_second, style, spectrum_digits));
    if (!small.damping_ratios.empty() && square > 0.0)
      text += fmt::format(", damping ratio {}", number_text(small.damping_ratios[k], style, 3));
    if (has_shapes) text += fmt::format("   {} = {}", names, shape);
    page.row(shown == 1 ? "  modes" : "", text);
  }
  if (shown > most) page.row("", fmt::format("and {} more", shown - most));
  if (shown > 0 && !has_shapes)
    page.row("", fmt::format("their shapes have {} entries each; --json has them", small.coordinates.size()));
  if (!small.is_damped) return;
  page.row("  damping", damping_text(small, style));
}

} // namespace

std::string set_sentence(const System& system, std::string_view sentence, const Style& style) {
  constexpr std::string_view equals = " = ";
  constexpr std::string_view ends = ",;: ";
  std::string out;
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find(' '), sentence.size());
    const std::string_view word = sentence.substr(0, end);
    const bool is_value =
        sentence.substr(end).starts_with(equals) &&
        std::ranges::any_of(system.coordinates, [word](const Coordinate& q) { return q.name == word; });
    std::size_t taken = std::min(end + 1, sentence.size());
    if (is_value) {
      taken = std::min(sentence.find_first_of(ends, end + equals.size()), sentence.size());
      const std::string bracket = unit_bracket(unit_of(system, word), style);
      out += formula(sentence.substr(0, taken), style);
      if (bracket.size() > 3) out += (style.marks_formulas ? "\u00A0" : " ") + bracket.substr(2, bracket.size() - 3);
    } else {
      out += sentence.substr(0, taken);
    }
    sentence.remove_prefix(taken);
  }
  return out;
}

void write_steady_states(Page& page, const System& system, const std::vector<SteadyState>& states) {
  constexpr std::size_t most = 8;
  const Style& style = page.style();
  for (std::size_t i = 0; i < std::min(most, states.size()); ++i) {
    const SteadyState& steady = states[i];
    page.gap();
    std::string family;
    if (steady.family == 1) family = "   (one of a one-parameter family)";
    if (steady.family > 1) family = fmt::format("   (one of a family with {} parameters)", steady.family);
    page.row(steady.is_equilibrium ? "equilibrium" : "steady motion", state_sentence(system, steady, style) + family);
    if (steady.is_initial) page.row("", "the initial state itself");
    if (!steady.changing.empty()) page.row("", changing_text(system, steady, style));
    if (steady.degenerate > 0)
      page.row("", fmt::format("the conditions are degenerate in {} without a corresponding family",
                               counted(steady.degenerate, "direction")));
    if (steady.spectrum.values.empty()) continue;
    page.row("  eigenvalues", spectrum_text(system, steady, style));
    page.row("", linear_verdict(steady, style));
    if (steady.oscillations) add_modes(page, system, *steady.oscillations);
  }
  if (states.size() > most) page.row("", fmt::format("and {} more; --json has all", states.size() - most));
}

} // namespace findings
} // namespace dalembert
