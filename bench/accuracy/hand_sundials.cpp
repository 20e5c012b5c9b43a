#include "hand_methods.h"

#include <algorithm>
#include <dlfcn.h>
#include <stdexcept>
#include <utility>

namespace dalembert::bench {

namespace {

// SUNDIALS 6 as its shared libraries have it: opaque objects, realtype double, sunindextype 64 bits. Source: Hindmarsh,
// Serban et al., User Documentation for CVODE and IDA v6.4.

/// One of its libraries.
class Library {
public:
  explicit Library(const char* name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr)
      throw std::runtime_error(std::string(name) + " is not installed (Debian: libsundials-cvode6, libsundials-ida6)");
  }
  template <typename Result = int, typename... Arguments>
  Result call(const char* name, Arguments... arguments) const {
    void* const address = dlsym(handle_, name);
    if (address == nullptr) throw std::runtime_error(std::string("SUNDIALS has no function ") + name);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return reinterpret_cast<Result (*)(Arguments...)>(address)(arguments...);
  }

private:
  void* handle_;
};

constexpr long most_steps = 2'000'000;

using Vector = void*;

/// What the functions called back need.
struct Work {
  const HandProblem* problem;
  HandMotion motion;
  double* (*data)(Vector);
  std::vector<double> residuals;
  std::uint64_t evaluations = 0;
};

Work work_of(const HandProblem& problem, const Library& library) {
  static const Library* used = nullptr;
  used = &library;
  return {&problem, HandMotion(problem), [](Vector v) { return used->call<double*>("N_VGetArrayPointer", v); },
          std::vector<double>(problem.constraints()), 0};
}

int slopes(double /*t*/, Vector state, Vector slope, void* user) {
  Work& work = *static_cast<Work*>(user);
  const std::size_t n = work.problem->size();
  const double* const y = work.data(state);
  double* const f = work.data(slope);
  ++work.evaluations;
  work.motion.solve(y, y + n);
  std::copy_n(y + n, n, f);
  std::copy_n(work.motion.accelerations().begin(), n, f + n);
  return 0;
}

/// Unknowns q, v, μ (of the holonomic rows), λ.
int residual(double /*t*/, Vector state, Vector slope, Vector out, void* user) {
  Work& work = *static_cast<Work*>(user);
  const HandProblem& problem = *work.problem;
  const std::size_t n = problem.size();
  const std::size_t m = problem.constraints();
  const std::size_t holonomic = problem.holonomic;
  const double* const y = work.data(state);
  const double* const dy = work.data(slope);
  double* const r = work.data(out);
  ++work.evaluations;
  if (problem.equations == nullptr) {
    work.motion.solve(y, y + n);
    for (std::size_t i = 0; i < n; ++i) {
      r[i] = dy[i] - y[n + i];
      r[n + i] = dy[n + i] - work.motion.accelerations()[i];
    }
    return 0;
  }
  auto& at = const_cast<HandEquations&>(work.motion.equations()); // NOLINT(cppcoreguidelines-pro-type-const-cast)
  problem.equations(y, y + n, at);
  problem.residuals(y, y + n, work.residuals.data());
  const double* const mu = y + 2 * n;
  const double* const lambda = mu + holonomic;
  for (std::size_t i = 0; i < n; ++i) {
    double rate = dy[i] - y[n + i];
    double force = -at.forces[i];
    for (std::size_t j = 0; j < n; ++j)
      force += at.mass[i * n + j] * dy[n + j];
    for (std::size_t k = 0; k < holonomic; ++k)
      rate += at.rows[k * n + i] * mu[k];
    for (std::size_t k = 0; k < m; ++k)
      force -= at.rows[k * n + i] * lambda[k];
    r[i] = rate;
    r[n + i] = force;
  }
  for (std::size_t k = 0; k < m; ++k)
    r[2 * n + k] = work.residuals[k];
  for (std::size_t k = 0; k < holonomic; ++k) {
    double speed = 0;
    for (std::size_t i = 0; i < n; ++i)
      speed += at.rows[k * n + i] * y[n + i];
    r[2 * n + m + k] = speed;
  }
  return 0;
}

void silent(int /*code*/, const char* /*module*/, const char* /*function*/, char* /*message*/, void* /*user*/) {}

HandRun ended(const HandProblem& problem, const std::vector<double>& y, const Work& work, long steps) {
  const auto n = static_cast<std::ptrdiff_t>(problem.size());
  return {{y.begin(), y.begin() + n},
          {y.begin() + n, y.begin() + 2 * n},
          work.evaluations,
          static_cast<std::uint64_t>(steps)};
}

} // namespace

