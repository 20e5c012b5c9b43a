#pragma once

#include <dalembert/lowering/programs.h>
#include <dalembert/program/series_evaluation.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace dalembert {
inline namespace simulation {

/// What the Taylor series of a motion are computed by; made when it is first asked for, and kept. Threads may share it.
class SeriesCode {
public:
  /// Lowers the equations with ḣ behind them (lower_series_with_power).
  using Lower = std::function<Tape(JumpChoice)>;

  struct Code {
    /// Over full inputs: the outputs of lower_motion_series, then the powers, ḣ first, where the rows hold; they have
    /// most of their values in common with these. Absent where the motion has no series.
    std::shared_ptr<const SeriesProgram> program;
    std::size_t first_power = 0;  ///< output
    std::optional<Expr> obstacle; ///< the node that has no series
  };

  /// `lower` is called with `graph_use` locked: it makes nodes.
  SeriesCode(Lower lower, std::shared_ptr<const Programs> programs, CompileSeries compile,
             std::shared_ptr<std::mutex> graph_use);

  [[nodiscard]] const Code& get();
  /// Makes room for series of this order. @pre the motion has series
  [[nodiscard]] std::unique_ptr<SeriesEvaluation> evaluation(int order);

private:
  [[nodiscard]] Code made() const;
  [[nodiscard]] const Code& locked();

  Lower lower_;
  std::shared_ptr<const Programs> programs_;
  CompileSeries compile_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the code as well
  std::optional<Code> code_;
  std::map<int, std::shared_ptr<const SeriesExecutor>> executors_; ///< by order
};

} // namespace simulation
} // namespace dalembert
