#include <dalembert/base/own_module.h>

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace dalembert {
inline namespace base {

namespace {

std::filesystem::path module_folder() {
  const char* const named = std::getenv("DALEMBERT_MODULES");
  if (named != nullptr && *named != '\0') return named;
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "lib" / "dalembert";
}

} // namespace

OwnModule open_own_module(const std::string& file, const char* name, bool is_shared) {
  const std::filesystem::path path = module_folder() / file;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {nullptr, path.string() + " is missing"};
  void* const library = dlopen(path.c_str(), RTLD_NOW | (is_shared ? RTLD_GLOBAL : RTLD_LOCAL));
  if (library == nullptr) {
    const char* const why = dlerror();
    return {nullptr, why != nullptr ? why : path.string() + " cannot be loaded"};
  }
  void* const symbol = dlsym(library, name);
  if (symbol == nullptr) return {nullptr, path.string() + " has no " + name + ": it belongs to another version"};
  return {symbol, {}};
}

} // namespace base
} // namespace dalembert
