#include <dalembert/analysis/steady_motion.h>
#include <dalembert/findings/condition_words.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert::inline findings {

namespace {

void find_symbolic_motions(FactContext& context, FactSet& facts) {
  facts.add(symbolic_steady_motions(context.equations));
}

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

/// (s² + k/m)·(s² + 3·k/m) = 0; nothing where a factor is too long.
std::optional<std::string> factors_text(FactWriter& writer, const std::vector<SPolynomial>& factors) {
  std::string out;
  for (const SPolynomial& factor : factors) {
    const std::optional<std::string> text = polynomial_text(writer, factor);
    if (!text) return std::nullopt;
    const std::string bare = text->substr(0, text->rfind(" = "));
    out += fmt::format("{}({})", out.empty() ? "" : writer.style().unicode ? "·" : "*", bare);
  }
  return out + " = 0";
}

std::string joined(const std::vector<std::string>& parts, std::string_view between, const Style& style) {
  std::string out;
  for (const std::string& part : parts)
    out += (out.empty() ? std::string() : std::string(between)) + formula(part, style);
  return out;
}

constexpr std::string_view drifts = "drifts to first order";

/// What holds of small deviations where the conditions are met.
std::string_view stable_word(const SymbolicSteadyMotion& motion) {
  const bool decays = motion.condition->is_asymptotic;
  if (motion.drifts) return decays ? "the other deviations decay" : "the other deviations remain small";
  if (motion.zeros > 0 && decays) return "stable (deviations decay to a neighbouring member of the family)";
  return decays ? "asymptotically stable" : "stable";
}

/// `stable, for k > 0, m > 0; exists where g ≤ R·w²`.
std::string verdict_text(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  using Verdict = StabilityCondition::Verdict;
  const Style& style = writer.style();
  constexpr std::size_t longest = 480;
  const StabilityWords words = stability_words(writer.form(), writer.equations(), motion);
  std::string out = "stability not decided";
  if (motion.condition) {
    const std::string word(stable_word(motion));
    switch (motion.condition->verdict) {
    case Verdict::always:
      out = paint(motion.drifts ? Ink::caution : Ink::good, word, style);
      break;
    case Verdict::never:
      out = paint(Ink::caution, "unstable", style);
      break;
    case Verdict::when_square_exceeds:
    case Verdict::when_square_is_below:
      out = fmt::format("{} if and only if {}", word, formula(words.when, style));
      break;
    case Verdict::when_positive:
      out = fmt::format("{} where {}", word,
                        words.when.size() > longest ? "a condition too long to print holds (see --json)"
                                                    : formula(words.when, style));
      break;
    }
  }
  const bool is_unstable = motion.condition && motion.condition->verdict == Verdict::never;
  if (motion.drifts && !is_unstable) out = fmt::format("{}; {}", drifts, out);
  std::vector<std::string> given = words.assumes;
  given.insert(given.end(), words.holds.begin(), words.holds.end());
  if (!given.empty()) out += ", for " + joined(given, ", ", style);
  if (words.basis == "draws") out += " (signs seen at 800 draws, not proved)";
  if (!words.exists.empty()) out += "; exists where " + joined(words.exists, " and ", style);
  return out;
}

void write_symbolic_motions(FactWriter& writer, const FactSet& facts) {
  const auto& symbolic = facts.get<SymbolicSteadyMotions>();
  if (symbolic.motions.empty() && symbolic.conditions.empty() && symbolic.note.empty()) return;
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
    const std::optional<std::string> polynomial =
        motion.factors.empty() ? polynomial_text(writer, motion.characteristic) : factors_text(writer, motion.factors);
    if (motion.characteristic.size() > 1)
      text += (text.empty() ? "" : ", and ") + polynomial.value_or("the roots of a polynomial too long to print") +
              "; " + verdict_text(writer, motion);
    else if (motion.drifts)
      text += fmt::format("; {}", drifts);
    if (!text.empty()) page.row("", "s: " + text);
  }
  if (symbolic.left_out_unreal) page.row("", "solutions that are complex for such parameters are omitted");
  if (!symbolic.note.empty())
    page.row(symbolic.conditions.empty() && symbolic.motions.empty() ? "steady" : "", symbolic.note);
}

/// {name: text, or "any"}.
Json value_map(FactJson& json, const std::vector<SymbolicSteadyMotion::Value>& all,
               const std::vector<std::string>& names) {
  JsonMap map;
  for (const SymbolicSteadyMotion::Value& value : all)
    map.add(names[value.coordinate], value.value ? json.text(*value.value) : Json("any"));
  return map.take();
}

Json motion_object(FactJson& json, const SymbolicSteadyMotion& motion) {
  Json coefficients = json.texts(motion.characteristic);
  Json out{{"positions", value_map(json, motion.positions, json.names().coordinates)},
           {"speeds", value_map(json, motion.speeds, json.names().rates)},
           {"zeros", motion.zeros},
           {"drifts", motion.drifts}};
  out["characteristic"] = std::move(coefficients);
  const StabilityWords words = stability_words(json.form(), json.equations(), motion);
  out["stable_when"] = motion.condition ? Json(words.when) : Json();
  out["asymptotic"] = motion.condition ? Json(motion.condition->is_asymptotic) : Json();
  out["assumes"] = words.assumes;
  out["exists_where"] = words.exists;
  out["holds_where"] = words.holds;
  out["basis"] = motion.condition ? Json(words.basis) : Json();
  Json factors = Json::array();
  for (const SPolynomial& factor : motion.factors)
    factors.push_back(json.texts(factor));
  out["factors"] = std::move(factors);
  return out;
}

void write_symbolic_json(Json& object, FactJson& json, const FactSet& facts) {
  const auto& symbolic = facts.get<SymbolicSteadyMotions>();
  Json conditions = json.texts(symbolic.conditions);
  Json motions = Json::array();
  for (const SymbolicSteadyMotion& motion : symbolic.motions)
    motions.push_back(motion_object(json, motion));
  object["symbolic_steady_motions"] = Json{{"conditions", std::move(conditions)},
                                           {"motions", std::move(motions)},
                                           {"left_out_unreal", symbolic.left_out_unreal},
                                           {"note", symbolic.note}};
}

} // namespace

const FactRow steady_motions_row{.name = "steady motions in symbols",
                                 .activity = "searching for symbolic steady motions",
                                 .find = find_symbolic_motions,
                                 .write = write_symbolic_motions,
                                 .write_json = write_symbolic_json};

} // namespace dalembert::inline findings
