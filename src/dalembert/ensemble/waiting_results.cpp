#include <dalembert/base/checksum.h>
#include <dalembert/ensemble/waiting_results.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace dalembert {
inline namespace ensemble {

namespace {

constexpr std::size_t many_bytes = 64 << 20;
constexpr std::chrono::seconds long_in_memory(1);
constexpr std::chrono::seconds long_elsewhere(10);

struct RecordHead {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

std::size_t bytes_of(const MemberResult& result) {
  constexpr std::size_t around = 200; // a node of the map, and what the heap adds
  return sizeof(MemberResult) + around + result.bytes();
}

/// The record at the place of `file`; nothing where it is cut off, changed, or of another sweep.
std::optional<MemberDone> record_in(std::FILE* file, std::uint64_t bytes_left, std::uint64_t seed) {
  RecordHead head;
  if (bytes_left < sizeof head || std::fread(&head, sizeof head, 1, file) != 1) return std::nullopt;
  if (head.bytes > bytes_left - sizeof head) return std::nullopt;
  std::string bytes(head.bytes, '\0');
  if (std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size() || checksum(bytes, seed) != head.checksum)
    return std::nullopt;
  try {
    std::optional<MemberDone> out(std::in_place);
    restore(*out, bytes);
    return out;
  } catch (const ArchiveError&) {
    return std::nullopt;
  }
}

} // namespace

WaitingResults::WaitingResults(std::string path, std::string_view identity)
    : path_(std::move(path)), seed_(checksum(identity)) {
  if (has_file() && std::filesystem::exists(path_)) read_file();
}

void WaitingResults::fail(const char* what) const {
  throw WaitingFileError(fmt::format("cannot {} {}: {}", what, path_, std::generic_category().message(errno)));
}

void WaitingResults::open() {
  file_.reset(std::fopen(path_.c_str(), "a+b"));
  if (!file_) fail("write");
}

void WaitingResults::read_file() {
  open();
  const std::uint64_t all = std::filesystem::file_size(path_);
  if (fseeko(file_.get(), 0, SEEK_SET) != 0) fail("read");
  while (const std::optional<MemberDone> done = record_in(file_.get(), all - end_, seed_)) {
    waiting_[done->member].place = end_;
    end_ = static_cast<std::uint64_t>(std::ftell(file_.get()));
  }
  in_file_ = waiting_.size();
  std::error_code error;
  std::filesystem::resize_file(path_, end_, error); // a record that was cut off is overwritten
  if (error) throw WaitingFileError(fmt::format("cannot write {}: {}", path_, error.message()));
}

void WaitingResults::add(MemberDone done) {
  bytes_in_memory_ += bytes_of(done.result);
  in_memory_.emplace_back(Clock::now(), done.member);
  waiting_[done.member].result = std::make_unique<MemberResult>(std::move(done.result));
}

std::optional<MemberResult> WaitingResults::take(std::size_t member) {
  const auto it = waiting_.find(member);
  if (it == waiting_.end()) return std::nullopt;
  if (!it->second.result) {
    MemberResult out = read(it->second.place);
    taken_ = Clock::now();
    erase(it);
    return out;
  }
  const std::unique_ptr<MemberResult> out = std::move(it->second.result);
  bytes_in_memory_ -= bytes_of(*out);
  waiting_.erase(it);
  return std::move(*out);
}

void WaitingResults::forget_before(std::size_t member) {
  while (!waiting_.empty() && waiting_.begin()->first < member)
    erase(waiting_.begin());
}

std::optional<std::size_t> WaitingResults::next_from(std::size_t member) const {
  const auto it = waiting_.lower_bound(member);
  if (it == waiting_.end()) return std::nullopt;
  return it->first;
}

void WaitingResults::erase(std::map<std::size_t, Waiting>::iterator it) {
  if (it->second.result)
    bytes_in_memory_ -= bytes_of(*it->second.result);
  else
    --in_file_;
  waiting_.erase(it);
}

void WaitingResults::clear_file() {
  std::error_code error;
  std::filesystem::resize_file(path_, 0, error);
  if (error) throw WaitingFileError(fmt::format("cannot write {}: {}", path_, error.message()));
  end_ = 0;
  file_.reset(); // it holds what was read
}

void WaitingResults::write(std::size_t member, Waiting& waiting) {
  if (!file_) open();
  const std::size_t bytes_freed = bytes_of(*waiting.result);
  MemberDone done{member, std::move(*waiting.result)};
  const std::string bytes = archived(done);
  const RecordHead head{bytes.size(), checksum(bytes, seed_)};
  if (std::fwrite(&head, sizeof head, 1, file_.get()) != 1 ||
      std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    fail("write");
  waiting.place = end_;
  waiting.result.reset();
  end_ += sizeof head + bytes.size();
  ++in_file_;
  bytes_in_memory_ -= bytes_freed;
}

MemberResult WaitingResults::read(std::uint64_t place) {
  if (std::fflush(file_.get()) != 0) fail("write");
  if (fseeko(file_.get(), static_cast<off_t>(place), SEEK_SET) != 0) fail("read");
  std::optional<MemberDone> done = record_in(file_.get(), end_ - place, seed_);
  if (fseeko(file_.get(), 0, SEEK_END) != 0) fail("read");
  if (!done) throw WaitingFileError(fmt::format("{} was changed while it was in use", path_));
  return std::move(done->result);
}

void WaitingResults::write_where(Clock::time_point before) {
  bool is_written = false;
  for (; has_file() && !in_memory_.empty() && in_memory_.front().first <= before; in_memory_.pop_front()) {
    const auto it = waiting_.find(in_memory_.front().second);
    if (it == waiting_.end() || !it->second.result) continue; // it was handed over
    write(it->first, it->second);
    is_written = true;
  }
  if (is_written && std::fflush(file_.get()) != 0) fail("write");
}

void WaitingResults::write_some() {
  const Clock::time_point now = Clock::now();
  if (bytes_in_memory_ > many_bytes) return write_all();
  if (now - looked_ < long_in_memory) return;
  looked_ = now;
  if (in_file_ == 0 && end_ > 0 && now - taken_ > long_elsewhere) clear_file();
  write_where(now - long_in_memory);
}

void WaitingResults::write_all() {
  write_where(Clock::time_point::max());
}

} // namespace ensemble
} // namespace dalembert
