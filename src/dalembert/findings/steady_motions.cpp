#include <dalembert/analysis/steady_motion.h>
#include <dalembert/findings/condition_words.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/signed_sum.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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

/// True for what is hard to read in front of another factor: a sum, or a quotient with a bracket in it.
bool needs_brackets(const Formula& coefficient) {
  const auto divides = [](const Formula& part) { return part.is(Formula::Kind::sign) && operator_of(part) == "/"; };
  const auto is_fenced = [](const Formula& part) { return part.is(Formula::Kind::fenced); };
  return summands_of(coefficient).size() > 1 ||
         (std::ranges::any_of(coefficient.parts, divides) && std::ranges::any_of(coefficient.parts, is_fenced));
}

/// `s^2 + 12/5*theta'^2 - 4*g/(5*r)`; nothing where a coefficient is too long.
std::optional<Formula> polynomial(FactWriter& writer, const SPolynomial& p) {
  constexpr std::size_t longest = 160;
  const Graph& graph = *writer.equations().system->graph;
  std::vector<SignedFormula> out;
  for (std::size_t k = p.size(); k-- > 0;) {
    if (graph.is_zero(p[k])) continue;
    const Formula s = name_formula("s");
    const Formula power = k > 1 ? power_formula(s, number_formula(std::to_string(k))) : s;
    if (graph.is_one(p[k]) && k > 0) {
      out.push_back({false, power});
      continue;
    }
    const std::optional<Formula> coefficient = writer.formula(p[k], longest);
    if (!coefficient) return std::nullopt;
    std::vector<SignedFormula> summands = summands_of(*coefficient);
    if (k > 0) {
      auto [is_negative, factor] = summands.size() > 1 ? SignedFormula{false, *coefficient} : summands.front();
      if (needs_brackets(factor)) factor = fenced_formula(std::move(factor));
      ProductMaker term;
      term.multiply(std::move(factor));
      term.multiply(power);
      summands = {{is_negative, term.take()}};
    }
    std::ranges::move(summands, std::back_inserter(out));
  }
  return signed_sum(std::move(out));
}

/// `(s^2 + k/m)*(s^2 + 3*k/m)`; nothing where a factor is too long.
std::optional<Formula> product(FactWriter& writer, const std::vector<SPolynomial>& factors) {
  ProductMaker out;
  for (const SPolynomial& each : factors) {
    std::optional<Formula> factor = polynomial(writer, each);
    if (!factor) return std::nullopt;
    out.multiply(fenced_formula(*std::move(factor)));
  }
  return out.take();
}

/// `s^2 + k/m = 0`, or that it is too long.
std::string characteristic_text(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  std::optional<Formula> left =
      motion.factors.empty() ? polynomial(writer, motion.characteristic) : product(writer, motion.factors);
  if (!left) return "the roots of a polynomial too long to print";
  return writer.set(joined_formula(*std::move(left), " = ", number_formula("0")));
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
    if (motion.characteristic.size() > 1) {
      text += (text.empty() ? "" : ", and ") + characteristic_text(writer, motion);
      text += "; " + verdict_text(writer, motion);
    } else if (motion.drifts) {
      text += fmt::format("; {}", drifts);
    }
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
