#pragma once

#include <dalembert/ensemble/member_threads.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace ensemble {

/// The file of waiting results cannot be written or read; the message names it and says why.
class WaitingFileError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Results of members that cannot be handed over yet, since one before them is not done. They lie in memory; where
/// there is a file for them, those that wait for more than a second, or that are many, lie in it, and are found again
/// by the next program after this one was killed. Those that were taken stay there for ten seconds, until whoever took
/// them has written them elsewhere. A record of the file is its length, a checksum and the archive of a MemberDone;
/// what follows one that is cut off, or that belongs to another sweep, is ignored.
class WaitingResults {
public:
  /// Takes back what `path` holds of the sweep `identity`; an empty path: there is no file. @throws WaitingFileError
  explicit WaitingResults(std::string path = {}, std::string_view identity = {});
  /// @throws WaitingFileError
  void add(MemberDone done);
  /// The result of `member`, which then waits no longer. @throws WaitingFileError
  [[nodiscard]] std::optional<MemberResult> take(std::size_t member);
  /// Forgets those before `member`.
  void forget_before(std::size_t member);
  /// The first one from `member` on, nothing where there is none.
  [[nodiscard]] std::optional<std::size_t> next_from(std::size_t member) const;
  [[nodiscard]] std::size_t count() const { return waiting_.size(); }
  /// Without those in the file.
  [[nodiscard]] std::size_t bytes_in_memory() const { return bytes_in_memory_; }
  [[nodiscard]] bool has_file() const { return !path_.empty(); }
  /// Writes those that have waited for a second, and all where they take much memory. @throws WaitingFileError
  void write_some();
  /// Writes all. @throws WaitingFileError
  void write_all();

private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    std::unique_ptr<MemberResult> result; ///< absent: it lies in the file
    std::uint64_t place = 0;              ///< there
  };
  struct Closing {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };
  void open();
  void read_file();
  void write(std::size_t member, Waiting& waiting);
  [[nodiscard]] MemberResult read(std::uint64_t place);
  void write_where(Clock::time_point before);
  void erase(std::map<std::size_t, Waiting>::iterator it);
  void clear_file();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::uint64_t seed_ = 0; ///< of the checksums: they hold for this sweep alone
  std::unique_ptr<std::FILE, Closing> file_;
  std::uint64_t end_ = 0; ///< of the file
  std::size_t in_file_ = 0;
  std::size_t bytes_in_memory_ = 0;
  Clock::time_point looked_ = Clock::now();
  Clock::time_point taken_ = looked_; ///< from the file, the last time
  std::map<std::size_t, Waiting> waiting_;
  std::deque<std::pair<Clock::time_point, std::size_t>> in_memory_; ///< since when, and some that wait no longer
};

} // namespace ensemble
} // namespace dalembert
