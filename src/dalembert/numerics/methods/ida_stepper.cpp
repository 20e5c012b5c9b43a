#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/numerics/methods/ida_stepper.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr int one_step = 2;           ///< IDA_ONE_STEP
constexpr double no_tolerance = 1e30; ///< of what has no part in the tests

void free_vector(void* vector) {
  if (vector != nullptr) sundials().N_VDestroy(vector);
}

} // namespace

/// The objects of IDA; the vectors look into `x` and `slope`.
struct IdaStepper::Memory {
  Memory(std::size_t size, IdaStepper& stepper, double t, const Vector& x_begin, const Vector& slope_begin)
      : x(x_begin), slope(slope_begin), absolute(size, no_tolerance), derivative(size) {
    const Sundials& ida = sundials();
    const auto length = static_cast<std::int64_t>(size);
    ida.SUNContext_Create(nullptr, &context);
    x_vector = ida.N_VMake_Serial(length, x.data(), context);
    slope_vector = ida.N_VMake_Serial(length, slope.data(), context);
    derivative_vector = ida.N_VMake_Serial(length, derivative.data(), context);
    // IDA's norm is a mean over the components: each is to keep its tolerance.
    const double share = 1 / std::sqrt(static_cast<double>(size));
    const Vector& given = stepper.options_.absolute_tolerance;
    for (std::size_t i = 0; i < stepper.steering(); ++i)
      absolute[i] = given[given.size() == 1 ? 0 : i] * share;
    void* const tolerances = ida.N_VMake_Serial(length, absolute.data(), context);
    memory = ida.IDACreate(context);
    ida.IDASetErrHandlerFn(memory, take_message, &stepper);
    ida.IDAInit(memory, write_residual, t, x_vector, slope_vector);
    ida.IDASVtolerances(memory, stepper.options_.relative_tolerance * share, tolerances);
    free_vector(tolerances);
    ida.IDASetUserData(memory, &stepper);
    matrix = ida.SUNDenseMatrix(length, length, context);
    solver = ida.SUNLinSol_Dense(x_vector, matrix, context);
    ida.IDASetLinearSolver(memory, solver, matrix);
    ida.IDASetJacFn(memory, write_jacobian);
  }
  ~Memory() {
    const Sundials& ida = sundials();
    ida.IDAFree(&memory);
    ida.SUNLinSolFree(solver);
    ida.SUNMatDestroy(matrix);
    free_vector(x_vector);
    free_vector(slope_vector);
    free_vector(derivative_vector);
    ida.SUNContext_Free(&context);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Vector x;
  Vector slope;
  Vector absolute;
  Vector derivative;
  void* context = nullptr;
  void* x_vector = nullptr;
  void* slope_vector = nullptr;
  void* derivative_vector = nullptr;
  void* memory = nullptr;
  void* matrix = nullptr;
  void* solver = nullptr;
};

IdaStepper::IdaStepper(OdeProblem problem, StepOptions options)
    : problem_(std::move(problem)), options_(std::move(options)) {
  ENSURE(problem_.residual);
}

IdaStepper::~IdaStepper() = default;

std::unique_ptr<Stepper> make_ida(OdeProblem problem, StepOptions options) {
  return std::make_unique<IdaStepper>(std::move(problem), std::move(options));
}

int IdaStepper::write_residual(double t, void* x, void* slope, void* residual, void* user) {
  auto& stepper = *static_cast<IdaStepper*>(user);
  const Sundials& ida = sundials();
  const std::size_t size = stepper.memory_->x.size();
  try {
    const std::span<double> out(ida.N_VGetArrayPointer(residual), size);
    stepper.problem_.residual->residual(t, {ida.N_VGetArrayPointer(x), size}, {ida.N_VGetArrayPointer(slope), size},
                                        out);
    const auto bad = std::ranges::find_if(out, [](double r) { return !std::isfinite(r); });
    if (bad == out.end()) return 0;
    stepper.refusal_ = stepper.not_finite(static_cast<std::size_t>(bad - out.begin()), t);
  } catch (const SolveError& refusal) {
    stepper.refusal_ = refusal.what();
  }
  return 1; // IDA tries a shorter step
}

int IdaStepper::write_jacobian(double t, double c, void* x, void* slope, void* /*residual*/, void* matrix, void* user,
                               void* /*unused*/, void* /*unused*/, void* /*unused*/) {
  auto& stepper = *static_cast<IdaStepper*>(user);
  const Sundials& ida = sundials();
  const std::size_t size = stepper.memory_->x.size();
  try {
    stepper.problem_.residual->jacobian(t, c, {ida.N_VGetArrayPointer(x), size}, {ida.N_VGetArrayPointer(slope), size},
                                        {ida.SUNDenseMatrix_Data(matrix), size * size});
    return 0;
  } catch (const SolveError& refusal) {
    stepper.refusal_ = refusal.what();
    return 1;
  }
}

/// What says that equation i of the residual has no value.
std::string IdaStepper::not_finite(std::size_t i, double t) const {
  if (i >= steering()) return fmt::format("the constraints have no finite value at t = {:.6g} s", t);
  const std::string name = problem_.name ? problem_.name(i) : fmt::format("component {}", i);
  return fmt::format("the rate of {} is not finite at t = {:.6g} s", name, t);
}

void IdaStepper::take_message(int code, const char* /*module*/, const char* /*function*/, char* message, void* user) {
  constexpr int warning = 99;
  if (code != warning) static_cast<IdaStepper*>(user)->failure_ = message;
}

void IdaStepper::give_up(const std::string& reason) const {
  throw SolveError(
      fmt::format("{}; IDA cannot continue past t = {:.9g} s", refusal_.empty() ? reason : refusal_, time_),
      {time_, 0, 0});
}

void IdaStepper::start(double t, std::span<const double> y) {
  time_ = previous_time_ = t;
  state_.assign(y.begin(), y.end());
  previous_state_ = rate_ = state_;
  begin();
}

/// IDA begins at the state, with rates and multipliers that are consistent.
void IdaStepper::begin() {
  has_step_ = false;
  ++statistics_.evaluations;
  problem_.rhs(time_, state_, rate_);
  if (memory_) before_ = statistics_;
  const std::size_t n = steering();
  Vector x(n + problem_.residual->multipliers, 0.0);
  Vector slope = x;
  std::copy_n(state_.begin(), n, x.begin());
  std::copy_n(rate_.begin(), n, slope.begin());
  problem_.residual->start(time_, state_, std::span(slope).subspan(n));
  bend_begin_.assign(n, 0.0);
  bend_end_ = bend_begin_;
  history_ = {time_, std::move(x), std::move(slope), 0, {}};
  make_memory();
}

void IdaStepper::make_memory() {
  memory_.reset();
  memory_ = std::make_unique<Memory>(history_.x.size(), *this, history_.begin, history_.x, history_.slope);
  if (history_.first_step == 0) history_.first_step = first_step();
}

/// A hundredth of the step after which an error of order 1 would be as large as the tolerance, were y̎ as large as ẏ²/y.
double IdaStepper::first_step() const {
  if (options_.initial_step > 0) return options_.initial_step;
  double fastest = 0;
  for (std::size_t i = 0; i < steering(); ++i) {
    const double size = std::max(memory_->absolute[i] / options_.relative_tolerance, std::abs(state_[i]));
    fastest = std::max(fastest, std::abs(rate_[i]) / size);
  }
  constexpr double share = 0.01;
  const double step = share * std::sqrt(options_.relative_tolerance) / std::max(fastest, 1e-3);
  return std::min(step, options_.max_step);
}

bool IdaStepper::advance(double from, double t_stop, double& reached) {
  const Sundials& ida = sundials();
  const double longest =
      options_.longest_step ? std::min(options_.max_step, options_.longest_step(from)) : options_.max_step;
  if (std::isfinite(longest)) ida.IDASetMaxStep(memory_->memory, longest);
  ida.IDASetStopTime(memory_->memory, t_stop);
  if (from == history_.begin) ida.IDASetInitStep(memory_->memory, std::copysign(history_.first_step, t_stop - from));
  failure_.clear();
  refusal_.clear();
  return ida.IDASolve(memory_->memory, t_stop, &reached, memory_->x_vector, memory_->slope_vector, one_step) >= 0;
}

void IdaStepper::step(double t_stop) {
  if (t_stop == time_) return;
  if (options_.max_steps > 0 && statistics_.accepted + statistics_.rejected >= options_.max_steps)
    throw SolveError(fmt::format("the limit of {} steps was reached at t = {:.9g} s", options_.max_steps, time_),
                     {time_, 0, 0});
  if (has_step_ && (t_stop > time_) != (time_ > previous_time_)) begin(); // IDA goes one way
  double reached = time_;
  if (!advance(time_, t_stop, reached)) give_up(failure_.empty() ? "the steps of IDA fail" : failure_);
  if (reached == time_) give_up("the steps become shorter than the rounding of the time"); // IDA would go on for ever
  if (history_.stops.empty() || history_.stops.back().time != t_stop) history_.stops.push_back({t_stop});
  ++history_.stops.back().steps;
  previous_state_ = state_;
  previous_time_ = time_;
  bend_begin_ = bend_end_;
  time_ = reached;
  const std::size_t n = steering();
  std::copy_n(memory_->x.begin(), n, state_.begin());
  has_step_ = true;
  std::ranges::fill(bend_end_, 0.0);
  refusal_.clear(); // of tries that a shorter step passed
  if (problem_.project) {
    if (!problem_.project(time_, state_)) give_up("the constraints cannot be satisfied");
    for (std::size_t i = 0; i < n; ++i)
      bend_end_[i] = state_[i] - memory_->x[i];
  }
  sum_integrals(time_ - previous_time_);
  ++statistics_.evaluations;
  problem_.rhs(time_, state_, rate_);
  ++statistics_.accepted;
  const double h = std::abs(time_ - previous_time_);
  if (time_ != t_stop || statistics_.smallest_step == 0)
    statistics_.smallest_step = statistics_.smallest_step == 0 ? h : std::min(statistics_.smallest_step, h);
  statistics_.largest_step = std::max(statistics_.largest_step, h);
  count();
}

void IdaStepper::count() {
  const Sundials& ida = sundials();
  const auto get = [this](int (*of)(void*, long*)) {
    long out = 0;
    of(memory_->memory, &out);
    return static_cast<std::uint64_t>(out);
  };
  statistics_.rejected = before_.rejected + get(ida.IDAGetNumErrTestFails);
  statistics_.refused = before_.refused + get(ida.IDAGetNumNonlinSolvConvFails);
  statistics_.jacobians = before_.jacobians + get(ida.IDAGetNumJacEvals);
  statistics_.factorisations = before_.factorisations + get(ida.IDAGetNumLinSolvSetups);
}

/// Gauss's formula with three nodes.
void IdaStepper::sum_integrals(double h) {
  if (problem_.integrals == 0) return;
  const double away = std::sqrt(0.6) / 2;
  const std::array<std::pair<double, double>, 3> nodes{
      {{0.5 - away, 5.0 / 18}, {0.5, 4.0 / 9}, {0.5 + away, 5.0 / 18}}};
  Vector y(state_.size());
  Vector rate(state_.size());
  Vector sum(state_.begin() + static_cast<std::ptrdiff_t>(steering()), state_.end());
  for (const auto& [node, weight] : nodes) {
    interpolate(previous_time_ + node * h, y);
    ++statistics_.evaluations;
    problem_.rhs(previous_time_ + node * h, y, rate);
    for (std::size_t k = 0; k < sum.size(); ++k)
      sum[k] += weight * h * rate[steering() + k];
  }
  std::ranges::copy(sum, state_.begin() + static_cast<std::ptrdiff_t>(steering()));
}

bool IdaStepper::archive(Archive& with) {
  with(history_, statistics_, before_, time_, previous_time_, has_step_, state_, previous_state_, rate_, bend_begin_,
       bend_end_);
  if (!with.is_reading()) return true;
  make_memory();
  double reached = history_.begin;
  for (const History::Stop& stop : history_.stops)
    for (std::uint64_t i = 0; i < stop.steps; ++i) {
      poll(memory_->x.size());
      if (!advance(reached, stop.time, reached)) throw ArchiveError("IDA does not make the steps of the state again");
    }
  return true;
}

void IdaStepper::jump(double t) {
  for (std::size_t i = 0; i < state_.size(); ++i)
    state_[i] += (t - time_) * rate_[i];
  time_ = previous_time_ = t;
  previous_state_ = state_;
  begin();
}

void IdaStepper::interpolate(double t, std::span<double> y) {
  if (t == time_ || !has_step_) {
    std::ranges::copy(state_, y.begin());
    return;
  }
  if (t == previous_time_) {
    std::ranges::copy(previous_state_, y.begin());
    return;
  }
  sundials().IDAGetDky(memory_->memory, t, 0, memory_->derivative_vector);
  const double theta = (t - previous_time_) / (time_ - previous_time_);
  const double part = theta * theta * (3 - 2 * theta);
  for (std::size_t i = 0; i < steering(); ++i)
    y[i] = memory_->derivative[i] + (1 - part) * bend_begin_[i] + part * bend_end_[i];
  for (std::size_t k = steering(); k < y.size(); ++k)
    y[k] = previous_state_[k] + theta * (state_[k] - previous_state_[k]);
}

} // namespace numerics
} // namespace dalembert
