#include <dalembert/simulation/solving/manifold.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// Violations that rounding leaves, as a share of the terms of the row.
constexpr double of_rounding = std::numeric_limits<double>::epsilon();
constexpr double of_few_roundings = 4 * of_rounding;

Projector projector(const Engine& engine, std::size_t rows, int most_iterations, KktOptions kkt = {}) {
  ProjectionOptions options;
  options.max_iterations = most_iterations;
  options.kkt = std::move(kkt);
  return {static_cast<int>(engine.coordinates()), static_cast<int>(rows), std::move(options)};
}

} // namespace

Manifold::Manifold(const Engine& engine, int most_iterations)
    : engine_(engine),
      most_iterations_(most_iterations),
      positions_{RowValues(engine, Level::position),
                 projector(engine, engine.programs->positions.rows.size(), most_iterations),
                 {},
                 {}},
      rates_{RowValues(engine), projector(engine, engine.constraints(), most_iterations), {}, {}},
      slips_(engine.slips),
      jumps_(engine.jumps),
      slip_values_(slips_.outputs()),
      jump_values_(jumps_.outputs()) {}

void Manifold::use_structure() {
  uses_structure_ = engine_.structure.projection != nullptr;
}

void Manifold::set_known_ranks(const RowRanks& ranks) {
  ranks_ = ranks;
  renew_projectors();
}

void Manifold::set_active_rows(const ActiveRows& rows) {
  active_ = rows;
  std::vector<std::size_t> holonomic;
  const std::vector<std::size_t>& places = engine_.programs->positions.rows;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (rows.contains(places[i])) holonomic.push_back(i);
  positions_.active = std::move(holonomic);
  rates_.active = rows.rows();
  renew_projectors();
}

void Manifold::set_held(const std::vector<std::size_t>& frictions, const std::vector<HeldJump>& jumps) {
  if (frictions == held_ && jumps == held_jumps_) return;
  held_ = frictions;
  held_jumps_ = jumps;
  renew_projectors();
}

Manifold::HeldRow Manifold::held_row(std::size_t index) const {
  const std::size_t n = engine_.coordinates();
  if (index < held_.size()) {
    const SlipView slip(held_[index], n, slip_values_);
    return {slip.slip, slip.column};
  }
  const HeldJump& held = held_jumps_[index - held_.size()];
  const JumpView jump(held.jump, n, jump_values_);
  return {jump.argument - held.level, jump.column};
}

std::string Manifold::held_name(std::size_t index) const {
  if (index < held_.size()) return "the slip of " + engine_.system().frictions[held_[index]].name + " is 0";
  const HeldJump& held = held_jumps_[index - held_.size()];
  return fmt::format("{} = {:g}", engine_.programs->jumps.jumps[held.jump].surface, held.level);
}

/// What is known of the ranks.
KktOptions Manifold::options(bool is_holonomic) const {
  if (active_) return is_holonomic ? active_->holonomic_options(engine_) : active_->options(engine_);
  if (ranks_) return is_holonomic ? ranks_->holonomic_options(engine_) : ranks_->options(engine_);
  return {};
}

/// Those that have the rank of all rows of a level that act; nothing where they are not known.
std::optional<std::vector<std::size_t>> Manifold::independent_rows(bool is_holonomic) const {
  std::vector<std::size_t> out;
  if (active_)
    out = active_->independent();
  else if (ranks_)
    out = ranks_->independent;
  if (!is_holonomic) return out;
  const std::vector<std::size_t>& places = engine_.programs->positions.rows;
  std::erase_if(out, [&places](std::size_t k) { return std::ranges::find(places, k) == places.end(); });
  if (static_cast<int>(out.size()) != options(true).known_rank) return std::nullopt;
  return out;
}

/// The programs of all rows where some repeat others, else those with fewest operations.
void Manifold::make_structure(const Rows& level) {
  const bool is_of_rates = &level == &rates_;
  std::optional<StructureProjection>& structure = is_of_rates ? rate_structure_ : position_structure_;
  structure.emplace(engine_, level.has_repeated_rows ? engine_.released : engine_.structure,
                    is_of_rates ? Level::rate : Level::position);
  std::vector<std::size_t> acting(engine_.constraints());
  std::iota(acting.begin(), acting.end(), std::size_t{0});
  if (active_) acting = active_->rows();
  if (!level.has_repeated_rows) return structure->set_rows(acting, acting);
  const std::optional<std::vector<std::size_t>> independent = independent_rows(!is_of_rates);
  if (independent)
    structure->set_rows(acting, *independent);
  else
    structure->forbid();
}

void Manifold::renew_projectors() {
  position_structure_.reset();
  rate_structure_.reset();
  const auto count = [](const Rows& level) { return level.active ? level.active->size() : level.values.rows(); };
  KktOptions of_positions = options(true);
  KktOptions of_rates = options(false);
  positions_.has_repeated_rows = of_positions.known_rank.has_value();
  rates_.has_repeated_rows = of_rates.known_rank.has_value();
  positions_.projector = projector(engine_, count(positions_), most_iterations_, std::move(of_positions));
  if (of_rates.known_rank) {
    *of_rates.known_rank += static_cast<int>(held());
    of_rates.typical_rows.resize((count(rates_) + held()) * engine_.coordinates(), 0.0); // of slips: unknown
  }
  rates_.projector = projector(engine_, count(rates_) + held(), most_iterations_, std::move(of_rates));
}

