#include "native_program.h"

#include <dalembert/export/c_program.h>

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

namespace dalembert::bench {

namespace {

/// One function `void tape(const double *in, double *out)`, with multiply-adds rounded once.
std::string source_of(const Tape& tape) {
  CTables tables;
  const std::string function = c_function(
      {"computed", {"in"}, 0, tape.outputs()}, tape, [](std::size_t i) { return fmt::format("in[{}]", i); }, tables);
  return "#include <math.h>\n#define MULADD(a, b, c) __builtin_fma(a, b, c)\n#define STORAGE static\n" +
         tables.source() + function + "void tape(const double *in, double *out) {\n  computed(in, out);\n}\n";
}

} // namespace

NativeProgram compile_with_cc(const Tape& tape, const std::string& optimisation) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("dalembert-bench-{}", std::random_device{}());
  std::filesystem::create_directory(folder);
  const std::filesystem::path source = folder / "tape.c";
  const std::filesystem::path library = folder / "tape.so";
  std::ofstream(source) << source_of(tape);
#if defined(__x86_64__)
  const std::string machine = __builtin_cpu_supports("fma") != 0 ? "-mfma" : "";
#else
  const std::string machine;
#endif
  const std::string command = fmt::format("cc {} -ffp-contract=off -fno-math-errno {} -shared -fPIC -o '{}' '{}' -lm",
                                          optimisation, machine, library.string(), source.string());
  const auto begin = std::chrono::steady_clock::now();
  void* handle = std::system(command.c_str()) == 0 ? dlopen(library.c_str(), RTLD_NOW) : nullptr;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  std::filesystem::remove_all(folder);
  if (handle == nullptr) throw std::runtime_error("cc could not compile the tape");
  return {reinterpret_cast<void (*)(const double*, double*)>(dlsym(handle, "tape")), spent.count()};
}

} // namespace dalembert::bench
