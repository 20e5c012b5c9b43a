#include <dalembert/ensemble/lanes/pair_lanes.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace ensemble {

namespace {

/// The runs in their lanes.
class PairCrew {
public:
  PairCrew(const PairProgram& program, const PairRuns& runs)
      : source_(runs),
        motion_(*program.engine, program.motion),
        record_(program.record),
        steps_(*program.tableau, motion_.components(),
               {[this](LaneMask wanted, const double* t, const double* y, double* dydt) {
                  return motion_.evaluate(wanted, t, y, dydt);
                },
                program.engine->constraints() > 0
                    ? [this](LaneMask wanted, const double* t, double* y) { return project(wanted, t, y); }
                    : std::function<LaneMask(LaneMask, const double*, double*)>()}),
        y_(motion_.components()),
        histories_(program.engine->programs->layout.histories),
        row_states_(y_.size() * lane_count, 0.0),
        row_slopes_(row_states_) {}

  void work() {
    for (fill(); steps_.seated() != 0; fill()) {
      const LaneMask moved = steps_.try_steps();
      take_in(moved);
      for (std::size_t lane = 0; lane < lane_count; ++lane)
        if (has_lane(steps_.given_up(), lane)) {
          runs_[lane]->give_up();
          end(lane);
        }
    }
  }

private:
  void fill() {
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      while (!runs_[lane]) {
        std::unique_ptr<PairRun> next = source_.next();
        if (!next) return;
        if (next->is_done() || next->is_given_up()) {
          source_.end(std::move(next));
          continue;
        }
        runs_[lane] = std::move(next);
        runs_[lane]->enter(steps_, motion_, lane);
      }
  }

  /// Copies the numbers of one lane to `y_`.
  void take_lane(const double* of_all, std::size_t lane) {
    for (std::size_t i = 0; i < y_.size(); ++i)
      y_[i] = of_all[i * lane_count + lane];
  }

  void put_histories(std::size_t lane, std::span<const double> y) {
    if (histories_.empty()) return;
    runs_[lane]->copy_histories(y, histories_);
    motion_.set_histories(lane, histories_);
  }

  LaneMask project(LaneMask wanted, const double* t, double* y) {
    LaneMask out = 0;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(wanted, lane)) continue;
      take_lane(y, lane);
      if (!runs_[lane]->project(t[lane], y_)) continue;
      for (std::size_t i = 0; i < y_.size(); ++i)
        y[i * lane_count + lane] = y_[i];
      out = static_cast<LaneMask>(out | lane_bit(lane));
    }
    return out;
  }

  void take_in(LaneMask moved) {
    LaneMask inside = 0;
    bool chooses_method = false;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(moved, lane)) continue;
      motion_.copy_solved(lane, ends_[lane]);
      take_lane(steps_.states(), lane);
      put_histories(lane, y_);
      chooses_method = chooses_method || runs_[lane]->chooses_method();
      if (runs_[lane]->looks_inside(steps_.previous_time(lane), steps_.time(lane)))
        inside = static_cast<LaneMask>(inside | lane_bit(lane));
    }
    record_.evaluate(motion_.inputs());
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      if (has_lane(moved, lane)) record_.copy(lane, records_[lane]);
    if (chooses_method) steps_.stiffness(stiffness_);
    const LaneMask prepared = inside != 0 ? steps_.prepare_inside(inside) : LaneMask{0};
    solve_rows(prepared);
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(moved, lane)) continue;
      PairRun& run = *runs_[lane];
      run.take_step(steps_, {lane, has_lane(prepared, lane), stiffness_[lane], ends_[lane], records_[lane],
                             has_lane(prepared, lane) ? std::span(rows_[lane]).first(row_counts_[lane])
                                                      : std::span<const SolvedRow>()});
      if (run.is_done() || run.is_given_up()) end(lane);
    }
  }

  /// Solves the equations at the instants of the table inside the steps just made: of each lane the first one, then the
  /// second. What a lane does not solve is left to its run.
  void solve_rows(LaneMask prepared) {
    std::array<std::span<const double>, lane_count> due;
    std::size_t most = 0;
    row_counts_.fill(0);
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(prepared, lane)) continue;
      due[lane] = runs_[lane]->rows_inside(steps_.previous_time(lane), steps_.time(lane));
      most = std::max(most, due[lane].size());
      rows_[lane].resize(std::max(rows_[lane].size(), due[lane].size())); // what is there keeps its memory
    }
    for (std::size_t r = 0; r < most; ++r)
      solve_row(r, due);
  }

  void solve_row(std::size_t r, const std::array<std::span<const double>, lane_count>& due) {
    LaneMask wanted = 0;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (r >= due[lane].size()) continue; // computed with the others, where it stood
      wanted = static_cast<LaneMask>(wanted | lane_bit(lane));
      SolvedRow& row = rows_[lane][row_counts_[lane]];
      row.t = row_times_[lane] = due[lane][r];
      row.y.resize(y_.size());
      steps_.interpolate(lane, row.t, row.y);
      runs_[lane]->correct_dense_output(row.t, row.y);
      for (std::size_t i = 0; i < y_.size(); ++i)
        row_states_[i * lane_count + lane] = row.y[i];
      put_histories(lane, row.y);
    }
    const LaneMask solved = motion_.evaluate(wanted, row_times_.data(), row_states_.data(), row_slopes_.data());
    record_.evaluate(motion_.inputs());
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(solved, lane)) continue;
      SolvedRow& row = rows_[lane][row_counts_[lane]++];
      motion_.copy_solved(lane, row.solved);
      record_.copy(lane, row.record);
    }
  }

  void end(std::size_t lane) {
    steps_.leave(lane);
    source_.end(std::move(runs_[lane]));
  }

  const PairRuns& source_;
  LaneMotion motion_;
  LaneRecord record_;
  LaneRk steps_;
  std::array<std::unique_ptr<PairRun>, lane_count> runs_;
  std::array<SolvedState, lane_count> ends_;
  std::array<RecordedState, lane_count> records_; ///< at them
  std::array<double, lane_count> stiffness_{};
  std::vector<double> y_;                               ///< of one lane
  std::vector<double> histories_;                       ///< likewise
  std::array<std::vector<SolvedRow>, lane_count> rows_; ///< inside the last step
  std::array<std::size_t, lane_count> row_counts_{};    ///< of them
  std::array<double, lane_count> row_times_{};
  AlignedNumbers row_states_;
  AlignedNumbers row_slopes_;
};

} // namespace

void run_in_lanes(const PairProgram& program, const PairRuns& runs) {
  PairCrew(program, runs).work();
}

} // namespace ensemble
} // namespace dalembert
