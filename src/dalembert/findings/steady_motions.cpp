#include <dalembert/analysis/steady_motion.h>
#include <dalembert/findings/condition_words.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/motion_text.h>
#include <dalembert/findings/steady_html.h>
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

namespace dalembert {
inline namespace findings {

namespace {

void find_symbolic_motions(FactContext& context, FactSet& facts) {
  facts.add(symbolic_steady_motions(context.equations));
}

/// `s^2 + k/m = 0`, or that it is too long.
std::string characteristic_text(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  std::optional<Formula> left = characteristic_formula(writer, motion);
  if (!left) return "the roots of a polynomial too long to print";
  return writer.set(joined_formula(*std::move(left), " = ", number_formula("0")));
}

/// `s`; of an equilibrium `s, without φ`: its linear motion in numbers counts the ignorable coordinates as well.
std::string growth_label(const FactWriter& writer, const SymbolicSteadyMotion& motion, const Style& style) {
  const System& system = *writer.equations().system;
  std::string out = name_text(growth_letter(system), style);
  const auto rests = [&system](const SymbolicSteadyMotion::Value& speed) {
    return speed.value && system.graph->is_zero(*speed.value);
  };
  if (!std::ranges::all_of(motion.speeds, rests)) return out;
  for (std::size_t i = 0; i < motion.speeds.size(); ++i)
    out += (i == 0 ? ", without " : ", ") + name_text(system.coordinates[motion.speeds[i].coordinate].name, style);
  return out;
}

void write_symbolic_motions(FactWriter& writer, const FactSet& facts) {
  const auto& symbolic = facts.get<SymbolicSteadyMotions>();
  const std::string left_out = left_out_text(symbolic);
  if (symbolic.motions.empty() && symbolic.conditions.empty() && left_out.empty()) return;
  Page& page = writer.page();
  page.gap();
  std::string label = "steady where";
  for (const Expr condition : symbolic.conditions) {
    constexpr std::size_t longest = 240;
    const std::optional<Formula> left = writer.formula(condition, longest);
    page.row(label, left ? writer.set(joined_formula(without_minus(*left), " = ", number_formula("0")))
                         : std::string("(a condition too long to print)"));
    label.clear();
  }
  for (const SymbolicSteadyMotion& motion : symbolic.motions) {
    page.row(symbolic.conditions.empty() ? "steady" : "  solved by", steady_values(writer, motion));
    std::string text = motion.zeros > 1 ? fmt::format("0 ({} times)", motion.zeros) : motion.zeros == 1 ? "0" : "";
    if (motion.characteristic.size() > 1) {
      text += (text.empty() ? "" : ", and ") + characteristic_text(writer, motion);
      text += "; " + stability_text(writer, motion);
    } else if (motion.drifts) {
      text += fmt::format("; {}", drifts_to_first_order);
    }
    if (const std::string exists = existence_text(writer, motion); motion.characteristic.size() <= 1 && !exists.empty())
      text += (text.empty() ? "" : "; ") + exists;
    if (!text.empty()) page.row("", fmt::format("{}: {}", growth_label(writer, motion, page.style()), text));
  }
  if (symbolic.left_out_unreal) page.row("", "solutions that are complex for such parameters are omitted");
  if (!left_out.empty())
    page.row(symbolic.conditions.empty() && symbolic.motions.empty() ? "steady" : "",
             set_left_out(left_out, page.style()));
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
  out["grows_with_t"] = motion.condition ? json.texts(motion.condition->growth) : Json::array();
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
                                           {"note", left_out_text(symbolic)}};
}

} // namespace

const FactRow steady_motions_row{.name = "steady motions in symbols",
                                 .activity = "searching for symbolic steady motions",
                                 .find = find_symbolic_motions,
                                 .topic = FactTopic::equilibria,
                                 .write = write_symbolic_motions,
                                 .write_html = symbolic_motions_html,
                                 .write_json = write_symbolic_json};

} // namespace findings
} // namespace dalembert
