#pragma once

#include <dalembert/api/kept_file.h>
#include <dalembert/api/session.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

/// What a run leaves in its folder beside its results, so that one that was ended can be continued: `run.json` says
/// what is run, `run.state` where it was when it was last kept. `run.state` is there, empty at first, until the run has
/// come to its end; then `run.json` says so, with a checksum of each file that the run left. The folder is locked.
class KeptRun {
public:
  enum class Found {
    nothing,  ///< the run has not begun, or not got far enough to be kept
    state,    ///< it goes on from there
    damaged,  ///< what was kept cannot be read
    complete, ///< it came to its end
  };

  /// `record` is what `run.json` holds. @throws WriteError where a file is the model itself or cannot be read again, or
  /// the folder is in use
  KeptRun(std::string folder, std::string record, Session& session);

  /// Looks for a run to go on with. @throws WriteError where the folder holds another one, or its files are not those
  /// that the run left
  [[nodiscard]] Found find();
  /// What was kept of it, where there is something.
  [[nodiscard]] const std::string& state() const { return state_; }
  /// The results of a run that came to its end, as JSON.
  [[nodiscard]] std::string result() const;

  /// Begins anew after all, with what was kept of no use.
  void forget();
  /// Makes the folder that of this run, where it is not: results of an earlier one are not to be taken for its, and go.
  /// To be called before results are written. @throws WriteError
  void begin();
  /// True a tenth of a second behind the begin, then about twice a second, and more rarely where keeping takes long: it
  /// takes a twentieth of the time at most.
  [[nodiscard]] bool is_due();
  /// Writes `run.state`. @throws WriteError
  void keep(const std::string& state);
  /// Says that everything that was due is written.
  void rest();
  /// Takes in how the run ended and which files it left, as they were named when they were written: what came to its
  /// end is not continued. @throws WriteError
  void finish(RunOutcome outcome, const std::vector<std::string>& files);

private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::string path(const std::string& name) const;
  /// Refuses a run without a state that has not come to its end, or whose files are not as it left them.
  void require_finished(const std::vector<std::pair<std::string, std::string>>& files) const;
  void write_state(const std::string& state) const;

  std::string folder_;
  FolderLock lock_;
  std::string record_;
  std::string state_;
  bool has_begun_ = false;  ///< the folder is that of this run
  Clock::time_point due_;   ///< for the next time; unset before the first step
  Clock::time_point began_; ///< to keep
};

/// All that the numbers of a run depend on, as JSON.
[[nodiscard]] std::string run_record(Session& session, const std::string& form,
                                     const std::vector<std::string>& overrides, const RunOptions& options,
                                     const std::vector<std::string>& sensitivities = {});

} // namespace api
} // namespace dalembert
