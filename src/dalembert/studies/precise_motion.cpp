#include <dalembert/expr/evaluate_as.h>
#include <dalembert/studies/precise_motion.h>
#include <dalembert/studies/precise_parameters.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

using Numbers = std::vector<BigFloat>;

constexpr long motion_bits = 190;               // 57 digits, and less than three words: MPFR has faster ways for these
constexpr double settled_share = 1e-50;         // of the size of the state
constexpr double still_met = 1e-42;             // of the rows that were not solved for
constexpr std::size_t most_nodes = 150'000;     // of the expressions: some tenths of a second an evaluation
constexpr std::size_t most_unknown_forces = 64; // n + m of the matrix that is solved

/// Cuts a list of numbers into matrices, one after another.
class Slices {
public:
  explicit Slices(Numbers all) : all_(std::move(all)) {}
  BigMatrix next(std::size_t rows, std::size_t columns) {
    BigMatrix out(rows, columns);
    for (BigFloat& entry : out.entries)
      entry = std::move(all_[place_++]);
    return out;
  }

private:
  Numbers all_;
  std::size_t place_ = 0;
};

} // namespace

struct PreciseMotions::Data {
  const System& system;
  PreparedRoots values;      ///< MotionExpressions::values
  PreparedRoots derivatives; ///< MotionExpressions::derivatives
  std::vector<std::size_t> holonomic;
  Numbers parameters;
  bool is_usable = true;
  EvaluatorAs<BigFloat> evaluate;

  Data(const Study& study, const Equations& equations, const VariationProgram& variation)
      : system(*equations.system), evaluate(*system.graph) {
    is_usable = system.coordinates.size() + system.constraints.size() <= most_unknown_forces;
    if (!is_usable) return;
    const MotionExpressions expressions = motion_expressions(study, equations, variation);
    holonomic = expressions.holonomic;
    std::vector<Expr> all = expressions.values;
    all.insert(all.end(), expressions.derivatives.begin(), expressions.derivatives.end());
    is_usable = reachable(*system.graph, all).size() <= most_nodes;
    if (!is_usable) return;
    values = PreparedRoots(*system.graph, expressions.values);
    derivatives = PreparedRoots(*system.graph, expressions.derivatives);
  }
};

namespace {

/// One state in sixty digits and what is known there.
struct Place {
  double t = 0.0;
  Numbers q;
  Numbers v;
};

/// What the expressions of `base` are at a place.
struct BaseValues {
  BigMatrix mass;
  BigMatrix forcing;
  BigMatrix rows;
  BigMatrix row_forcing;
  BigMatrix row_rates;
  BigMatrix positions; ///< φ of the holonomic rows
};

/// The motion at a place: (v̇, λ) of the rows in use, and the matrix for more right-hand sides.
struct Solved {
  BigMatrix accelerations; ///< n×1
  BigMatrix multipliers;   ///< of all rows, 0 for those not in use
  BigMatrix kkt;
};

/// A place whose rates satisfy the rows.
struct Reached {
  BaseValues at;
  Solved solved;
};

} // namespace

/// Solves and linearises for one choice of freedoms.
class PreciseSearch {
public:
  PreciseSearch(PreciseMotions::Data& data, const Freedoms& freedoms, const SteadyConditions& wanted)
      : system_(data.system),
        n_(system_.coordinates.size()),
        m_(system_.constraints.size()),
        data_(data),
        freedoms_(freedoms),
        wanted_(wanted) {}

  /// The place after the dependent rates have been made consistent; nothing where that fails.
  std::optional<Reached> reached(Place& place) {
    std::optional<BaseValues> at = consistent(place);
    std::optional<Solved> solved = at ? solve(*at) : std::nullopt;
    if (!solved) return std::nullopt;
    return Reached{std::move(*at), std::move(*solved)};
  }

  /// F at the place.
  [[nodiscard]] BigMatrix conditions(const Place& place, const Reached& here) const {
    BigMatrix out(wanted_.holonomic_rows.size() + freedoms_.rates.size() + wanted_.still.size(), 1);
    std::size_t i = 0;
    for (const std::size_t row : wanted_.holonomic_rows) {
      const std::vector<std::size_t>& all = data_.holonomic;
      const auto found = std::find(all.begin(), all.end(), row);
      out.at(i++, 0) = here.at.positions.at(static_cast<std::size_t>(found - all.begin()), 0);
    }
    for (const std::size_t rate : freedoms_.rates)
      out.at(i++, 0) = here.solved.accelerations.at(rate, 0);
    for (const std::size_t rate : wanted_.still)
      out.at(i++, 0) = place.v[rate];
    return out;
  }

