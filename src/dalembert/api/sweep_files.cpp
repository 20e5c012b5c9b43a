#include <dalembert/api/model_file.h>
#include <dalembert/api/output.h>
#include <dalembert/api/sweep_files.h>
#include <dalembert/api/sweep_record.h>
#include <dalembert/base/checksum.h>
#include <dalembert/base/missing_library.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

/// What the module for HDF5 cannot do is said as of any other file.
template <class Work>
auto writing(const Work& work) {
  try {
    return work();
  } catch (const MissingLibrary&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw WriteError(error.what());
  }
}

constexpr std::string_view statistics_heading = "dalembert statistics 1\n";

constexpr const char* advice = "leave --resume out to start over, or name another folder with --out";

/// The names of the pictures of the sweep that `folder` holds, as its result lists them.
std::vector<std::string> old_pictures(const std::string& result) {
  if (!std::filesystem::exists(result)) return {};
  std::vector<std::string> out;
  try {
    const nlohmann::json known = nlohmann::json::parse(read_file(result));
    if (!known.at("schema").get<std::string>().starts_with("dalembert.sweep/")) return {};
    for (const nlohmann::json& file : known.at("files")) {
      const std::filesystem::path path(file.get<std::string>());
      if (path.extension() == ".svg") out.push_back(path.filename().string());
    }
  } catch (const nlohmann::json::exception&) { // NOLINT(bugprone-empty-catch): not a result of this program
  } catch (const std::runtime_error&) {        // NOLINT(bugprone-empty-catch): it cannot be read
  }
  return out;
}

} // namespace

SweepFiles::SweepFiles(std::string folder, std::string record, Session& session, SweepExtras extras)
    : folder_(std::move(folder)),
      record_(std::move(record)),
      extras_(std::move(extras)),
      sums_(path("members.sums")),
      trajectory_sums_(path("trajectories.sums")) {
  prepare_output(folder_, session);
  lock_.emplace(folder_);
  for (const char* name : {"sweep.json", "members.csv", "members.sums", "result.json", "trajectories.h5",
                           "trajectories.sums", "statistics.state", "waiting.state"}) {
    require_other_than_model(path(name), session);
    require_regular(path(name));
  }
  if (extras_.trajectories) open_trajectories();
}

std::string SweepFiles::path(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).string();
}

void SweepFiles::fail() const {
  throw WriteError(fmt::format("cannot write {}: {}", path("members.csv"), std::generic_category().message(errno)));
}

void SweepFiles::open(const char* mode) {
  table_.reset(std::fopen(path("members.csv").c_str(), mode));
  if (!table_) fail();
}

void SweepFiles::begin(const MemberTable& table) {
  std::error_code ignored;
  for (const std::string& name : old_pictures(path("result.json")))
    std::filesystem::remove(path(name), ignored);
  // What an earlier sweep left goes first: none of it is to be taken for part of this one.
  for (const char* const name : {"members.csv", "members.sums", "result.json", "trajectories.h5", "trajectories.sums",
                                 "statistics.state", "waiting.state"})
    std::filesystem::remove(path(name), ignored);
  write_file(path("sweep.json"), record_);
  sums_.begin();
  open("wb");
  write(table.heading());
  if (trajectories_) begin_trajectories();
  flush();
}

void SweepFiles::begin_trajectories() {
  writing([this] { trajectories_->begin(); });
  trajectory_sums_.begin();
}

/// Goes on with the sweep that `record` says, as whose part the other files were written.
void SweepFiles::take_record(std::string record) {
  if (const std::string why = sweep_difference(record, record_); !why.empty())
    throw WriteError(fmt::format("{} belongs to another sweep: {}; {}", path("members.csv"), why, advice));
  if (record == record_) return;
  record_ = std::move(record);
  if (!trajectories_) return;
  extras_.trajectories->record = record_;
  open_trajectories();
}

void SweepFiles::open_trajectories() {
  trajectories_ =
      std::make_unique<TrajectoryFile>(path("trajectories.h5"), *extras_.layout, *extras_.plan, *extras_.trajectories);
}

std::size_t SweepFiles::known_trajectories() {
  if (!std::filesystem::exists(path("trajectories.h5"))) {
    begin_trajectories();
    return 0;
  }
  const std::optional<std::size_t> known = writing([this] {
    try {
      return trajectories_->known();
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}; {}", error.what(), advice));
    }
  });
  if (!known) throw WriteError(fmt::format("{} belongs to another sweep; {}", path("trajectories.h5"), advice));
  return unchanged_trajectories(*known);
}

/// How many of the first `known` members have the numbers that were written.
std::size_t SweepFiles::unchanged_trajectories(std::size_t known) const {
  std::vector<std::uint64_t> read;
  std::size_t at = 0; // in `read`
  std::size_t next = 0;
  const auto next_sum = [&]() -> std::optional<std::uint64_t> {
    if (at == read.size()) {
      const std::size_t count = std::min(trajectories_->at_once(), known - next);
      read = writing([&] { return trajectories_->sums(next, count); });
      next += count;
      at = 0;
    }
    return read[at++];
  };
  return trajectory_sums_.known(path("trajectories.h5"), next_sum, known);
}

void SweepFiles::keep_trajectory_sums() {
  for (const std::uint64_t sum : trajectories_->take_sums())
    trajectory_sums_.add(sum);
  trajectory_sums_.flush();
}

