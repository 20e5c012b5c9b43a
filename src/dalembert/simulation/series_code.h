#pragma once

#include <dalembert/lowering/programs.h>
#include <dalembert/program/series_evaluation.h>
#include <dalembert/program/tape.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace dalembert::inline simulation {

/// The series of one motion at work.
struct SeriesEvaluations {
  std::unique_ptr<SeriesEvaluation> equations;
  std::unique_ptr<SeriesEvaluation> powers;
};

/// What the Taylor series of a motion are computed by; made when it is first asked for, and kept. Threads may share it.
class SeriesCode {
public:
  /// Lowers the equations (lower_motion_series).
  using Lower = std::function<Tape(JumpChoice)>;

  /// Both programs over full inputs; absent where a motion has no series.
  struct Code {
    std::shared_ptr<const SeriesProgram> equations;
    std::shared_ptr<const SeriesProgram> powers;
    std::optional<Expr> obstacle; ///< the node that has no series
  };

  /// `lower` is called with `graph_use` locked: it makes nodes.
  SeriesCode(Lower lower, std::shared_ptr<const Programs> programs, CompileSeries compile,
             std::shared_ptr<std::mutex> graph_use);

  [[nodiscard]] const Code& get();
  /// Makes room for series of this order. @pre the motion has series
  [[nodiscard]] SeriesEvaluations evaluations(int order);

private:
  struct Executors {
    std::shared_ptr<const SeriesExecutor> equations;
    std::shared_ptr<const SeriesExecutor> powers;
  };
  [[nodiscard]] Code made() const;
  [[nodiscard]] const Code& locked();

  Lower lower_;
  std::shared_ptr<const Programs> programs_;
  CompileSeries compile_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the code as well
  std::optional<Code> code_;
  std::map<int, Executors> executors_; ///< by order
};

} // namespace dalembert::inline simulation
