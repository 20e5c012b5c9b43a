#pragma once

#include <dalembert/api/kept_file.h>
#include <dalembert/api/row_sums.h>
#include <dalembert/api/session.h>
#include <dalembert/ensemble/member_table.h>
#include <dalembert/ensemble/row_statistics.h>
#include <dalembert/ensemble/sweep_pictures.h>
#include <dalembert/ensemble/trajectories.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// Results of a sweep besides the table of its members.
struct SweepExtras {
  const RowLayout* layout = nullptr; ///< of the rows, where there are any of the following
  const SweepPlan* plan = nullptr;
  std::optional<TrajectoryRemarks> trajectories; ///< they are written
  RowStatistics* statistics = nullptr;           ///< they are kept on the way, and written
};

/// The files of a sweep in one folder: `sweep.json` says what is run, `members.csv` has one row for each member that is
/// done, in order, and can be read and continued after the program was killed; `members.sums` has a checksum of each
/// row. `trajectories.h5`, with `trajectories.sums`, holds the tables of
/// the members, `statistics.state` the statistics so far; what is resumed are the members that all of these have, and
/// those that wait in `waiting.state` for one before them. The folder is locked.
class SweepFiles {
public:
  /// `record` is what `sweep.json` holds. @throws WriteError where the folder cannot be written or is in use,
  /// MissingLibrary where there is no module for HDF5 and trajectories are asked for
  SweepFiles(std::string folder, std::string record, Session& session, SweepExtras extras = {});

  /// Begins anew. @throws WriteError
  void begin(const MemberTable& table);
  /// Goes on behind the rows that are whole, and hands over what they say. @throws WriteError where the folder holds
  /// another sweep, or rows that were changed
  void resume(const MemberTable& table, const MemberTable::Take& take);
  /// Adds a member with its row; all are in the files about a second later. @throws WriteError
  void add(std::size_t member, const std::string& row, const MemberResult& result);
  /// Writes what is left, and the pictures; returns the paths of all files, `result.json`, which is still to come, the
  /// last. Where no results are waiting, their file is removed. @throws WriteError
  [[nodiscard]] std::vector<std::string> finish(const std::vector<SweepPicture>& pictures, bool are_waiting);

  [[nodiscard]] std::string result_path() const { return path("result.json"); }
  /// Of the file of results that wait for a member before them.
  [[nodiscard]] std::string waiting_path() const { return path("waiting.state"); }

private:
  using Clock = std::chrono::steady_clock;
  struct Closing {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };
  [[nodiscard]] std::string path(const std::string& name) const;
  void open(const char* mode);
  void write(const std::string& row);
  void take_record(std::string record);
  /// How many members all files beside the table have.
  [[nodiscard]] std::size_t known_beside_table();
  void open_trajectories();
  void begin_trajectories();
  [[nodiscard]] std::size_t known_rows(std::size_t most) const;
  [[nodiscard]] std::size_t known_trajectories();
  [[nodiscard]] std::size_t unchanged_trajectories(std::size_t known) const;
  void keep_trajectory_sums();
  [[nodiscard]] std::size_t known_statistics();
  void keep_statistics();
  void flush();
  [[noreturn]] void fail() const;

  std::string folder_;
  std::optional<FolderLock> lock_;
  std::string record_; ///< of a sweep that goes on: as it was begun
  SweepExtras extras_;
  std::unique_ptr<TrajectoryFile> trajectories_;
  RowSums sums_; ///< of the table
  RowSums trajectory_sums_;
  std::size_t members_ = 0;               ///< that are in the table
  Clock::time_point keep_ = Clock::now(); ///< statistics again
  std::unique_ptr<std::FILE, Closing> table_;
  Clock::time_point flushed_ = Clock::now();
};

} // namespace api
} // namespace dalembert
