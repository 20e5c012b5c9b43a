#include <dalembert/simulation/manifold.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace dalembert::inline simulation {

namespace {

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
      rates_{RowValues(engine), projector(engine, engine.constraints(), most_iterations), {}, {}} {}

void Manifold::set_known_ranks(const RowRanks& ranks) {
  positions_.projector =
      projector(engine_, positions_.values.rows(), most_iterations_, ranks.holonomic_options(engine_));
  rates_.projector = projector(engine_, rates_.values.rows(), most_iterations_, ranks.options(engine_));
}

void Manifold::set_active_rows(const ActiveRows& rows) {
  std::vector<std::size_t> holonomic;
  const std::vector<std::size_t>& places = engine_.programs->positions.rows;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (rows.contains(places[i])) holonomic.push_back(i);
  positions_.projector = projector(engine_, holonomic.size(), most_iterations_, rows.holonomic_options(engine_));
  rates_.projector = projector(engine_, rows.rows().size(), most_iterations_, rows.options(engine_));
  positions_.active = std::move(holonomic);
  rates_.active = rows.rows();
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

bool Manifold::project(std::span<double> inputs) {
  const InputView<double> at(engine_.programs->layout, inputs);
  return project(positions_, at.positions(), inputs) && project(rates_, at.rates(), inputs);
}

std::string Manifold::failure() const {
  std::string names;
  for (const std::size_t k : unmet_)
    names += (names.empty() ? "; not satisfied: " : ", ") + engine_.system().constraints[k].name;
  return fmt::format("found no {} all constraints{}",
                     is_rate_unmet_ ? "rates that satisfy" : "nearby position that satisfies", names);
}

bool Manifold::project(Rows& level, std::span<double> place, std::span<double> inputs) {
  if (level.active ? level.active->empty() : level.values.rows() == 0) return true;
  level.evaluated.clear();
  const auto evaluate = [&](std::span<const double> x) {
    std::ranges::copy(x, place.begin());
    const auto is_same = [](double a, double b) {
      return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    };
    // The Jacobian and the residual are asked for at the same x, one after the other.
    if (!std::ranges::equal(x, level.evaluated, is_same)) {
      level.values.evaluate(inputs);
      level.evaluated.assign(x.begin(), x.end());
    }
    return level.values.view();
  };
  ProjectionRows problem;
  problem.residual = [&](std::span<const double> x, std::span<double> residual) {
    level.gather(evaluate(x).residual, 1, residual);
  };
  problem.linearise = [&](std::span<const double> x, std::span<double> jacobian, std::span<double> metric) {
    const RowsView rows = evaluate(x);
    level.gather(rows.gradient, engine_.coordinates(), jacobian);
    std::ranges::copy(rows.mass, metric.begin());
  };
  level.x.assign(place.begin(), place.end());
  const ProjectionReport& report = level.projector.project(problem, level.x);
  std::ranges::copy(level.x, place.begin());
  is_rate_unmet_ = &level == &rates_;
  unmet_ = report.unmet_rows;
  if (level.active)
    for (std::size_t& row : unmet_)
      row = (*level.active)[row];
  if (!is_rate_unmet_)
    for (std::size_t& row : unmet_)
      row = engine_.programs->positions.rows[row];
  return report.converged;
}

} // namespace dalembert::inline simulation
