#include <dalembert/api/c_compiler.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace dalembert {
inline namespace api {

namespace fs = std::filesystem;

namespace {

constexpr const char* message_file = "messages.txt";

/// An empty folder that goes with its owner.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    std::string name = (error ? fs::path("/tmp") : base) / "dalembert-XXXXXX";
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; } ///< empty where none could be made

private:
  fs::path path_;
};

std::optional<std::string> content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// What a started process reads and writes.
class FileActions {
public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  /// Works in `folder`, reads nothing, and leaves its messages there.
  void stay_in(const std::string& folder) {
    constexpr mode_t owner = 0600;
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, message_file, O_WRONLY | O_CREAT | O_TRUNC, owner);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
  posix_spawn_file_actions_t actions_{};
};

/// Runs a program to its end. Returns why it could not be run, else nothing and its exit status.
struct Ending {
  std::string failure;
  int status = 0;
};
Ending run_program(std::vector<std::string> command, const std::string& folder) {
  std::vector<char*> arguments;
  for (std::string& word : command)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  FileActions actions;
  actions.stay_in(folder);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, arguments.front(), actions.get(), nullptr, arguments.data(), environ);
  if (error == ENOENT) return {fmt::format("there is no `{}`", command.front())};
  if (error != 0) return {fmt::format("`{}` cannot be run: {}", command.front(), std::strerror(error))};
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return {{}, status};
}

/// The first line that speaks of an error, else the first one.
std::string first_error(const std::string& messages) {
  std::istringstream in(messages);
  std::string first;
  for (std::string line; std::getline(in, line);) {
    if (line.find("error") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

} // namespace

CompiledLibrary compile_library(const std::vector<ArchivedFile>& files, const std::string& name,
                                const std::string& compiler) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return {{}, fmt::format("no temporary folder: {}", std::strerror(errno))};
  std::vector<std::string> command = words(compiler);
  if (command.empty()) return {{}, "no compiler is named"};
  const auto has_thread_storage = [](const ArchivedFile& file) {
    return file.content.find("_Thread_local") != std::string::npos;
  };
  const bool is_c11 = std::ranges::any_of(files, has_thread_storage);
  for (const char* option : {is_c11 ? "-std=c11" : "-std=c99", "-O1", "-fPIC", "-shared", "-fvisibility=hidden"})
    command.emplace_back(option);
  for (const ArchivedFile& file : files) {
    const fs::path path = folder.path() / fs::path(file.path).filename();
    std::ofstream(path, std::ios::binary) << file.content;
    if (path.extension() == ".c") command.push_back(path.filename().string());
  }
  command.insert(command.end(), {"-o", name, "-lm"});
  const Ending ending = run_program(command, folder.path().string());
  if (!ending.failure.empty()) return {{}, ending.failure};
  std::optional<std::string> made = content_of(folder.path() / name);
  if (ending.status == 0 && made && !made->empty()) return {std::move(*made), {}};
  const std::string said = first_error(content_of(folder.path() / message_file).value_or(""));
  return {{}, said.empty() ? fmt::format("`{}` failed without a message", command.front()) : said};
}

} // namespace api
} // namespace dalembert