std::optional<HandRun> run_cvode(const HandProblem& problem, double tolerance) {
  static const Library library("libsundials_cvode.so.6");
  Work work = work_of(problem, library);
  std::vector<double> y = problem.q;
  y.insert(y.end(), problem.v.begin(), problem.v.end());
  std::vector<double> absolute(y.size(), tolerance);
  const auto length = static_cast<std::int64_t>(y.size());
  void* context = nullptr;
  library.call("SUNContext_Create", static_cast<void*>(nullptr), &context);
  const Vector state = library.call<void*>("N_VMake_Serial", length, y.data(), context);
  const Vector limits = library.call<void*>("N_VMake_Serial", length, absolute.data(), context);
  constexpr int adams = 1;
  constexpr int bdf = 2;
  void* memory = library.call<void*>("CVodeCreate", problem.is_stiff ? bdf : adams, context);
  library.call("CVodeInit", memory, &slopes, 0.0, state);
  library.call("CVodeSVtolerances", memory, tolerance, limits);
  library.call("CVodeSetUserData", memory, static_cast<void*>(&work));
  library.call("CVodeSetErrHandlerFn", memory, &silent, static_cast<void*>(nullptr));
  library.call("CVodeSetMaxNumSteps", memory, most_steps);
  if (problem.is_stiff) {
    void* const matrix = library.call<void*>("SUNDenseMatrix", length, length, context);
    void* const solver = library.call<void*>("SUNLinSol_Dense", state, matrix, context);
    library.call("CVodeSetLinearSolver", memory, solver, matrix);
  } else {
    library.call("CVodeSetNonlinearSolver", memory, library.call<void*>("SUNNonlinSol_FixedPoint", state, 0, context));
  }
  library.call("CVodeSetStopTime", memory, problem.end);
  double reached = 0;
  constexpr int normal = 1;
  const int code = library.call("CVode", memory, problem.end, state, &reached, normal);
  long steps = 0;
  library.call("CVodeGetNumSteps", memory, &steps);
  library.call<void>("CVodeFree", &memory);
  if (code < 0) return std::nullopt;
  return ended(problem, y, work, steps);
}

std::optional<HandRun> run_ida(const HandProblem& problem, double tolerance) {
  static const Library library("libsundials_ida.so.6");
  Work work = work_of(problem, library);
  const std::size_t n = problem.size();
  const std::size_t m = problem.constraints();
  const std::size_t size = 2 * n + m + problem.holonomic;
  std::vector<double> y(size);
  std::vector<double> dy(size);
  std::vector<double> absolute(size, tolerance);
  std::vector<double> differential(size, 0.0);
  HandMotion begin(problem);
  begin.solve(problem.q.data(), problem.v.data());
  std::ranges::copy(problem.q, y.begin());
  std::ranges::copy(problem.v, y.begin() + static_cast<std::ptrdiff_t>(n));
  std::ranges::copy(begin.multipliers(), y.begin() + static_cast<std::ptrdiff_t>(2 * n + problem.holonomic));
  std::ranges::copy(problem.v, dy.begin());
  std::ranges::copy(begin.accelerations(), dy.begin() + static_cast<std::ptrdiff_t>(n));
  std::fill_n(differential.begin(), 2 * n, 1.0);
  std::fill(absolute.begin() + static_cast<std::ptrdiff_t>(2 * n), absolute.end(), 1.0);
  const auto length = static_cast<std::int64_t>(size);
  void* context = nullptr;
  library.call("SUNContext_Create", static_cast<void*>(nullptr), &context);
  const auto vector = [&](std::vector<double>& of) {
    return library.call<void*>("N_VMake_Serial", length, of.data(), context);
  };
  const Vector state = vector(y);
  const Vector slope = vector(dy);
  const Vector limits = vector(absolute);
  const Vector kinds = vector(differential);
  void* memory = library.call<void*>("IDACreate", context);
  library.call("IDAInit", memory, &residual, 0.0, state, slope);
  library.call("IDASVtolerances", memory, tolerance, limits);
  library.call("IDASetUserData", memory, static_cast<void*>(&work));
  library.call("IDASetErrHandlerFn", memory, &silent, static_cast<void*>(nullptr));
  library.call("IDASetMaxNumSteps", memory, most_steps);
  library.call("IDASetId", memory, kinds);
  library.call("IDASetSuppressAlg", memory, 1);
  library.call("IDASetInitStep", memory, 1e-7 * problem.end); // the first steps fail where IDA chooses them
  void* const matrix = library.call<void*>("SUNDenseMatrix", length, length, context);
  library.call("IDASetLinearSolver", memory, library.call<void*>("SUNLinSol_Dense", state, matrix, context), matrix);
  library.call("IDASetStopTime", memory, problem.end);
  double reached = 0;
  constexpr int normal = 1;
  const int code = library.call("IDASolve", memory, problem.end, &reached, state, slope, normal);
  long steps = 0;
  library.call("IDAGetNumSteps", memory, &steps);
  library.call<void>("IDAFree", &memory);
  if (code < 0) return std::nullopt;
  return ended(problem, y, work, steps);
}

} // namespace dalembert::bench
