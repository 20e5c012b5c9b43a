#include <dalembert/api/model_file.h>
#include <dalembert/api/output.h>
#include <dalembert/api/sweep_files.h>

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace dalembert::inline api {

SweepFiles::SweepFiles(std::string folder, std::string record, Session& session)
    : folder_(std::move(folder)), record_(std::move(record)) {
  prepare_output(folder_, session);
  for (const char* name : {"sweep.json", "members.csv", "result.json"})
    require_other_than_model(path(name), session);
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
  std::filesystem::remove(path("result.json"), ignored); // of an earlier sweep
  write_file(path("sweep.json"), record_);
  open("wb");
  add(table.heading());
  flush();
}

std::vector<MemberResult> SweepFiles::resume(const MemberTable& table) {
  const std::string members = path("members.csv");
  if (!std::filesystem::exists(members) || !std::filesystem::exists(path("sweep.json"))) {
    begin(table);
    return {};
  }
  const std::string advice = "leave --resume out to start over, or name another folder with --out";
  if (read_file(path("sweep.json")) != record_)
    throw WriteError(fmt::format("{} belongs to another sweep: the model, its values or the options differ from those "
                                 "in {}; {}",
                                 members, path("sweep.json"), advice));
  std::optional<MemberTable::Read> found = table.read(read_file(members));
  if (!found) throw WriteError(fmt::format("{} was changed and cannot be continued; {}", members, advice));
  std::error_code error;
  std::filesystem::resize_file(members, found->bytes, error);
  if (error) throw WriteError(fmt::format("cannot write {}: {}", members, error.message()));
  open("ab");
  return std::move(found->results);
}

void SweepFiles::add(const std::string& row) {
  if (std::fwrite(row.data(), 1, row.size(), table_.get()) != row.size()) fail();
  if (Clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void SweepFiles::flush() {
  if (std::fflush(table_.get()) != 0) fail();
  flushed_ = Clock::now();
}

std::vector<std::string> SweepFiles::finish(const std::vector<SweepPicture>& pictures) {
  flush();
  table_.reset();
  std::vector<std::string> out{path("sweep.json"), path("members.csv")};
  for (const SweepPicture& picture : pictures) {
    write_file(path(picture.name), picture.svg);
    out.push_back(path(picture.name));
  }
  out.push_back(result_path());
  return out;
}

} // namespace dalembert::inline api