  /// Newton's method with the Jacobian of doubles; nothing where it does not settle at sixty digits.
  std::optional<Reached> solve_conditions(Place& place) {
    const BigMatrix slopes =
        BigMatrix(wanted_.jacobian).row_selection(wanted_.pivot_rows).column_selection(wanted_.pivot_columns);
    constexpr int most_steps = 20; // of three digits each or more; less would be no regular solution
    for (int i = 0; i < most_steps; ++i) {
      std::optional<Reached> here = reached(place);
      if (!here) return std::nullopt;
      const BigMatrix missed = conditions(place, *here);
      if (!std::isfinite(largest(missed))) return std::nullopt;
      const std::optional<BigMatrix> step = solve_precisely(slopes, missed.row_selection(wanted_.pivot_rows));
      if (!step) return std::nullopt;
      const double scale = 1.0 + extent(place);
      if (largest(*step) <= settled_share * scale) {
        const bool is_met = largest(missed) <= still_met * (1.0 + norm(wanted_.jacobian)) * scale;
        return is_met ? std::move(here) : std::nullopt;
      }
      constexpr double afar = 1e-3; // the start is known to many more digits
      if (largest(*step) > afar * scale) return std::nullopt;
      for (std::size_t c = 0; c < wanted_.pivot_columns.size(); ++c)
        unknown(place, wanted_.pivot_columns[c]) = unknown(place, wanted_.pivot_columns[c]) - step->at(c, 0);
    }
    return std::nullopt;
  }

  /// Moves what `pivot_columns` leave out, each by another little; `only` one of them.
  void move_free_unknowns(Place& place, std::optional<std::size_t> only) {
    constexpr double little = 1e-4;
    const std::size_t all = wanted_.positions.size() + (wanted_.has_speeds ? freedoms_.rates.size() : 0);
    double share = 1.0;
    for (std::size_t c = 0; c < all; ++c) {
      if (std::find(wanted_.pivot_columns.begin(), wanted_.pivot_columns.end(), c) != wanted_.pivot_columns.end())
        continue;
      if (only && *only != c) continue;
      unknown(place, c) = unknown(place, c) + BigFloat(little * share);
      share *= -0.7;
    }
  }

  std::optional<PreciseMotion> linearised(const Place& place, const Reached& here) {
    Slices cut(data_.evaluate(data_.derivatives, assignments(place, &here.solved)));
    const BigMatrix by_position = cut.next(n_, n_);
    const BigMatrix by_rate = cut.next(n_, n_);
    const BigMatrix rows_q = cut.next(m_, n_).row_selection(freedoms_.rows);
    const BigMatrix rows_v = cut.next(m_, n_).row_selection(freedoms_.rows);
    const BigMatrix rates_q = cut.next(m_, n_).row_selection(freedoms_.rows);
    const std::optional<BigMatrix> change =
        solve_precisely(here.solved.kkt, -stacked(joined(by_position, by_rate), joined(rows_q, rows_v)));
    const BigMatrix rows = here.at.rows.row_selection(freedoms_.rows);
    const std::optional<BigMatrix> dependent =
        freedoms_.rows.empty() ? std::optional<BigMatrix>(BigMatrix(0, n_ + freedoms_.rates.size()))
                               : solve_precisely(rows.column_selection(freedoms_.dependent),
                                                 joined(rates_q, rows.column_selection(freedoms_.rates)));
    if (!change || !dependent) return std::nullopt;
    PreciseMotion out;
    out.rate_by_position = BigMatrix(n_, n_);
    out.rate_by_speed = BigMatrix(n_, freedoms_.rates.size());
    for (std::size_t r = 0; r < freedoms_.dependent.size(); ++r) {
      for (std::size_t j = 0; j < n_; ++j)
        out.rate_by_position.at(freedoms_.dependent[r], j) = -dependent->at(r, j);
      for (std::size_t c = 0; c < freedoms_.rates.size(); ++c)
        out.rate_by_speed.at(freedoms_.dependent[r], c) = -dependent->at(r, n_ + c);
    }
    for (std::size_t c = 0; c < freedoms_.rates.size(); ++c)
      out.rate_by_speed.at(freedoms_.rates[c], c) = BigFloat(1.0);
    BigMatrix a_q(freedoms_.rates.size(), n_);
    BigMatrix a_v(freedoms_.rates.size(), n_);
    for (std::size_t r = 0; r < freedoms_.rates.size(); ++r)
      for (std::size_t j = 0; j < n_; ++j) {
        a_q.at(r, j) = change->at(freedoms_.rates[r], j);
        a_v.at(r, j) = change->at(freedoms_.rates[r], n_ + j);
      }
    out.speed_by_position = a_q - (-(a_v * out.rate_by_position));
    out.speed_by_speed = a_v * out.rate_by_speed;
    out.rows = here.at.rows;
    out.mass = here.at.mass;
    out.conditions = conditions_jacobian(out);
    out.state.t = place.t;
    for (std::size_t i = 0; i < n_; ++i) {
      out.state.q.push_back(place.q[i].to_double());
      out.state.v.push_back(place.v[i].to_double());
    }
    return out;
  }

private:
  static double extent(const Place& place) {
    double out = 0.0;
    for (std::size_t i = 0; i < place.q.size(); ++i)
      out = std::max({out, std::abs(place.q[i].to_double()), std::abs(place.v[i].to_double())});
    return out;
  }

