#pragma once

#include <dalembert/api/sweep_request.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/mechanics/system.h>
#include <dalembert/results/result.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace api {

// What a session refuses before it starts to work: each of these throws OptionError.

/// Refuses what `sweep` refuses on the command line, in its words.
void require_options(const SweepRequest& request);

/// Refuses a state that is none of `system`: other numbers of coordinates and rates, a time or a value that is not
/// finite, which is named.
void require_state(const System& system, const State& state);

/// Refuses to do `call` where the model was read before: its text is no longer open.
void require_before_study(const std::shared_ptr<const Study>& study, std::string_view call);

/// The results that a session has made with its present numbers, as far as they can be told from those of others: by
/// the values of their first and last states.
class OwnResults {
public:
  void add(const RunResult& result) { marks_.push_back(mark(result)); }
  void clear() { marks_.clear(); }
  /// Refuses a result that was not added.
  void require(const RunResult& result) const;

private:
  [[nodiscard]] static std::uint64_t mark(const RunResult& result);

  std::vector<std::uint64_t> marks_;
};

} // namespace api
} // namespace dalembert
