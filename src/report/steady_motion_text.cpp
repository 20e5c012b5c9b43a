#include <dalembert/report/analyse_sections.h>
#include <dalembert/report/formula.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {

namespace {

std::string value_text(FactWriter& writer, const SymbolicSteadyMotion::Value& value, const char* primes) {
  const System& system = *writer.equations().system;
  const std::string name = name_text(system.coordinates[value.coordinate].name + primes, writer.style());
  if (!value.value) return name + " any";
  return fmt::format("{} = {}", name, writer.text_or_long(*value.value));
}

std::string motion_text(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  std::string out;
  for (const SymbolicSteadyMotion::Value& value : motion.positions)
    out += (out.empty() ? "" : ", ") + value_text(writer, value, "");
  for (const SymbolicSteadyMotion::Value& value : motion.speeds)
    out += (out.empty() ? "" : ", ") + value_text(writer, value, "'");
  return out;
}

/// `s² + 12/5·θ̇² − 4·g/(5·r) = 0`; nothing where a coefficient is too long.
std::optional<std::string> polynomial_text(FactWriter& writer, const SPolynomial& p) {
  constexpr std::size_t longest = 160;
  const Graph& graph = *writer.equations().system->graph;
  std::string out;
  for (std::size_t k = p.size(); k-- > 0;) {
    if (graph.is_zero(p[k])) continue;
    const std::string power = k == 0 ? "" : k == 1 ? "s" : formula(fmt::format("s^{}", k), writer.style());
    const std::optional<std::string> factor = writer.text(p[k], longest);
    if (!factor) return std::nullopt;
    const bool is_one = graph.is_one(p[k]);
    const bool is_sum = factor->find(" + ") != std::string::npos || factor->find(" − ") != std::string::npos ||
                        factor->find(" - ") != std::string::npos;
    const std::string times = writer.style().unicode ? "·" : "*";
    const std::string bracketed = is_sum && k > 0 ? "(" + *factor + ")" : *factor;
    std::string term = is_one && k > 0 ? "" : bracketed;
    if (!term.empty() && k > 0) term += times;
    term += power;
    const std::string_view minus = writer.style().unicode ? "−" : "-";
    const bool is_negative = term.starts_with(minus) && !out.empty();
    if (is_negative) term.erase(0, minus.size());
    out += out.empty() ? term : fmt::format(" {} {}", is_negative ? minus : "+", term);
  }
  return out + " = 0";
}

std::string condition_text(FactWriter& writer, const StabilityCondition& condition) {
  const System& system = *writer.equations().system;
  const auto square = [&] { return formula(system.coordinates[condition.speed].name + "'^2", writer.style()); };
  switch (condition.verdict) {
  case StabilityCondition::Verdict::always:
    return paint(Ink::good, condition.is_asymptotic ? "asymptotically stable" : "stable", writer.style());
  case StabilityCondition::Verdict::never:
    return paint(Ink::caution, "unstable", writer.style());
  case StabilityCondition::Verdict::when_square_exceeds:
    return fmt::format("stable if and only if {} > {}", square(), writer.text_or_long(condition.threshold));
  case StabilityCondition::Verdict::when_square_is_below:
    return fmt::format("stable if and only if {} < {}", square(), writer.text_or_long(condition.threshold));
  case StabilityCondition::Verdict::when_positive:
    return fmt::format("stable where {} > 0", writer.text_or_long(condition.quantity));
  }
  return {};
}

} // namespace

void add_symbolic_motions(FactWriter& writer, const SymbolicSteadyMotions& symbolic) {
  if (symbolic.motions.empty() && symbolic.conditions.empty()) return;
  Page& page = writer.page();
  page.gap();
  std::string label = "steady where";
  for (const Expr condition : symbolic.conditions) {
    constexpr std::size_t longest = 240;
    const std::optional<std::string> text = writer.text(condition, longest);
    page.row(label, text ? *text + " = 0" : "(a condition too long to print)");
    label.clear();
  }
  for (const SymbolicSteadyMotion& motion : symbolic.motions) {
    page.row(symbolic.conditions.empty() ? "steady" : "  solved by", motion_text(writer, motion));
    std::string text = motion.zeros > 1 ? fmt::format("0 ({} times)", motion.zeros) : motion.zeros == 1 ? "0" : "";
    if (const auto polynomial = polynomial_text(writer, motion.characteristic);
        polynomial && motion.characteristic.size() > 1)
      text += (text.empty() ? "" : ", and ") + *polynomial;
    if (motion.condition) text += "; " + condition_text(writer, *motion.condition);
    if (!text.empty()) page.row("", "s: " + text);
  }
}

} // namespace dalembert
