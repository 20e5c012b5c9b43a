#include <dalembert/analysis/momentum_equation.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/generator_text.h>
#include <dalembert/printing/equation_text.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

void find_momentum_equations(FactContext& context, FactSet& facts) {
  facts.add(momentum_equations(context.equations, facts.get<SymmetrySearch>().found, context.judge));
}

/// The shorter of two expressions that agree on the constraints.
std::optional<Formula> shorter(FactWriter& writer, Expr a, Expr b) {
  std::optional<Formula> first = writer.formula(a);
  std::optional<Formula> second = writer.formula(b);
  if (!first || !second) return first ? first : second;
  const auto width = [&writer](const Formula& each) { return display_width(writer.set(each)); };
  return width(*second) < width(*first) ? second : first;
}

void write_momentum_equations(FactWriter& writer, const FactSet& facts) {
  Page& page = writer.page();
  const Expr no_time = writer.equations().system->graph->zero();
  std::string label = "momentum";
  for (const MomentumEquation& m : facts.get<std::vector<MomentumEquation>>()) {
    if (writer.style().marks_formulas && !writer.formula(m.quantity)) continue; // nothing to see on a page
    const std::string generator = generator_text(writer, no_time, m.positions);
    page.row(label, fmt::format("along {}, which the constraints allow:", generator));
    if (m.is_conserved == Answer::yes)
      page.row("", "  " + constant_text(writer, m.quantity));
    else
      page.row(
          "", "  " + writer.rate_text(writer.formula(m.quantity), "=", shorter(writer, m.rate, m.rate_on_constraints)));
    label.clear();
  }
}

/// The shorter of two expressions that agree on the constraints.
Json shorter_json(FactJson& json, Expr a, Expr b) {
  const Graph& graph = *json.system().graph;
  const std::optional<std::string> first = plain_text(json.form(), graph, a);
  const std::optional<std::string> second = plain_text(json.form(), graph, b);
  if (!first && !second) return {};
  return !first || (second && second->size() < first->size()) ? Json(*second) : Json(*first);
}

void write_momentum_equations_json(Json& object, FactJson& json, const FactSet& facts) {
  Json out = Json::array();
  for (const MomentumEquation& m : facts.get<std::vector<MomentumEquation>>()) {
    Json entry{{"dq", json.by_coordinate(m.positions)}, {"quantity", json.text(m.quantity)}};
    entry["conserved"] = answer_word(m.is_conserved);
    entry["rate"] = m.is_conserved == Answer::yes ? Json("0") : shorter_json(json, m.rate, m.rate_on_constraints);
    out.push_back(std::move(entry));
  }
  object["momentum_equations"] = std::move(out);
}

} // namespace

const FactRow momentum_equations_row{.name = "momentum equations",
                                     .activity = "looking for momentum equations",
                                     .find = find_momentum_equations,
                                     .topic = FactTopic::conservation,
                                     .write = write_momentum_equations,
                                     .write_json = write_momentum_equations_json};

} // namespace findings
} // namespace dalembert
