#include <dalembert/api/input_record.h>
#include <dalembert/api/kept_file.h>
#include <dalembert/api/kept_run.h>
#include <dalembert/api/output.h>
#include <dalembert/api/record_difference.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

constexpr const char* record_name = "run.json";
constexpr const char* state_name = "run.state";
constexpr const char* result_name = "result.json";
constexpr std::string_view heading = "dalembert run state 1\n";
constexpr std::chrono::milliseconds first_kept{100};
constexpr std::chrono::milliseconds between{500};
constexpr int rests = 19; ///< times what keeping took

nlohmann::ordered_json known(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

constexpr const char* kept_advice = "leave --resume out to start over, or name another folder with --out";
constexpr const char* finished_key = "finished";

/// Names of files and their checksums.
using FinishedFiles = std::vector<std::pair<std::string, std::string>>;

std::string record_text(const nlohmann::ordered_json& record) {
  constexpr int indent = 2;
  return record.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// The record of a run that came to its end, with the files that it left.
std::string with_finished(const std::string& record, const FinishedFiles& files) {
  nlohmann::ordered_json out = nlohmann::ordered_json::parse(record);
  out[finished_key] = nlohmann::ordered_json::object();
  for (const auto& [name, sum] : files)
    out[finished_key][name] = sum;
  return record_text(out);
}

/// Takes what `with_finished` added out of a record; nothing where that is not whole.
FinishedFiles take_finished(std::string& record) {
  nlohmann::ordered_json read = nlohmann::ordered_json::parse(record, nullptr, false);
  if (!read.is_object() || !read.contains(finished_key) || !read[finished_key].is_object()) return {};
  FinishedFiles out;
  for (const auto& [name, sum] : read[finished_key].items())
    if (sum.is_string()) out.emplace_back(name, sum.get<std::string>());
  read.erase(finished_key);
  record = record_text(read);
  return out;
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
  add_inputs(session.inputs(), out);
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
  return record_text(out);
}

KeptRun::KeptRun(std::string folder, std::string record, Session& session)
    : folder_(std::move(folder)), lock_(folder_), record_(std::move(record)) {
  for (const char* name : {record_name, state_name}) {
    require_other_than_model(path(name), session);
    require_regular(path(name));
  }
}

std::string KeptRun::path(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).string();
}

KeptRun::Found KeptRun::find() {
  std::optional<std::string> record = bytes_of(path(record_name));
  if (!record) {
    if (!std::filesystem::exists(path(result_name))) return Found::nothing;
    throw WriteError(fmt::format("{} holds results, and nothing says of which run: it cannot be continued; {}", folder_,
                                 kept_advice));
  }
  const FinishedFiles finished = take_finished(*record);
  if (*record != record_)
    throw WriteError(
        fmt::format("{} belongs to another run: {}; {}", folder_, run_difference(*record, record_), kept_advice));
  const std::optional<std::string> file = bytes_of(path(state_name));
  if (!file) {
    require_finished(finished);
    return Found::complete;
  }
  std::optional<std::string> state = unpacked(*file, heading, record_);
  if (!state) return Found::damaged;
  state_ = std::move(*state);
  has_begun_ = !state_.empty();
  return state_.empty() ? Found::nothing : Found::state;
}

void KeptRun::require_finished(const FinishedFiles& files) const {
  const auto refuse = [this](const std::string& why) {
    throw WriteError(fmt::format("the run in {} cannot be continued: {}; {}", folder_, why, kept_advice));
  };
  if (files.empty())
    refuse(fmt::format("its state, {}, is missing, and the run has not come to its end", path(state_name)));
  for (const auto& [name, sum] : files) {
    const std::optional<std::string> found = checksum_of_file(path(name));
    if (!found) refuse(fmt::format("{} is missing", path(name)));
    if (*found != sum) refuse(fmt::format("{} was changed after the run", path(name)));
  }
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
  write_packed(path(state_name), heading, record_, state);
}

void KeptRun::rest() {
  const Clock::time_point now = Clock::now();
  due_ = now + std::max<Clock::duration>(between, rests * (now - began_));
}

void KeptRun::finish(RunOutcome outcome, const std::vector<std::string>& files) {
  if (outcome != RunOutcome::completed && outcome != RunOutcome::bounded) return;
  std::error_code ignored;
  FinishedFiles finished;
  for (const std::string& file : files) {
    const bool is_kept = std::filesystem::is_regular_file(file, ignored); // what went into a pipe is not
    const std::optional<std::string> sum = is_kept ? checksum_of_file(file) : std::nullopt;
    if (sum) finished.emplace_back(std::filesystem::path(file).lexically_relative(folder_).string(), *sum);
  }
  write_file(path(record_name), with_finished(record_, finished));
  std::filesystem::remove(path(state_name), ignored);
}

} // namespace api
} // namespace dalembert
