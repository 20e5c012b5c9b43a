#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/speed_frame.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace derivation {

namespace {

constexpr std::size_t most_choices = 256; ///< sets of dependent rates that are compared

/// Sets of `count` out of `total` in lexical order; none where they are too many.
std::vector<std::vector<int>> subsets(int total, int count) {
  std::vector<std::vector<int>> out{{}};
  for (int i = 0; i < count; ++i) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& set : out)
      for (int next = set.empty() ? 0 : set.back() + 1; next <= total - count + i; ++next) {
        longer.push_back(set);
        longer.back().push_back(next);
      }
    out = std::move(longer);
    if (out.size() > most_choices) return {};
  }
  return out;
}

/// Gathers rows until they are as many as there are rates, then inverts them.
class FrameMaker {
public:
  FrameMaker(const Equations& equations, std::string_view form)
      : equations_(equations),
        system_(*equations.system),
        graph_(*system_.graph),
        form_(form),
        n_(system_.coordinates.size()),
        rank_(graph_) {}

  SpeedFrame make(SpeedsFrom from, const IndependentCoordinates& independent) {
    take_constraints();
    if (from == SpeedsFrom::declared)
      for (const Speed& speed : system_.speeds)
        take_declared(speed);
    for (const int i : open_coordinates(independent))
      take_rate(static_cast<std::size_t>(i));
    for (std::size_t i = 0; i < n_; ++i)
      take_rate(i);
    if (frame_.speeds.empty())
      refuse_form(system_, form_, {.reason = "the constraints leave no independent speed (symbolically)"});
    invert();
    return std::move(frame_);
  }

private:
  [[nodiscard]] bool is_full() const { return rank_.rank() == static_cast<int>(n_); }

  void take_constraints() {
    const std::vector<Expr> v = system_.rates();
    for (std::size_t k = 0; k < system_.constraints.size(); ++k) {
      const Constraint& constraint = system_.constraints[k];
      if (constraint.chetaev)
        refuse_form(system_, form_,
                    {.reason = fmt::format("the constraint {} is not linear in the rates, so no choice of speeds makes "
                                           "the rates linear in them",
                                           constraint.name),
                     .help = "use --form lagrange, explicit or hamilton",
                     .span = constraint.span});
      std::vector<Expr> row = equations_.constraint_matrix.row(static_cast<int>(k));
      if (!rank_.add(row)) continue;
      frame_.constraints.push_back(static_cast<int>(k));
      constraint_rows_.push_back(std::move(row));
    }
  }

  void take_declared(const Speed& speed) {
    std::vector<Expr> row = gradient(graph_, speed.value, system_.rates());
    const bool is_affine = !depends(graph_, row, system_.rates());
    if (is_full() || !is_affine || !rank_.add(row)) {
      frame_.passed_by.push_back(speed.name);
      return;
    }
    frame_.names.push_back(speed.name);
    frame_.coordinates.push_back(-1);
    frame_.speeds.push_back(graph_.symbol(speed.name));
    frame_.speed_rates.push_back(graph_.symbol(speed.name + "'"));
    frame_.values.push_back(speed.value);
    speed_rows_.push_back(std::move(row));
  }

  void take_rate(std::size_t i) {
    if (is_full()) return;
    std::vector<Expr> row(n_, graph_.zero());
    row[i] = graph_.one();
    if (!rank_.add(row)) return;
    const Coordinate& coordinate = system_.coordinates[i];
    frame_.names.push_back(coordinate.name + "'");
    frame_.coordinates.push_back(static_cast<int>(i));
    frame_.speeds.push_back(coordinate.rate);
    frame_.speed_rates.push_back(coordinate.acceleration);
    frame_.values.push_back(coordinate.rate);
    speed_rows_.push_back(std::move(row));
  }

