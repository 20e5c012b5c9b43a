#pragma once

#include <dalembert/ensemble/member_rows.h>
#include <dalembert/ensemble/plan.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// What stands in a file of trajectories beside the numbers.
struct TrajectoryRemarks {
  std::vector<std::pair<std::string, std::string>> texts; ///< attributes: model, version, …
  struct Parameter {
    std::string name;
    double value = 0.0; ///< SI, of the model as it is given
    std::string unit;
  };
  std::vector<Parameter> parameters;
  std::string record; ///< what the sweep is: the same for a sweep that is resumed
};

/// The tables of all members in one HDF5 file: each quantity a dataset of members × instants, and for each member what
/// it was given, how many rows it has and how it ended. Members come in order; those that are written stay whatever
/// happens to the program (src/modules/trajectories_hdf5.cpp says how).
class TrajectoryFile {
public:
  /// @throws std::runtime_error where the module for HDF5 is missing; its message says what to install
  TrajectoryFile(std::string path, const RowLayout& layout, const SweepPlan& plan, TrajectoryRemarks remarks);
  ~TrajectoryFile();
  TrajectoryFile(const TrajectoryFile&) = delete;
  TrajectoryFile& operator=(const TrajectoryFile&) = delete;

  /// Makes it anew. @throws std::runtime_error where it cannot be written, here and below
  void begin();
  /// How many members it has, from the first on; absent where it is of another sweep.
  [[nodiscard]] std::optional<std::size_t> known() const;
  /// The checksums of members from `first` on, so many, as they stand in the file.
  [[nodiscard]] std::vector<std::uint64_t> sums(std::size_t first, std::size_t count) const;
  /// The checksums of those that were written since this was asked, in order.
  [[nodiscard]] std::vector<std::uint64_t> take_sums() { return std::exchange(sums_, {}); }
  /// How many members are best read at once.
  [[nodiscard]] std::size_t at_once() const;
  /// Takes the next member; it is in the file a second later.
  void add(std::size_t member, const MemberResult& result);
  void flush();

private:
  using Clock = std::chrono::steady_clock;
  struct Module;
  std::string path_;
  const RowLayout& layout_;
  const SweepPlan& plan_;
  std::unique_ptr<Module> module_;
  std::size_t first_ = 0; ///< of those that wait
  std::vector<MemberRows> waiting_;
  std::vector<unsigned char> ends_;
  std::vector<std::uint64_t> sums_; ///< of members that are written
  std::size_t bytes_ = 0;
  Clock::time_point flushed_ = Clock::now();
};

} // namespace ensemble
} // namespace dalembert
