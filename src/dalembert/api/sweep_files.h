#pragma once

#include <dalembert/api/session.h>
#include <dalembert/ensemble/member_table.h>
#include <dalembert/ensemble/sweep_pictures.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace dalembert::inline api {

/// The files of a sweep in one folder: `sweep.json` says what is run, `members.csv` has one row for each member that is
/// done, in order, and can be read and continued after the program was killed.
class SweepFiles {
public:
  /// `record` is what `sweep.json` holds. @throws WriteError where the folder cannot be written
  SweepFiles(std::string folder, std::string record, Session& session);

  /// Begins anew. @throws WriteError
  void begin(const MemberTable& table);
  /// Goes on behind the rows that are whole, and returns what they say. @throws WriteError where the folder holds
  /// another sweep, or none
  [[nodiscard]] std::vector<MemberResult> resume(const MemberTable& table);
  /// Adds a row; all rows are in the file about a second later. @throws WriteError
  void add(const std::string& row);
  /// Writes what is left, and the pictures; returns the paths of all files, `result.json`, which is still to come, the
  /// last. @throws WriteError
  [[nodiscard]] std::vector<std::string> finish(const std::vector<SweepPicture>& pictures);

  [[nodiscard]] std::string result_path() const { return path("result.json"); }

private:
  using Clock = std::chrono::steady_clock;
  struct Closing {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };
  [[nodiscard]] std::string path(const std::string& name) const;
  void open(const char* mode);
  void flush();
  [[noreturn]] void fail() const;

  std::string folder_;
  std::string record_;
  std::unique_ptr<std::FILE, Closing> table_;
  Clock::time_point flushed_ = Clock::now();
};

} // namespace dalembert::inline api
