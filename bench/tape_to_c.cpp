#include "tape_to_c.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <vector>

namespace dalembert::bench {

namespace {

std::string formula(const Instruction& i, const std::string& a, const std::string& b, const std::string& c) {
  switch (i.operation) {
  case Operation::add:
    return fmt::format("{} + {}", a, b);
  case Operation::sub:
    return fmt::format("{} - {}", a, b);
  case Operation::mul:
    return fmt::format("{} * {}", a, b);
  case Operation::div:
    return fmt::format("{} / {}", a, b);
  case Operation::neg:
    return fmt::format("-{}", a);
  case Operation::fma:
    return fmt::format("__builtin_fma({}, {}, {})", a, b, c);
  case Operation::fms:
    return fmt::format("__builtin_fma({}, {}, -{})", a, b, c);
  case Operation::fnma:
    return fmt::format("__builtin_fma(-{}, {}, {})", a, b, c);
  case Operation::fnms:
    return fmt::format("__builtin_fma(-{}, {}, -{})", a, b, c);
  case Operation::sqrt:
  case Operation::sin:
  case Operation::cos:
  case Operation::exp:
    return fmt::format("{}({})", name(i.operation), a);
  case Operation::unary:
    return fmt::format("{}({})", name(i.function()), a);
  case Operation::less:
    return fmt::format("({} < {}) ? 1.0 : 0.0", a, b);
  case Operation::less_equal:
    return fmt::format("({} <= {}) ? 1.0 : 0.0", a, b);
  case Operation::select:
    return fmt::format("({} != 0.0) ? {} : {}", a, b, c);
  default:
    throw std::invalid_argument(fmt::format("no C text for {}", name(i.operation)));
  }
}

} // namespace

std::string tape_to_c(const Tape& tape, const std::string& name) {
  std::vector<std::string> names;
  for (const double constant : tape.constants())
    names.push_back(fmt::format("({:a})", constant));
  for (std::size_t k = 0; k < tape.inputs(); ++k)
    names.push_back(fmt::format("in[{}]", k));
  std::string out = fmt::format("#include <math.h>\n\nvoid {}(const double *in, double *out) {{\n", name);
  for (const Instruction& i : tape.instructions()) {
    const std::string a = names[i.a];
    const std::string result = fmt::format("v{}", names.size());
    if (i.operation == Operation::sincos) {
      const std::string cosine = fmt::format("v{}", names.size() + 1);
      out += fmt::format("  const double {} = sin({}), {} = cos({});\n", result, a, cosine, a);
      names.insert(names.end(), {result, cosine});
    } else {
      const int operands = operand_count(i.operation);
      out += fmt::format("  const double {} = {};\n", result,
                         formula(i, a, operands > 1 ? names[i.b] : "", operands > 2 ? names[i.c] : ""));
      names.push_back(result);
    }
  }
  for (std::size_t k = 0; k < tape.outputs(); ++k)
    out += fmt::format("  out[{}] = {};\n", k, names[tape.output_values()[k]]);
  return out + "}\n";
}

NativeProgram compile_with_cc(const Tape& tape, const std::string& optimisation) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("dalembert-bench-{}", std::random_device{}());
  std::filesystem::create_directory(folder);
  const std::filesystem::path source = folder / "tape.c";
  const std::filesystem::path library = folder / "tape.so";
  std::ofstream(source) << tape_to_c(tape, "tape");
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
