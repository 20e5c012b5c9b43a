#include <dalembert/api/kept_run.h>
#include <dalembert/api/model_file.h>
#include <dalembert/api/output.h>
#include <dalembert/api/record_difference.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace dalembert::inline api {

namespace {

constexpr const char* record_name = "run.json";
constexpr const char* state_name = "run.state";
constexpr const char* result_name = "result.json";
constexpr std::string_view heading = "dalembert run state 1\n";
constexpr std::chrono::milliseconds first_kept{100};
constexpr std::chrono::milliseconds between{500};
constexpr int rests = 19; ///< times what keeping took

/// FNV-1a of 64 bits: tells a file that was cut off or changed.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  return hash;
}

/// All bytes of a file, however long; nothing where it cannot be read.
std::optional<std::string> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string out{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return std::nullopt;
  return out;
}

/// The state in a file with its heading and checksum; nothing where it is not whole.
std::optional<std::string> unpacked(std::string_view file) {
  std::uint64_t expected = 0;
  if (!file.starts_with(heading) || file.size() < heading.size() + sizeof expected) return std::nullopt;
  file.remove_prefix(heading.size());
  std::memcpy(&expected, file.data(), sizeof expected);
  file.remove_prefix(sizeof expected);
  if (checksum(file) != expected) return std::nullopt;
  return std::string(file);
}

nlohmann::ordered_json known(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

/// In what two runs differ whose records are not the same.
std::string run_difference(const std::string& there, const std::string& here) {
  static constexpr std::array<RecordedOption, 12> options{{{"form", "--form"},
                                                           {"method", "--method"},
                                                           {"tolerance", "--tolerance"},
                                                           {"end", "--to"},
                                                           {"step", "--step"},
                                                           {"max_step", "--max-step"},
                                                           {"at", "--at"},
                                                           {"samples", "--samples"},
                                                           {"table_rows", "the number of rows of the table"},
                                                           {"curve_points", "the number of points of the curves"},
                                                           {"verify", "--verify"},
                                                           {"sensitivities", "--sensitivity"}}};
  const std::string out = record_difference(there, here, record_name, options);
  // What a run says names places in the text.
  return out.empty() ? "blanks, comments or names of files of the model differ" : out;
}

} // namespace

std::string run_record(Session& session, const std::string& form, const std::vector<std::string>& overrides,
                       const RunOptions& options, const std::vector<std::string>& sensitivities) {
  static_cast<void>(session.study());
  nlohmann::ordered_json out{{"schema", "dalembert.run-record/1"}, {"version", version()}};
  out["texts"] = nlohmann::ordered_json::array();
  const SourceMap& sources = session.sources();
  for (std::uint32_t file = 0; file < sources.size(); ++file)
    out["texts"].push_back({{"name", sources.name(file)}, {"text", sources.text(file)}});
  out["set"] = overrides;
  out["form"] = form;
  out["method"] = options.method.value_or("");
  out["tolerance"] = known(options.tolerance);
  out["end"] = known(options.end);
  out["max_step"] = known(options.max_step);
  out["step"] = known(options.step);
  out["at"] = options.at;
  out["samples"] = options.samples;
  out["table_rows"] = options.table_rows;
  out["curve_points"] = options.curve_points;
  out["verify"] = options.verify;
  if (!sensitivities.empty()) out["sensitivities"] = sensitivities;
  constexpr int indent = 2;
  return out.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

KeptRun::KeptRun(std::string folder, std::string record, Session& session)
    : folder_(std::move(folder)), record_(std::move(record)) {
  for (const char* name : {record_name, state_name})
    require_other_than_model(path(name), session);
}

std::string KeptRun::path(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).string();
}

KeptRun::Found KeptRun::find() {
  const std::optional<std::string> record = bytes_of(path(record_name));
  if (!record) {
    if (!std::filesystem::exists(path(result_name))) return Found::nothing;
    throw WriteError(fmt::format("{} holds results, and nothing says of which run: it cannot be continued; leave "
                                 "--resume out to start over, or name another folder with --out",
                                 folder_));
  }
  if (*record != record_)
    throw WriteError(fmt::format("{} belongs to another run: {}; leave --resume out to start over, or name another "
                                 "folder with --out",
                                 folder_, run_difference(*record, record_)));
  const std::optional<std::string> file = bytes_of(path(state_name));
  if (!file) return std::filesystem::exists(path(result_name)) ? Found::complete : Found::nothing;
  std::optional<std::string> state = unpacked(*file);
  if (!state) return Found::damaged;
  state_ = std::move(*state);
  has_begun_ = !state_.empty();
  return state_.empty() ? Found::nothing : Found::state;
}

std::string KeptRun::result() const {
  return bytes_of(path(result_name)).value_or("");
}

void KeptRun::forget() {
  has_begun_ = false;
  state_.clear();
}

void KeptRun::begin() {
  if (has_begun_) return;
  has_begun_ = true;
  write_state({});
  std::error_code ignored;
  std::filesystem::remove(path(result_name), ignored);
  write_file(path(record_name), record_);
}

bool KeptRun::is_due() {
  began_ = Clock::now();
  if (due_ == Clock::time_point()) due_ = began_ + first_kept;
  return began_ >= due_;
}

void KeptRun::keep(const std::string& state) {
  begin();
  write_state(state);
}

void KeptRun::write_state(const std::string& state) const {
  const std::uint64_t sum = checksum(state);
  write_file(path(state_name), [&](const TextSink& sink) {
    sink(heading);
    sink({reinterpret_cast<const char*>(&sum), sizeof sum}); // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
    sink(state);
  });
}

void KeptRun::rest() {
  const Clock::time_point now = Clock::now();
  due_ = now + std::max<Clock::duration>(between, rests * (now - began_));
}

void KeptRun::finish(RunOutcome outcome) {
  std::error_code ignored;
  if (outcome == RunOutcome::completed || outcome == RunOutcome::bounded)
    std::filesystem::remove(path(state_name), ignored);
}

} // namespace dalembert::inline api