void Manifold::Rows::gather(std::span<const double> all, std::size_t width, std::span<double> out) const {
  if (!active) {
    std::ranges::copy(all, out.begin());
    return;
  }
  auto to = out.begin();
  for (const std::size_t k : *active)
    to = std::ranges::copy(all.subspan(k * width, width), to).out;
}

bool Manifold::project(std::span<double> inputs, Correction correction) {
  const InputView<double> at(engine_.programs->layout, inputs);
  operations_ = 0.0;
  are_positions_by_matrices_ = false;
  return project(positions_, at.positions(), inputs, correction) && project(rates_, at.rates(), inputs, correction);
}

std::string Manifold::failure() const {
  std::string names;
  const std::size_t m = engine_.constraints();
  for (const std::size_t k : unmet_)
    names += (names.empty() ? "; not satisfied: " : ", ") +
             (k < m ? engine_.system().constraints[k].name : held_name(k - m));
  return fmt::format("found no {} all constraints{}",
                     is_rate_unmet_ ? "rates that satisfy" : "nearby position that satisfies", names);
}

/// True where each row of the rates is one of the positions, differentiated.
bool Manifold::has_rows_of_positions_alone() const {
  const auto count = [](const Rows& level) { return level.active ? level.active->size() : level.values.rows(); };
  return held() == 0 && count(positions_) == count(rates_);
}

/// Where no slips are held.
bool Manifold::project_by_structure(const Rows& level, std::span<double> inputs, Correction correction) {
  const bool is_of_rates = &level == &rates_;
  if (!uses_structure_ || (is_of_rates && held() > 0)) return false;
  if (level.has_repeated_rows && !engine_.released.projection) return false;
  std::optional<StructureProjection>& structure = is_of_rates ? rate_structure_ : position_structure_;
  if (!structure) make_structure(level);
  const double enough = correction == Correction::of_step ? of_rounding : of_few_roundings;
  if (!structure->is_usable() || !structure->project(inputs, enough)) return false;
  if (operations_) *operations_ += structure->operations();
  return true;
}

bool Manifold::project(Rows& level, std::span<double> place, std::span<double> inputs, Correction correction) {
  const bool is_of_rates = &level == &rates_;
  const std::size_t rows = level.active ? level.active->size() : level.values.rows();
  const std::size_t held = is_of_rates ? this->held() : 0;
  if (rows + held == 0 || project_by_structure(level, inputs, correction)) return true;
  operations_.reset();
  const bool is_shared = is_of_rates && correction == Correction::of_dense_output && are_positions_by_matrices_ &&
                         has_rows_of_positions_alone();
  are_positions_by_matrices_ = !is_of_rates;
  level.evaluated.clear();
  const auto evaluate = [&](std::span<const double> x) {
    std::ranges::copy(x, place.begin());
    const auto is_same = [](double a, double b) {
      return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    };
    // The Jacobian and the residual are asked for at the same x, one after the other.
    if (!std::ranges::equal(x, level.evaluated, is_same)) {
      level.values.evaluate(inputs);
      const std::span<const double> state = InputView<double>(engine_.programs->layout, inputs).state();
      if (is_of_rates && !held_.empty()) slips_.evaluate(state, slip_values_);
      if (is_of_rates && !held_jumps_.empty()) jumps_.evaluate(state, jump_values_);
      level.evaluated.assign(x.begin(), x.end());
    }
    return level.values.view();
  };
  ProjectionRows problem;
  problem.residual = [&](std::span<const double> x, std::span<double> residual) {
    level.gather(evaluate(x).residual, 1, residual);
    for (std::size_t i = 0; i < held; ++i)
      residual[rows + i] = held_row(i).residual;
  };
  problem.linearise = [&](std::span<const double> x, std::span<double> jacobian, std::span<double> metric) {
    const RowsView values = evaluate(x);
    const std::size_t n = engine_.coordinates();
    level.gather(values.gradient, n, jacobian);
    for (std::size_t i = 0; i < held; ++i)
      std::ranges::copy(held_row(i).gradient, jacobian.subspan((rows + i) * n, n).begin());
    std::ranges::copy(values.mass, metric.begin());
  };
  level.x.assign(place.begin(), place.end());
  const ProjectionReport& report =
      (is_shared ? positions_ : level)
          .projector.project(problem, level.x, correction == Correction::of_step ? 0.0 : of_few_roundings,
                             is_shared ? ProjectionBegin::by_last_matrices : ProjectionBegin::linearises);
  std::ranges::copy(level.x, place.begin());
  is_rate_unmet_ = is_of_rates;
  unmet_ = report.unmet_rows;
  for (std::size_t& row : unmet_) {
    if (row >= rows) {
      row += engine_.constraints() - rows;
      continue;
    }
    if (level.active) row = (*level.active)[row];
    if (!is_of_rates) row = engine_.programs->positions.rows[row];
  }
  return report.converged;
}

} // namespace simulation
} // namespace dalembert
