#include <dalembert/api/file_errors.h>
#include <dalembert/api/model_file.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace dalembert {
inline namespace api {

namespace {

constexpr std::size_t largest_file = std::size_t{16} << 20U; ///< bytes; the longest models have a thousandth

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
  while ((count = std::fread(block.data(), 1, block.size(), file)) > 0) {
    out.append(block.data(), count);
    if (out.size() > largest_file)
      throw FileError(fmt::format("cannot read {}: it is larger than {} MiB", name, largest_file >> 20U));
  }
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

std::optional<ElaborateOptions::Included> find_included(const std::string& path, const std::string& from,
                                                        const std::string& root) {
  namespace fs = std::filesystem;
  const fs::path whole = fs::path(from).parent_path() / path;
  ElaborateOptions::Included out;
  out.name = whole.string();
  std::error_code error;
  const fs::path place = fs::weakly_canonical(whole, error);
  const fs::path base = fs::weakly_canonical(root.empty() ? fs::path(".") : fs::path(root), error);
  const auto [end, ignored] = std::mismatch(base.begin(), base.end(), place.begin(), place.end());
  if (end != base.end()) {
    out.refusal = fmt::format("it lies outside the folder {}", base.string());
    out.help = "files are read from the folder of the model and below; `--include-root DIR` allows another folder";
    return out;
  }
  if (!fs::exists(place, error)) return std::nullopt;
  if (!fs::is_regular_file(place, error)) {
    out.refusal = "it is not a regular file";
    return out;
  }
  try {
    out.text = read_file(place.string());
  } catch (const FileError& unreadable) {
    out.refusal = unreadable.what();
  }
  return out;
}

} // namespace api
} // namespace dalembert
