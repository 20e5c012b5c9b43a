#include <dalembert/analysis/condition_roots.h>
#include <dalembert/analysis/steady_solver.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>

namespace dalembert {
inline namespace analysis {

namespace {

class ChoiceSolver {
public:
  ChoiceSolver(const System& system, const SteadyUnknowns& unknowns)
      : system_(system), graph_(*system.graph), kept_(unknowns.kept), running_(unknowns.running) {}

  std::optional<std::vector<Replacement>> run(const std::vector<Expr>& conditions,
                                              const std::vector<SteadyChoice>& choices) {
    std::vector<Replacement> values;
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (const std::optional<Expr> value = fixed_value(graph_, choices[i])) values.push_back({symbol(i), *value});
    std::vector<Expr> open = substitute(graph_, conditions, values);
    if (!solve_lengths(choices, open, values) || !solve_angles(choices, open, values) ||
        !solve_speeds(choices, open, values))
      return std::nullopt;
    if (!std::all_of(open.begin(), open.end(), [this](Expr e) { return is_zero(graph_, e); })) return std::nullopt;
    return values;
  }

private:
  [[nodiscard]] Expr symbol(std::size_t place) const {
    return place < kept_.size() ? system_.coordinates[kept_[place]].position
                                : system_.coordinates[running_[place - kept_.size()]].rate;
  }

  /// Solves the conditions for the lengths in which they are linear; false where that cannot be done.
  bool solve_lengths(const std::vector<SteadyChoice>& choices, std::vector<Expr>& open,
                     std::vector<Replacement>& values) {
    std::vector<Expr> lengths;
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (choices[i] == SteadyChoice::solved && !is_angle(i)) lengths.push_back(symbol(i));
    if (lengths.empty()) return true;
    ExprMatrix slopes(static_cast<int>(open.size()), static_cast<int>(lengths.size()), graph_.zero());
    slopes.entries = jacobian(graph_, open, lengths);
    std::vector<Replacement> at_zero;
    at_zero.reserve(lengths.size());
    for (const Expr length : lengths)
      at_zero.push_back({length, graph_.zero()});
    if (depends(graph_, slopes.entries, lengths)) return false;
    ExprMatrix right(slopes.rows, 1, graph_.zero());
    for (int i = 0; i < right.rows; ++i)
      right.at(i, 0) = graph_.neg(substitute(graph_, open[static_cast<std::size_t>(i)], at_zero));
    const LinearSolution solution = solve_overdetermined(graph_, slopes, right);
    std::vector<Replacement> found;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (!solution.is_determined[i] || is_zero(graph_, solution.solution.entries[i]))
        return false; // 0 is a choice of its own
      found.push_back({lengths[i], solution.solution.entries[i]});
    }
    apply(found, open, values);
    return true;
  }

  /// Solves one condition for one speed; false where that cannot be done.
  bool solve_speeds(const std::vector<SteadyChoice>& choices, std::vector<Expr>& open,
                    std::vector<Replacement>& values) {
    std::vector<Expr> speeds;
    for (std::size_t i = kept_.size(); i < choices.size(); ++i)
      if (choices[i] == SteadyChoice::solved) speeds.push_back(symbol(i));
    if (speeds.empty()) return true;
    std::vector<Expr> conditions;
    for (const Expr e : open)
      if (!is_zero(graph_, e)) conditions.push_back(e);
    if (speeds.size() > 1 || conditions.size() != 1) return false;
    const std::optional<Expr> root = speed_root(graph_, conditions[0], speeds[0]);
    if (!root) return false;
    apply({{speeds[0], *root}}, open, values);
    return true;
  }

  /// Solves one condition for each angle; false where that cannot be done.
  bool solve_angles(const std::vector<SteadyChoice>& choices, std::vector<Expr>& open,
                    std::vector<Replacement>& values) {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (choices[i] != SteadyChoice::solved || !is_angle(i)) continue;
      const Expr angle = symbol(i);
      const auto condition = std::find_if(open.begin(), open.end(), [&](Expr e) { return !is_zero(graph_, e); });
      if (condition == open.end()) return false;
      const std::optional<AngleRoot> root = angle_root(graph_, *condition, angle);
      if (!root) return false;
      apply({{graph_.cos(angle), root->cosine}, {graph_.sin(angle), root->sine}, {angle, root->angle}}, open, values);
    }
    return true;
  }

  [[nodiscard]] bool is_angle(std::size_t place) const { return system_.coordinates[kept_[place]].measure.angular; }

  void apply(const std::vector<Replacement>& found, std::vector<Expr>& open, std::vector<Replacement>& values) {
    open = substitute(graph_, open, found);
    for (Replacement& value : values)
      value.by = substitute(graph_, value.by, found);
    values.insert(values.end(), found.begin(), found.end());
  }

  const System& system_;
  Graph& graph_;
  const std::vector<std::size_t>& kept_;
  const std::vector<std::size_t>& running_;
};

} // namespace

std::optional<std::vector<Replacement>> solved_choices(const System& system, const SteadyUnknowns& unknowns,
                                                       const std::vector<Expr>& conditions,
                                                       const std::vector<SteadyChoice>& choices) {
  return ChoiceSolver(system, unknowns).run(conditions, choices);
}

} // namespace analysis
} // namespace dalembert
