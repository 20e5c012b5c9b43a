#include <dalembert/derivation/form_table.h>
#include <dalembert/expr/time_derivative.h>
#include <dalembert/findings/fact_table.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace report {

namespace {

using Kind = FormulaNode::Kind;

constexpr std::size_t most_coordinates = 12; // of which every step is written out

/// ∂above/∂below.
FormulaNode partial(std::string_view above, std::string_view below) {
  return {Kind::fraction,
          {},
          {{Kind::row, {}, {formula_leaf(Kind::word, "∂"), formula_leaf(Kind::symbol, above)}},
           {Kind::row, {}, {formula_leaf(Kind::word, "∂"), formula_leaf(Kind::symbol, below)}}}};
}

/// d/dt of `inner`.
FormulaNode rate(FormulaNode inner) {
  return {Kind::rate, "1", {std::move(inner)}};
}

FormulaNode relation(FormulaNode left, FormulaNode right) {
  return {Kind::row, {}, {std::move(left), formula_leaf(Kind::sign, "="), std::move(right)}};
}

/// The equation that the steps end in, for a coordinate qᵢ.
FormulaNode lagrange_equation(const System& system, const Equations& equations) {
  const Graph& graph = *system.graph;
  const auto any = [&graph](const std::vector<Expr>& all) {
    return std::any_of(all.begin(), all.end(), [&graph](Expr e) { return !graph.is_zero(e); });
  };
  FormulaNode out;
  out.parts = {rate(partial("L", "q[i]'")), formula_leaf(Kind::sign, "-"), partial("L", "q[i]")};
  if (any(equations.dissipative_forces)) {
    out.parts.push_back(formula_leaf(Kind::sign, "+"));
    out.parts.push_back(partial("D", "q[i]'"));
  }
  out.parts.push_back(formula_leaf(Kind::sign, "="));
  std::vector<FormulaNode> right;
  if (!system.forces.empty()) right.push_back(formula_leaf(Kind::symbol, "Q[i]"));
  if (!system.constraints.empty()) right.push_back(formula_leaf(Kind::symbol, "Qc[i]"));
  if (!system.frictions.empty()) right.push_back(formula_leaf(Kind::symbol, "F[i]"));
  if (right.empty()) right.push_back(formula_leaf(Kind::number, "0"));
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (i > 0) out.parts.push_back(formula_leaf(Kind::sign, "+"));
    out.parts.push_back(std::move(right[i]));
  }
  return out;
}

/// `T - V`, or `T` where the model has no potential.
std::string lagrangian_text(const System& system) {
  return is_energy_kinetic(system) ? "T" : "T - V";
}

/// `Here L = T − V, D is the dissipation function, and Q the generalized forces.`
std::string symbols_sentence(const System& system, const Equations& equations) {
  const Graph& graph = *system.graph;
  const auto set = [](std::string_view text) { return html_formula(formula_tree(text)); };
  std::vector<std::string> parts;
  if (system.gives_kinetic_energy()) parts.push_back(set("L = " + lagrangian_text(system)));
  if (std::ranges::any_of(equations.dissipative_forces, [&graph](Expr e) { return !graph.is_zero(e); }))
    parts.push_back(fmt::format("{} is the dissipation function", set("D")));
  if (!system.forces.empty()) parts.push_back(fmt::format("{} are the generalized applied forces", set("Q[i]")));
  if (!system.constraints.empty())
    parts.push_back(fmt::format("{} are the generalized forces of the constraints", set("Qc[i]")));
  if (!system.frictions.empty()) parts.push_back(fmt::format("{} are those of the friction", set("F[i]")));
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return out.empty() ? out : fmt::format("<p>Here {}.</p>\n", out);
}

/// Writes the steps from the energies to Lagrange's equations, one `details` each.
class Steps {
public:
  Steps(const Equations& equations, FormulaWriter& writer)
      : equations_(equations), system_(*equations.system), writer_(writer) {}

  std::string text() {
    begin("The Lagrangian", "Kinetic minus potential energy, plus any Lagrangian that the model gives directly.");
    add(writer_.definition(relation(formula_leaf(Kind::symbol, "L"), formula_tree(lagrangian_text(system_))),
                           equations_.energy.lagrangian));
    end();
    for_coordinates("Momenta", "The partial derivatives of L with respect to the rates.", equations_.momenta,
                    [this](std::size_t i) { return relation(momentum(i), partial("L", name(i) + "'")); });
    for_coordinates("Rates of the momenta", "Their total time derivatives along any motion.", momentum_rates(),
                    [this](std::size_t i) { return rate(momentum(i)); });
    for_coordinates("Forces from the Lagrangian", "The partial derivatives of L with respect to the coordinates.",
                    equations_.potential_forces, [this](std::size_t i) { return partial("L", name(i)); });
    if (any(equations_.dissipative_forces))
      for_coordinates("Dissipation", "The partial derivatives of D with respect to the rates.",
                      equations_.dissipative_forces, [this](std::size_t i) { return partial("D", name(i) + "'"); });
    if (!system_.forces.empty())
      for_coordinates("Generalized forces", "The coefficients of the virtual speeds in the power of the forces.",
                      equations_.generalized_forces,
                      [this](std::size_t i) { return formula_leaf(Kind::symbol, "Q." + name(i)); });
    if (!system_.constraints.empty())
      for_coordinates(
          "Constraint forces",
          "Each multiplier times the coefficient of the rate in its constraint: the sum over all constraints.",
          equations_.constraint_forces, [this](std::size_t i) { return formula_leaf(Kind::symbol, "Qc." + name(i)); });
    begin("The equations", "The rates of the momenta minus these forces vanish.");
    const std::string numbers = writer_.reference(form_row(Form::lagrange).name);
    out_ += numbers.empty() ? "<p>These are <a href=\"#form-lagrange\">Lagrange’s equations</a> below.</p>\n"
                            : fmt::format("<p>These are Lagrange’s equations {} below.</p>\n", numbers);
    end();
    return std::move(out_);
  }

private:
  [[nodiscard]] const std::string& name(std::size_t i) const { return system_.coordinates[i].name; }
  [[nodiscard]] FormulaNode momentum(std::size_t i) const { return formula_leaf(Kind::symbol, "p." + name(i)); }

