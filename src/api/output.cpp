#include <dalembert/api/output.h>
#include <dalembert/report/atomic_file.h>
#include <dalembert/report/run_files.h>
#include <dalembert/report/state_space_files.h>

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

namespace dalembert {

void prepare_output(const std::string& folder, Session& session) {
  check_export_names(session.study());
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw FileError(fmt::format("cannot make the folder {}: {}", folder, error.message()));
}

void write_outputs(const std::string& folder, RunReport& report) {
  const auto start = std::chrono::steady_clock::now();
  const std::filesystem::path base(folder);
  const std::string result = (base / "result.json").string();
  const auto write = [&](const std::string& name, const std::string& content) {
    write_atomically(base / name, content);
    report.files.push_back((base / name).string());
  };
  try {
    for (const OutputFile& file : run_files(report))
      write(file.name, file.content);
    report.seconds.output += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    // The result names itself among the files.
    report.files.push_back(result);
    write_atomically(result, run_json(report));
  } catch (const std::filesystem::filesystem_error& error) {
    if (!report.files.empty() && report.files.back() == result) report.files.pop_back();
    throw FileError(fmt::format("cannot write {}: {}", error.path1().string(), error.code().message()));
  }
}

std::vector<std::string> write_state_space(const std::string& folder, const AnalysisReport& report) {
  std::vector<std::string> out;
  for (const OutputFile& file : state_space_files(report.steady)) {
    out.push_back((std::filesystem::path(folder) / file.name).string());
    write_file(out.back(), file.content);
  }
  return out;
}

void write_file(const std::string& path, const std::string& content) {
  try {
    write_atomically(path, content);
  } catch (const std::filesystem::filesystem_error& error) {
    throw FileError(fmt::format("cannot write {}: {}", path, error.code().message()));
  }
}

} // namespace dalembert