/// Takes back the statistics that were kept; none where there are none, or others.
std::size_t SweepFiles::known_statistics() {
  const RowStatistics before = *extras_.statistics;
  try {
    const std::optional<std::string> file = bytes_of(path("statistics.state"));
    const std::optional<std::string> bytes = file ? unpacked(*file, statistics_heading, record_) : std::nullopt;
    if (!bytes) return 0; // there is none, it was cut off or changed, or belongs to another sweep
    Archive archive(*bytes);
    std::size_t members = 0;
    archive(members, *extras_.statistics);
    if (archive.is_at_end()) return members;
  } catch (const ArchiveError&) { // NOLINT(bugprone-empty-catch): of another build of the same version
  }
  *extras_.statistics = before;
  return 0;
}

std::size_t SweepFiles::known_beside_table() {
  std::size_t out = SweepPlan::most_members;
  if (trajectories_) out = std::min(out, known_trajectories());
  if (extras_.statistics == nullptr) return out;
  // What they hold cannot be taken out again: the others are cut to them.
  const RowStatistics none = *extras_.statistics;
  const std::size_t known = known_statistics();
  if (known > out) *extras_.statistics = none;
  return known > out ? 0 : known;
}

/// How many rows of the table are whole and as they were written.
std::size_t SweepFiles::known_rows(std::size_t most) const {
  std::ifstream file(path("members.csv"), std::ios::binary);
  std::string line;
  const auto next_sum = [&]() -> std::optional<std::uint64_t> {
    if (!std::getline(file, line) || file.eof()) return std::nullopt;
    return checksum(line + "\n");
  };
  static_cast<void>(std::getline(file, line)); // the heading
  return sums_.known(path("members.csv"), next_sum, most);
}

void SweepFiles::resume(const MemberTable& table, const MemberTable::Take& take) {
  const std::string members = path("members.csv");
  const bool has_record = std::filesystem::exists(path("sweep.json"));
  if (!has_record && std::filesystem::exists(members))
    throw WriteError(fmt::format("{} cannot be continued: sweep.json, which says of which sweep it is, is missing; {}",
                                 members, advice));
  if (!has_record || !std::filesystem::exists(members)) return begin(table);
  take_record(bytes_of(path("sweep.json")).value_or(""));
  std::size_t most = 0;
  std::size_t whole = 0;
  try {
    most = known_beside_table();
    whole = known_rows(most);
  } catch (const WriteError& error) {
    const std::string why = error.what();
    throw WriteError(why.ends_with(advice) ? why : fmt::format("{}; {}", why, advice));
  }
  std::ifstream file(members, std::ios::binary);
  const std::optional<std::size_t> bytes = table.read(
      file,
      [&](std::size_t member, MemberResult result) {
        members_ = member + 1;
        take(member, std::move(result));
      },
      whole);
  const bool has_lost = extras_.statistics != nullptr && members_ < most;
  if (!bytes || has_lost) throw WriteError(fmt::format("{} was changed and cannot be continued; {}", members, advice));
  std::error_code error;
  std::filesystem::resize_file(members, *bytes, error);
  if (error) throw WriteError(fmt::format("cannot write {}: {}", members, error.message()));
  sums_.resume(members_);
  if (trajectories_) trajectory_sums_.resume(members_);
  open("ab");
}

void SweepFiles::write(const std::string& row) {
  if (std::fwrite(row.data(), 1, row.size(), table_.get()) != row.size()) fail();
}

void SweepFiles::add(std::size_t member, const std::string& row, const MemberResult& result) {
  write(row);
  sums_.add(checksum(row));
  members_ = member + 1;
  if (trajectories_) writing([&] { trajectories_->add(member, result); });
  if (Clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void SweepFiles::flush() {
  if (std::fflush(table_.get()) != 0) fail();
  sums_.flush();
  if (trajectories_) {
    writing([this] { trajectories_->flush(); });
    keep_trajectory_sums();
  }
  flushed_ = Clock::now();
  if (extras_.statistics != nullptr && flushed_ >= keep_) keep_statistics();
}

/// Takes at most a twentieth of the time.
void SweepFiles::keep_statistics() {
  constexpr int share = 20;
  const Clock::time_point begin = Clock::now();
  Archive archive;
  archive(members_, *extras_.statistics);
  write_packed(path("statistics.state"), statistics_heading, record_, archive.bytes());
  keep_ = Clock::now() + share * (Clock::now() - begin);
}

std::vector<std::string> SweepFiles::finish(const std::vector<SweepPicture>& pictures, bool are_waiting) {
  keep_ = Clock::now();
  flush();
  table_.reset();
  sums_.close();
  trajectory_sums_.close();
  std::error_code ignored;
  if (!are_waiting) std::filesystem::remove(waiting_path(), ignored);
  std::vector<std::string> out{path("sweep.json"), path("members.csv")};
  if (trajectories_) out.push_back(path("trajectories.h5"));
  if (extras_.statistics != nullptr) {
    write_file(path("statistics.csv"), statistics_csv(*extras_.statistics, *extras_.layout));
    out.push_back(path("statistics.csv"));
  }
  for (const SweepPicture& picture : pictures) {
    write_file(path(picture.name), picture.svg);
    out.push_back(path(picture.name));
  }
  out.push_back(result_path());
  return out;
}

} // namespace api
} // namespace dalembert
