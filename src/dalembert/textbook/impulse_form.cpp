#include <dalembert/algebra/work_budget.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/textbook/form_text.h>
#include <dalembert/textbook/impulse_form.h>
#include <dalembert/textbook/print_balance.h>

namespace dalembert {
inline namespace textbook {

namespace {

class ImpulsePrinter {
public:
  ImpulsePrinter(const Equations& equations, std::size_t most_nodes)
      : equations_(equations),
        system_(*equations.system),
        graph_(*system_.graph),
        most_nodes_(most_nodes),
        algebra_(equations) {
    algebra_.human.refuse_longer(most_line_terms);
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
      const Formula speed = name_formula(std::string(graph_.name(equations.speeds[i])));
      jumps_.push_back(declared(call_formula("jump", speed), AtomClass::acceleration, i));
    }
    for (std::size_t k = 0; k < system_.constraints.size(); ++k) {
      const Formula multiplier = name_formula("lambda." + system_.constraints[k].name);
      impulses_.push_back(declared(call_formula("impulse", multiplier), AtomClass::multiplier, k));
    }
  }

  ImpulseForm all() {
    ImpulseForm out;
    for (std::size_t i = 0; i < jumps_.size(); ++i)
      out.balances.push_back(balance(i));
    for (std::size_t k = 0; k < impulses_.size(); ++k) {
      std::vector<Expr> row;
      for (std::size_t i = 0; i < jumps_.size(); ++i)
        row.push_back(entry(k, i));
      out.persistences.push_back(line(system_.constraints[k].name, -1, along(row), graph_.zero()));
    }
    for (std::size_t c = 0; c < equations_.impacts.size(); ++c)
      out.restitutions.push_back(restitution(c));
    return out;
  }

private:
  /// A symbol that is printed so.
  Expr declared(Formula printed, AtomClass type, std::size_t order) {
    const Expr out = graph_.symbol(written(printed));
    algebra_.atoms.declare(out, type, order, std::move(printed));
    return out;
  }

  [[nodiscard]] Expr entry(std::size_t k, std::size_t i) const {
    return equations_.constraint_matrix.at(static_cast<int>(k), static_cast<int>(i));
  }

  /// Σᵢ rowᵢ·jump(vᵢ)
  Expr along(const std::vector<Expr>& row) {
    Expr out = graph_.zero();
    for (std::size_t i = 0; i < row.size(); ++i)
      out = graph_.add(out, graph_.mul(row[i], jumps_[i]));
    return out;
  }

  std::optional<PlainEquation> line(const std::string& of, int leader, Expr motion, Expr forces) {
    if (size_within(graph_, graph_.sub(motion, forces), most_nodes_) >= most_nodes_) return std::nullopt;
    return print(algebra_, Balance{of, leader, motion, forces, graph_.sub(motion, forces)});
  }

  std::optional<PlainEquation> balance(std::size_t i) {
    std::vector<Expr> row;
    for (std::size_t j = 0; j < jumps_.size(); ++j)
      row.push_back(equations_.mass().at(static_cast<int>(i), static_cast<int>(j)));
    Expr forces = graph_.zero();
    for (std::size_t k = 0; k < impulses_.size(); ++k)
      forces = graph_.add(forces, graph_.mul(entry(k, i), impulses_[k]));
    for (std::size_t c = 0; c < equations_.impacts.size(); ++c)
      forces = graph_.add(forces, graph_.mul(equations_.impacts[c].row[i], system_.impacts[c].symbol));
    return line(system_.coordinates[i].name, static_cast<int>(i), along(row), forces);
  }

  std::optional<PlainEquation> restitution(std::size_t c) {
    const Impact& impact = system_.impacts[c];
    if (impact.law != ImpactLaw::newton) return std::nullopt;
    const Expr bounce = graph_.mul(graph_.add(graph_.one(), impact.restitution), equations_.impacts[c].speed);
    return line(impact.name, -1, along(equations_.impacts[c].row), graph_.neg(bounce));
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  std::size_t most_nodes_;
  Algebra algebra_;
  std::vector<Expr> jumps_;
  std::vector<Expr> impulses_;
};

} // namespace

ImpulseForm impulse_form(const Equations& equations, std::size_t most_nodes) {
  const WorkBudget budget(most_form_work);
  const PointBudget of_all_tests(most_form_steps);
  return ImpulsePrinter(equations, most_nodes).all();
}

} // namespace textbook
} // namespace dalembert
