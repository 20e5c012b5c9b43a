#include <dalembert/simulation/manifold.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {

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
      positions_{engine.positions.get(),
                 engine.programs->positions.rows.size(),
                 engine.programs->layout.position(),
                 projector(engine, engine.programs->positions.rows.size(), most_iterations),
                 std::vector<double>(engine.programs->positions.tape.outputs()),
                 {}},
      rates_{engine.rates.get(),
             engine.constraints(),
             engine.programs->layout.rate(),
             projector(engine, engine.constraints(), most_iterations),
             std::vector<double>(engine.programs->rates.tape.outputs()),
             {}} {}

void Manifold::set_known_ranks(const RowRanks& ranks) {
  positions_.projector = projector(engine_, positions_.rows, most_iterations_, ranks.holonomic_options(engine_));
  rates_.projector = projector(engine_, rates_.rows, most_iterations_, ranks.options(engine_));
}

bool Manifold::project(std::span<double> inputs) {
  return project(positions_, inputs) && project(rates_, inputs);
}

std::string Manifold::failure() const {
  std::string names;
  for (const std::size_t k : unmet_)
    names += (names.empty() ? "; not satisfied: " : ", ") + engine_.system().constraints[k].name;
  return fmt::format("found no {} all constraints{}",
                     is_rate_unmet_ ? "rates that satisfy" : "nearby position that satisfies", names);
}

bool Manifold::project(Level& level, std::span<double> inputs) {
  if (level.rows == 0) return true;
  const InputLayout& layout = engine_.programs->layout;
  const std::size_t n = layout.coordinates;
  const std::span<double> place = inputs.subspan(level.place, n);
  const auto evaluate = [&](std::span<const double> x) {
    std::copy(x.begin(), x.end(), place.begin());
    level.program->evaluate(inputs.first(layout.state_size()), level.outputs);
  };
  ProjectionRows problem;
  problem.residual = [&](std::span<const double> x, std::span<double> residual) {
    evaluate(x);
    std::copy_n(level.outputs.begin(), level.rows, residual.begin());
  };
  problem.linearise = [&](std::span<const double> x, std::span<double> jacobian, std::span<double> metric) {
    evaluate(x);
    const double* from = level.outputs.data() + level.rows;
    std::copy_n(from, level.rows * n, jacobian.begin());
    std::copy_n(from + level.rows * n, n * n, metric.begin());
  };
  level.x.assign(place.begin(), place.end());
  const ProjectionReport& report = level.projector.project(problem, level.x);
  std::copy(level.x.begin(), level.x.end(), place.begin());
  is_rate_unmet_ = &level == &rates_;
  unmet_ = report.unmet_rows;
  if (!is_rate_unmet_)
    for (std::size_t& row : unmet_)
      row = engine_.programs->positions.rows[row];
  return report.converged;
}

} // namespace dalembert
