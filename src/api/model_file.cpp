#include <dalembert/api/model_file.h>
#include <dalembert/api/session.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace dalembert {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};

std::string reason() {
  return std::generic_category().message(errno);
}

std::string read_all(std::FILE* file, const std::string& name) {
  std::string out;
  std::array<char, 65536> block{};
  std::size_t count = 0;
  while ((count = std::fread(block.data(), 1, block.size(), file)) > 0)
    out.append(block.data(), count);
  if (std::ferror(file) != 0) throw FileError(fmt::format("cannot read {}: {}", name, reason()));
  return out;
}

} // namespace

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw FileError(fmt::format("cannot read {}: it is a folder", path));
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) throw FileError(fmt::format("cannot read {}: {}", path, reason()));
  return read_all(file.get(), path);
}

std::string read_standard_input() {
  return read_all(stdin, "standard input");
}

std::optional<ElaborateOptions::Included> find_included(const std::string& path, const std::string& from) {
  const std::filesystem::path whole = std::filesystem::path(from).parent_path() / path;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(whole, ignored)) return std::nullopt;
  return ElaborateOptions::Included{whole.string(), read_file(whole.string())};
}

} // namespace dalembert