  /// The coordinates that are best taken as independent: those whose constraints are solved for the others by the
  /// simplest division, if possible by none that can vanish.
  [[nodiscard]] IndependentCoordinates open_coordinates(const IndependentCoordinates& asked) const {
    if (!asked.empty()) return asked;
    ExprMatrix rows(static_cast<int>(constraint_rows_.size()), static_cast<int>(n_), graph_.zero());
    for (int k = 0; k < rows.rows; ++k)
      for (int i = 0; i < rows.columns; ++i)
        rows.at(k, i) = constraint_rows_[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
    std::size_t cheapest = std::numeric_limits<std::size_t>::max();
    IndependentCoordinates best;
    const std::vector<std::vector<int>> choices = subsets(rows.columns, rows.rows);
    const std::vector<std::optional<Expr>> divisors = minors(graph_, rows, choices);
    for (std::size_t k = 0; k < choices.size(); ++k) {
      const std::vector<int>& dependent = choices[k];
      const std::optional<Expr>& divisor = divisors[k];
      if (!divisor || graph_.is_zero(*divisor)) continue;
      const std::size_t cost = division_cost(*divisor);
      if (cost >= cheapest) continue;
      cheapest = cost;
      best.clear();
      for (int i = 0; i < rows.columns; ++i)
        if (std::ranges::find(dependent, i) == dependent.end()) best.push_back(i);
    }
    return best.empty() ? null_space(graph_, rows).independent : best;
  }

  /// Nodes of a divisor; one that can vanish counts as longer than any that cannot.
  [[nodiscard]] std::size_t division_cost(Expr divisor) const {
    constexpr std::size_t can_vanish = 1U << 20U;
    const bool is_constant = !depends(graph_, divisor, system_.positions()) && !depends(graph_, divisor, system_.time);
    return reachable(graph_, std::vector<Expr>{divisor}).size() + (is_constant ? 0 : can_vanish);
  }

  /// Value of an affine expression at v = 0.
  [[nodiscard]] Expr at_rest(Expr e) const {
    std::vector<Replacement> rest;
    for (const Expr v : system_.rates())
      rest.push_back({v, graph_.zero()});
    return substitute(graph_, e, rest);
  }

  void invert() {
    const int n = static_cast<int>(n_);
    const int k = static_cast<int>(speed_rows_.size());
    std::vector<Expr> offsets;
    for (const Expr value : frame_.values)
      offsets.push_back(at_rest(value));
    for (const int row : frame_.constraints)
      offsets.push_back(at_rest(equations_.constraint_rates[static_cast<std::size_t>(row)]));
    frame_.rows = ExprMatrix(n, n, graph_.zero());
    for (int r = 0; r < n; ++r)
      for (int i = 0; i < n; ++i) {
        const auto column = static_cast<std::size_t>(i);
        frame_.rows.at(r, i) = r < k ? speed_rows_[static_cast<std::size_t>(r)][column]
                                     : constraint_rows_[static_cast<std::size_t>(r - k)][column];
      }
    std::optional<MatrixInverse> found = inverse(graph_, frame_.rows);
    if (!found) refuse_form(system_, form_, {.reason = "the constraints could not be solved for the rates"});
    frame_.determinant = found->determinant;
    frame_.directions = ExprMatrix(n, k, graph_.zero());
    frame_.returns = ExprMatrix(n, n - k, graph_.zero());
    for (int i = 0; i < n; ++i) {
      Expr drift = graph_.zero();
      Expr rate = graph_.zero();
      for (int r = 0; r < n; ++r) {
        const Expr entry = found->inverse.at(i, r);
        (r < k ? frame_.directions.at(i, r) : frame_.returns.at(i, r - k)) = entry;
        drift = graph_.sub(drift, graph_.mul(entry, offsets[static_cast<std::size_t>(r)]));
        if (r < k) rate = graph_.add(rate, graph_.mul(entry, frame_.speeds[static_cast<std::size_t>(r)]));
      }
      frame_.drift.push_back(drift);
      frame_.rates.push_back(graph_.add(rate, drift));
    }
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  std::string_view form_;
  std::size_t n_;
  GenericRows rank_;
  std::vector<std::vector<Expr>> constraint_rows_;
  std::vector<std::vector<Expr>> speed_rows_;
  SpeedFrame frame_;
};

} // namespace

SpeedFrame speed_frame(const Equations& equations, std::string_view form, SpeedsFrom from,
                       const IndependentCoordinates& independent) {
  return FrameMaker(equations, form).make(from, independent);
}

} // namespace derivation
} // namespace dalembert