  [[nodiscard]] bool any(const std::vector<Expr>& all) const {
    return std::any_of(all.begin(), all.end(), [this](Expr e) { return !system_.graph->is_zero(e); });
  }

  [[nodiscard]] std::vector<Expr> momentum_rates() const {
    Graph& graph = *system_.graph;
    TimeDerivative derivative(graph);
    derivative.seed(system_.time, graph.one());
    for (const Coordinate& q : system_.coordinates) {
      derivative.seed(q.position, q.rate);
      derivative.seed(q.rate, q.acceleration);
    }
    std::vector<Expr> out;
    out.reserve(equations_.momenta.size());
    for (const Expr p : equations_.momenta)
      out.push_back(derivative.of(p));
    return out;
  }

  void begin(std::string_view title, std::string_view what) {
    out_ += fmt::format("<details>\n<summary>{}. {}</summary>\n<p class=\"soft what\">{}</p>\n", ++step_, title, what);
  }
  void add(const HtmlEquation& equation) { out_ += html_equation(equation); }
  void end() { out_ += "</details>\n"; }

  template <typename Left>
  void for_coordinates(std::string_view title, std::string_view what, const std::vector<Expr>& values, Left&& left) {
    begin(title, what);
    const std::size_t shown = std::min(values.size(), most_coordinates);
    const bool has_text = std::any_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(shown),
                                      [this](Expr e) { return writer_.formula(e).has_value(); });
    if (!has_text && values.size() > 1) {
      out_ += fmt::format("<p class=\"soft\">{} expressions, each too long to print.</p>\n", values.size());
      end();
      return;
    }
    for (std::size_t i = 0; i < shown; ++i)
      add(writer_.definition(left(i), values[i]));
    if (shown < values.size()) out_ += fmt::format("<p class=\"soft\">and {} more</p>\n", values.size() - shown);
    end();
  }

  const Equations& equations_;
  const System& system_;
  FormulaWriter& writer_;
  std::string out_;
  int step_ = 0;
};

} // namespace

void FormulaWriter::keep_numbers(int count) {
  next_kept_ = last_number_ + 1;
  kept_ = count;
  last_number_ += count;
}

std::string FormulaWriter::kept_number() {
  if (kept_ == 0) return next_number();
  --kept_;
  return std::to_string(next_kept_++);
}

void FormulaWriter::note(std::string_view kind, const std::string& number, const std::string& id) {
  noted_[std::string(kind)].push_back({number, id});
}

std::string FormulaWriter::reference(std::string_view kind) const {
  const auto found = noted_.find(kind);
  if (found == noted_.end()) return {};
  const auto link = [](const Numbered& each) { return fmt::format("<a href=\"#{}\">({})</a>", each.id, each.number); };
  const std::vector<Numbered>& all = found->second;
  if (all.size() == 1) return link(all.front());
  return fmt::format("{} {} {}", link(all.front()), all.size() == 2 ? "and" : "to", link(all.back()));
}

std::optional<Formula> FormulaWriter::formula(Expr e) {
  std::optional<Formula> collected = plain_formula(form_, graph_, e);
  const std::size_t length = collected ? written_length(*collected) : longest;
  const std::size_t limit = std::min(longest, length);
  if (!prints_more(graph_, e, limit)) {
    Formula structural = form_.structural(e);
    if (written_length(structural) <= limit) return structural;
  }
  return length <= longest ? std::move(collected) : std::nullopt;
}

HtmlEquation FormulaWriter::definition(FormulaNode left, Expr e) {
  HtmlEquation out;
  const std::optional<Formula> right = formula(e);
  if (right) out.text = written(*right);
  out.formula =
      relation(std::move(left), right ? formula_tree(*right) : formula_leaf(Kind::word, "(too long to print)"));
  // One row, so that the sum on the right is broken at its own signs.
  FormulaNode& last = out.formula.parts.back();
  if (last.kind == Kind::row) {
    FormulaNode sum = std::move(last);
    out.formula.parts.pop_back();
    std::move(sum.parts.begin(), sum.parts.end(), std::back_inserter(out.formula.parts));
  }
  return out;
}

HtmlEquation FormulaWriter::definition(std::string_view name, Expr e) {
  HtmlEquation out = definition(formula_tree(name), e);
  out.text = fmt::format("{} = {}", name, out.text);
  return out;
}

HtmlSection derivation_section(const ReportPage& page, FormulaWriter& writer) {
  const Equations& equations = *page.analysis.overview.equations;
  const System& system = *equations.system;
  std::string out =
      fmt::format("<p>{}</p>\n", system.coordinates.size() == 1 ? "The coordinate has Lagrange’s equation"
                                                                : "Each coordinate has Lagrange’s equation");
  out += html_equation({lagrange_equation(system, equations), {}, {}, {}, {}}) + symbols_sentence(system, equations);
  out += fmt::format("<div>\n{}</div>\n", Steps(equations, writer).text());
  return {"derivation", "Derivation",
          out + facts_html(FactTopic::structure, equations, page.analysis.facts, page.analysis.overview.plain_form())};
}

} // namespace report
} // namespace dalembert
