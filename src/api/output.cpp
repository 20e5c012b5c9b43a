#include <dalembert/api/output.h>
#include <dalembert/report/atomic_file.h>
#include <dalembert/report/run_files.h>

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

namespace dalembert {

void write_outputs(const std::string& folder, RunReport& report) {
  const auto start = std::chrono::steady_clock::now();
  const std::filesystem::path base(folder);
  const std::vector<OutputFile> files = run_files(report);
  for (const OutputFile& file : files)
    report.files.push_back((base / file.name).string());
  report.files.push_back((base / "result.json").string());
  try {
    for (const OutputFile& file : files)
      write_atomically(base / file.name, file.content);
    report.seconds.output += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    write_atomically(base / "result.json", run_json(report));
  } catch (const std::filesystem::filesystem_error& error) {
    throw FileError(fmt::format("cannot write {}: {}", error.path1().string(), error.code().message()));
  }
}

} // namespace dalembert