  BigFloat& unknown(Place& place, std::size_t column) {
    if (column < wanted_.positions.size()) return place.q[wanted_.positions[column]];
    return place.v[freedoms_.rates[column - wanted_.positions.size()]];
  }

  std::vector<AssignmentAs<BigFloat>> assignments(const Place& place, const Solved* solved) const {
    std::vector<AssignmentAs<BigFloat>> out{{system_.time, BigFloat(place.t)}};
    for (std::size_t p = 0; p < data_.parameters.size(); ++p)
      out.push_back({system_.parameters[p].symbol, data_.parameters[p]});
    for (std::size_t i = 0; i < n_; ++i) {
      out.push_back({system_.coordinates[i].position, place.q[i]});
      out.push_back({system_.coordinates[i].rate, place.v[i]});
      if (solved) out.push_back({system_.coordinates[i].acceleration, solved->accelerations.at(i, 0)});
    }
    for (std::size_t k = 0; solved && k < m_; ++k)
      out.push_back({system_.constraints[k].multiplier, solved->multipliers.at(k, 0)});
    return out;
  }

  BaseValues values(const Place& place) {
    Slices cut(data_.evaluate(data_.values, assignments(place, nullptr)));
    BaseValues out;
    out.mass = cut.next(n_, n_);
    out.forcing = cut.next(n_, 1);
    out.rows = cut.next(m_, n_);
    out.row_forcing = cut.next(m_, 1);
    out.row_rates = cut.next(m_, 1);
    out.positions = cut.next(data_.holonomic.size(), 1);
    return out;
  }

  /// Solves the dependent rates for the independent ones, by Newton's method (one step where the rows are affine).
  std::optional<BaseValues> consistent(Place& place) {
    constexpr int most_steps = 8;
    for (int i = 0; i < most_steps; ++i) {
      BaseValues at = values(place);
      if (freedoms_.rows.empty()) return at;
      const BigMatrix rows = at.rows.row_selection(freedoms_.rows).column_selection(freedoms_.dependent);
      const std::optional<BigMatrix> change = solve_precisely(rows, at.row_rates.row_selection(freedoms_.rows));
      if (!change) return std::nullopt;
      if (largest(*change) <= settled_share * (1.0 + extent(place))) return at;
      for (std::size_t r = 0; r < freedoms_.dependent.size(); ++r)
        place.v[freedoms_.dependent[r]] = place.v[freedoms_.dependent[r]] - change->at(r, 0);
    }
    return std::nullopt;
  }

