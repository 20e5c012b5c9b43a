#pragma once

#include <dalembert/ensemble/histogram.h>
#include <dalembert/ensemble/ranks.h>
#include <dalembert/results/run_options.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// How an ensemble is to be run.
struct SweepRequest {
  RunOptions run;                   ///< of each member
  std::optional<std::size_t> draws; ///< for each combination of even values; the model's own, else 100
  std::uint64_t seed = 1;           ///< of the random numbers
  std::size_t threads = 0;          ///< 0: as many as the machine has
  std::string folder;               ///< where the table of members and the result go; empty: nowhere
  bool resume = false;              ///< keeps the members that an interrupted sweep left in `folder`
  bool trajectories = false;        ///< writes the tables of all members (HDF5) into `folder`
  bool statistics = false;          ///< writes what all members say at each instant into `folder`
  bool lyapunov = false;            ///< estimates the largest Lyapunov exponent of each member
  std::vector<HistogramRequest> histograms;
  std::shared_ptr<Ranks> ranks;                      ///< the processes that share the work; absent: this one alone
  std::function<void(std::size_t members)> on_begin; ///< called before the first one is run
};

} // namespace api
} // namespace dalembert
