#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/simulation/engine/row_entries.h>
#include <dalembert/simulation/watch/watcher.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Watches the rows of A for a pole or a zero that a step jumps over.
///
/// Where the coefficients of a constraint have a pole (ẏ = ẋ·tan θ at 90°) or vanish together, its row turns by 180°
/// from one instant to the next; a regular row turns continuously. Its multiplier has no value there. Two rows that
/// enclose more than 90° at the ends of a step are brought together by bisection of the dense output: they stay apart
/// only at a jump. A row that goes through zero along one line (φ = x y at x = 0, with y = 0) constrains the
/// motion in the same way before and behind: it is passed. Any other jump ends the run.
class RowWatch : public Watcher {
public:
  /// A row that repeats others may vanish while these hold the motion: where ranks are known no jump of it counts.
  explicit RowWatch(const WatchedRun& run)
      : engine_(run.engine), motion_(run.motion), ranks_(run.ranks.value_or(RowRanks())), entries_(run.engine) {}

  void start(double t, std::span<const double> y) override;
  [[nodiscard]] bool is_idle() const override { return engine_.constraints() == 0; }
  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override;

  void archive(Archive& with) override { with(last_, typical_, largest_, beside_); }

private:
  using Rows = std::vector<double>; ///< of RowEntries
  [[nodiscard]] Rows rows(double t, std::span<const double> y);
  void find_typical(double t, std::span<const double> y);
  [[nodiscard]] bool vanishes_everywhere(std::size_t row);
  [[nodiscard]] std::vector<double> matrix(const Rows& all) const;
  [[nodiscard]] bool turned(const Rows& from, const Rows& to, std::size_t row) const;
  [[nodiscard]] bool is_zero(const Rows& at, std::size_t row) const;
  [[nodiscard]] bool is_held_by_others(const Rows& at, std::size_t row) const;
  /// Where a step has ended beside a zero of a row, or at it: the last instant that is clear of it, and the row there.
  struct Beside {
    double t = 0.0;
    std::vector<double> row; ///< empty: the row is clear of zeros
    void archive(Archive& with) { with(t, row); }
  };
  [[nodiscard]] bool is_nothing(std::span<const double> row, std::size_t of) const;
  [[nodiscard]] std::vector<double> row_inside(Stepper& stepper, std::size_t row, double t);
  [[nodiscard]] bool leaves_zero(Stepper& stepper, std::size_t row, std::vector<Event>& out);
  void come_beside(Stepper& stepper, std::size_t row);
  [[nodiscard]] bool passes_zero(Stepper& stepper, std::size_t row, double t);
  [[nodiscard]] std::string message(std::size_t row, double t, std::span<const double> y) const;

  const Engine& engine_;
  const Motion& motion_;
  RowRanks ranks_;
  RowEntries entries_;
  Rows last_;                   ///< at the end of the last step
  std::vector<double> typical_; ///< sizes of the rows off the constraints, near the first state
  std::vector<double> largest_; ///< sizes that they have had
  std::vector<Beside> beside_;  ///< of each row
  Rows end_;                    ///< of the step that is looked into
};

} // namespace simulation
} // namespace dalembert
