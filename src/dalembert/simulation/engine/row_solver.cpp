#include <dalembert/simulation/engine/row_solver.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace simulation {

RowSolver::RowSolver(const Engine& engine)
    : engine_(engine),
      n_(engine.coordinates()),
      solver_(static_cast<int>(n_), static_cast<int>(engine.constraints())),
      multipliers_(engine.constraints(), 0.0) {}

void RowSolver::set_known_ranks(const RowRanks& ranks) {
  ranks_ = ranks;
  if (held_ == 0)
    solver_.set_options(ranks.options(engine_));
  else
    renew();
}

void RowSolver::set_active_rows(const ActiveRows& rows) {
  active_ = rows;
  renew();
}

void RowSolver::set_held(std::size_t count) {
  if (count == held_) return;
  held_ = count;
  renew();
}

void RowSolver::renew() {
  const std::size_t rows = active_ ? active_->rows().size() : engine_.constraints();
  KktOptions options = active_ ? active_->options(engine_) : ranks_ ? ranks_->options(engine_) : KktOptions{};
  if (options.known_rank) {
    *options.known_rank += static_cast<int>(held_);
    options.typical_rows.resize((rows + held_) * n_, 0.0); // of slips: unknown
  }
  solver_ = KktSolver(static_cast<int>(n_), static_cast<int>(rows + held_), std::move(options));
  multipliers_.assign(rows + held_, 0.0);
}

std::vector<std::vector<double>> RowSolver::free_multipliers(std::span<const double> mass,
                                                             std::span<const double> rows) const {
  std::vector<double> room;
  const std::span<const double> active = gathered(rows, n_, {}, room);
  const KktOptions options = active_ ? active_->options(engine_) : ranks_ ? ranks_->options(engine_) : KktOptions{};
  const std::size_t count = active.size() / n_;
  const KktFacts facts = examine_kkt({mass, active, {}}, {}, static_cast<int>(n_), static_cast<int>(count), options);
  std::vector<std::vector<double>> out;
  for (const std::vector<double>& z : facts.free_multipliers) {
    std::vector<double>& all = out.emplace_back(engine_.constraints(), 0.0);
    for (std::size_t k = 0; k < count; ++k)
      all[active_ ? active_->rows()[k] : k] = z[k];
  }
  return out;
}

bool RowSolver::is_active(std::size_t row) const {
  return !active_ || active_->contains(row);
}

std::span<const double> RowSolver::gathered(std::span<const double> all, std::size_t width,
                                            std::span<const double> held, std::vector<double>& room) const {
  if (!active_ && held.empty()) return all;
  room.clear();
  if (!active_) room.assign(all.begin(), all.end());
  if (active_)
    for (const std::size_t k : active_->rows()) {
      const std::span<const double> row = all.subspan(k * width, width);
      room.insert(room.end(), row.begin(), row.end());
    }
  room.insert(room.end(), held.begin(), held.end());
  return room;
}

void RowSolver::factor(const KktMatrices& all, std::span<const double> held) {
  KktMatrices matrices{all.mass, gathered(all.rows, n_, held, rows_), {}};
  if (!all.reaction_rows.empty()) matrices.reaction_rows = gathered(all.reaction_rows, n_, held, reaction_rows_);
  solver_.factor(matrices);
}

void RowSolver::solve(std::span<const double> forcing, std::span<const double> row_forcing,
                      std::span<const double> held_forcing, std::span<double> accelerations,
                      std::span<double> multipliers, std::span<double> held_forces) {
  if (!active_ && held_ == 0) {
    solver_.solve(forcing, row_forcing, accelerations, multipliers);
    return;
  }
  solver_.solve(forcing, gathered(row_forcing, 1, held_forcing, forcing_), accelerations, multipliers_);
  const std::size_t rows = multipliers_.size() - held_;
  std::copy(multipliers_.begin() + static_cast<std::ptrdiff_t>(rows), multipliers_.end(), held_forces.begin());
  if (!active_) {
    std::copy_n(multipliers_.begin(), rows, multipliers.begin());
    return;
  }
  std::ranges::fill(multipliers, 0.0);
  for (std::size_t k = 0; k < rows; ++k)
    multipliers[active_->rows()[k]] = multipliers_[k];
}

} // namespace simulation
} // namespace dalembert
