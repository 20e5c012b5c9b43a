#pragma once

#include <dalembert/ensemble/waiting_results.h>

#include <functional>

namespace dalembert {
inline namespace ensemble {

/// Takes the results one after the other, in the order of the members.
using TakeMember = std::function<void(std::size_t member, const MemberResult& result)>;

/// Which members nobody has yet, and which results can be handed over: they come in any order and leave in that of the
/// members.
class ResultsInOrder {
public:
  /// Members from `first` to `end` of the sweep `identity`, without those whose results lie in the file of waiting ones
  /// (WaitingResults).
  ResultsInOrder(std::size_t first, std::size_t end, const std::string& waiting_file, std::string_view identity = {});

  /// Members that may be begun now, about.
  [[nodiscard]] std::size_t left() const;
  /// A range of at most so many of them.
  [[nodiscard]] std::pair<std::size_t, std::size_t> next(std::size_t most);
  /// @throws WaitingFileError
  void add(std::vector<MemberDone> done);
  /// Hands over some of those whose turn it is. True where there are more.
  /// @throws WaitingFileError and what `take` throws
  bool hand_over(const TakeMember& take);
  /// Nothing more will be handed over: what waits is written. @throws WaitingFileError
  void put_away() { waiting_.write_all(); }
  [[nodiscard]] std::size_t handed_over() const { return handed_over_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_.count(); }
  /// That lay in the file at first.
  [[nodiscard]] std::size_t recovered() const { return recovered_; }
  [[nodiscard]] bool is_complete() const { return handed_over_ == end_; }

private:
  void skip_known();

  WaitingResults waiting_;
  std::size_t next_;
  std::size_t end_;
  std::size_t handed_over_;
  std::size_t recovered_ = 0;
};

} // namespace ensemble
} // namespace dalembert