  /// (v̇, λ) from equation (3) of docs/theory/lagrange.md with independent rows.
  std::optional<Solved> solve(const BaseValues& at) const {
    const std::size_t used = freedoms_.rows.size();
    const BigMatrix rows = at.rows.row_selection(freedoms_.rows);
    Solved out;
    out.kkt = stacked(joined(at.mass, -rows.transposed()), joined(rows, BigMatrix(used, used)));
    const auto x = solve_precisely(out.kkt, stacked(at.forcing, at.row_forcing.row_selection(freedoms_.rows)));
    if (!x) return std::nullopt;
    out.accelerations = BigMatrix(n_, 1);
    for (std::size_t i = 0; i < n_; ++i)
      out.accelerations.at(i, 0) = x->at(i, 0);
    out.multipliers = BigMatrix(m_, 1);
    for (std::size_t k = 0; k < used; ++k)
      out.multipliers.at(freedoms_.rows[k], 0) = x->at(n_ + k, 0);
    return out;
  }

  /// ∂F/∂unknowns, as Newton's method of find_steady_states has it.
  [[nodiscard]] BigMatrix conditions_jacobian(const PreciseMotion& at) const {
    BigMatrix by_position = stacked(stacked(at.rows.row_selection(wanted_.holonomic_rows), at.speed_by_position),
                                    at.rate_by_position.row_selection(wanted_.still))
                                .column_selection(wanted_.positions);
    if (!wanted_.has_speeds) return by_position;
    return joined(by_position,
                  stacked(stacked(BigMatrix(wanted_.holonomic_rows.size(), freedoms_.rates.size()), at.speed_by_speed),
                          at.rate_by_speed.row_selection(wanted_.still)));
  }

  const System& system_;
  std::size_t n_;
  std::size_t m_;
  PreciseMotions::Data& data_;
  const Freedoms& freedoms_;
  const SteadyConditions& wanted_;
};

PreciseMotions::PreciseMotions(const Study& study, const Equations& equations, const VariationProgram& variation,
                               const std::vector<double>& parameters)
    : data_(std::make_unique<Data>(study, equations, variation)) {
  if (!data_->is_usable) return;
  const PrecisionGuard guard(motion_bits);
  data_->parameters = parameter_numbers(data_->system, parameters);
}

PreciseMotions::~PreciseMotions() = default;

namespace {

Place place_of(const State& state) {
  Place out{state.t, {}, {}};
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    out.q.emplace_back(state.q[i]);
    out.v.emplace_back(state.v[i]);
  }
  return out;
}

/// The state with what is near 0 or a multiple of π/2 put there.
Place neat_place(const System& system, const State& near) {
  Place out = place_of(near);
  constexpr double closeness = 1e-5; // a degenerate equilibrium is found to a third of the digits
  for (std::size_t i = 0; i < near.q.size(); ++i) {
    if (std::abs(near.v[i]) < closeness * 1e-3) out.v[i] = BigFloat(0.0);
    if (std::abs(near.q[i]) < closeness) out.q[i] = BigFloat(0.0);
    const double quarters = std::round(near.q[i] / (0.5 * std::numbers::pi));
    const bool is_angle = system.coordinates[i].measure.angular && quarters != 0.0;
    if (is_angle && std::abs(near.q[i] - quarters * 0.5 * std::numbers::pi) < closeness)
      out.q[i] = BigFloat(0.5 * quarters) * BigFloat::pi();
  }
  return out;
}

} // namespace

std::optional<PreciseMotion> PreciseMotions::at(const State& near, const Freedoms& freedoms,
                                                const SteadyConditions& wanted) {
  if (!data_->is_usable) return std::nullopt;
  const PrecisionGuard guard(motion_bits);
  try {
    PreciseSearch search(*data_, freedoms, wanted);
    for (Place place : {neat_place(data_->system, near), place_of(near)})
      if (const std::optional<Reached> here = search.solve_conditions(place)) return search.linearised(place, *here);
  } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): a function without a value
  }
  return std::nullopt;
}

bool PreciseMotions::is_family(const State& near, const Freedoms& freedoms, const SteadyConditions& wanted,
                               std::optional<std::size_t> only) {
  if (!data_->is_usable) return false;
  const PrecisionGuard guard(motion_bits);
  try {
    PreciseSearch search(*data_, freedoms, wanted);
    Place place = neat_place(data_->system, near);
    search.move_free_unknowns(place, only);
    return search.solve_conditions(place).has_value();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

} // namespace studies
} // namespace dalembert
