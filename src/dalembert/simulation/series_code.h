#pragma once

#include <dalembert/lowering/programs.h>
#include <dalembert/program/series_program.h>
#include <dalembert/program/tape.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace dalembert::inline simulation {

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
  SeriesCode(Lower lower, std::shared_ptr<const Programs> programs, std::shared_ptr<std::mutex> graph_use);

  [[nodiscard]] const Code& get();

private:
  [[nodiscard]] Code made() const;

  Lower lower_;
  std::shared_ptr<const Programs> programs_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the code as well
  std::optional<Code> code_;
};

} // namespace dalembert::inline simulation
