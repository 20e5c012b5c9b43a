#include <dalembert/api/output.h>
#include <dalembert/report/atomic_file.h>
#include <dalembert/report/run_files.h>
#include <dalembert/report/state_space_files.h>
#include <dalembert/studies/steady_states.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace dalembert {
inline namespace api {

namespace fs = std::filesystem;

namespace {

WriteError write_error(const std::string& path, const std::error_code& reason) {
  if (reason != std::errc::permission_denied || ::access(path.c_str(), F_OK) != 0)
    return WriteError(fmt::format("cannot write {}: {}", path, reason.message()));
  return WriteError(fmt::format("cannot write {}: it is read-only", path));
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && !fs::is_directory(folder, error) && !error) error = std::make_error_code(std::errc::not_a_directory);
  if (error) throw WriteError(fmt::format("cannot make the folder {}: {}", folder, error.message()));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw WriteError(
        fmt::format("cannot write into the folder {}: {}", folder, std::generic_category().message(errno)));
}

/// Refuses a name that symbolic links lead out of the folder.
void require_inside(const std::string& folder, const std::string& name) {
  const fs::path base = fs::canonical(folder);
  const fs::path target =
      fs::weakly_canonical(write_target(fs::weakly_canonical((base / name).parent_path()) / fs::path(name).filename()));
  const auto [end, ignored] = std::mismatch(base.begin(), base.end(), target.begin(), target.end());
  if (end == base.end()) return;
  throw WriteError(fmt::format("cannot write {}: a symbolic link leads it out of the folder, to {}",
                               (fs::path(folder) / name).string(), target.string()));
}

void require_places(const std::string& folder, const std::vector<std::string>& names, Session& session) {
  try {
    for (const std::string& name : names) {
      require_inside(folder, name);
      require_other_than_model((fs::path(folder) / name).string(), session);
    }
  } catch (const fs::filesystem_error& error) {
    throw write_error(error.path1().string(), error.code());
  }
}

} // namespace

void prepare_output(const std::string& folder, Session& session) {
  check_export_names(session.study());
  make_folder(folder);
  require_places(folder, run_file_names(session.study()), session);
}

void require_other_than_model(const std::string& path, Session& session) {
  static_cast<void>(session.study());
  const SourceMap& sources = session.sources();
  for (std::uint32_t file = 0; file < sources.size(); ++file) {
    std::error_code error;
    if (!fs::equivalent(path, sources.name(file), error) || error) continue;
    throw WriteError(fmt::format("cannot write {}: the model is read from this file", path));
  }
  for (const InputFile& table : session.inputs()) {
    std::error_code error;
    if (fs::equivalent(path, table.name, error) && !error)
      throw WriteError(fmt::format("cannot write {}: the model reads this table", path));
  }
}

namespace {

/// Names each file in `report` once it is written. @throws WriteError
void write_run(const std::string& folder, RunReport& report) {
  const auto start = std::chrono::steady_clock::now();
  const fs::path base(folder);
  const std::string result = (base / "result.json").string();
  const auto write = [&](const std::string& name, const TextSource& content) {
    require_inside(folder, name);
    write_atomically(base / name, content);
    report.files.push_back((base / name).string());
  };
  try {
    for (const OutputFile& file : run_files(report))
      write(file.name, file.content);
    report.seconds.output += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    // The result names itself among the files.
    report.files.push_back(result);
    write_atomically(result, [&report](const TextSink& sink) { write_run_json(report, sink); });
  } catch (const fs::filesystem_error& error) {
    if (!report.files.empty() && report.files.back() == result) report.files.pop_back();
    throw write_error(error.path1().string(), error.code());
  }
}

} // namespace

WrittenRun write_outputs(const std::string& folder, RunReport report) {
  if (!report.result || !report.overview.study) throw OptionError("there is no result to write: the report is empty");
  try {
    write_run(folder, report);
    return {std::move(report), {}};
  } catch (const WriteError& error) {
    Diagnostic unwritten;
    unwritten.code = unwritten_code;
    unwritten.message = error.what();
    report.overview.diagnostics.push_back(std::move(unwritten));
    return {std::move(report), error.what()};
  }
}

void write_picture(const std::string& folder, const PicturePage& page) {
  const OutputFile file = picture_file(page);
  require_inside(folder, file.name);
  write_file((fs::path(folder) / file.name).string(), file.content);
}

std::vector<std::string> write_files(const std::string& folder, const std::vector<OutputFile>& files,
                                     Session& session) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const OutputFile& file : files)
    names.push_back(file.name);
  make_folder(folder);
  require_places(folder, names, session);
  std::vector<std::string> out;
  std::vector<FileToWrite> all;
  for (const OutputFile& file : files) {
    out.push_back((fs::path(folder) / file.name).string());
    all.push_back({out.back(), file.content});
  }
  try {
    write_together(all);
  } catch (const fs::filesystem_error& error) {
    throw write_error(error.path1().string(), error.code());
  }
  return out;
}

std::vector<std::string> write_state_space(const std::string& folder, const AnalysisReport& report, Session& session) {
  return write_files(folder, state_space_files(report.facts.get<SteadyStates>().states), session);
}

void write_file(const std::string& path, const std::string& content) {
  write_file(path, [&content](const TextSink& sink) { sink(content); });
}

void write_file(const std::string& path, const TextSource& content) {
  try {
    write_atomically(path, content);
  } catch (const fs::filesystem_error& error) {
    throw write_error(path, error.code());
  }
}

} // namespace api
} // namespace dalembert
