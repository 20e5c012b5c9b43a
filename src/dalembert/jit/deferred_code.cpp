#include <dalembert/jit/deferred_code.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/program/compile.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace dalembert {
inline namespace jit {

namespace {

class DeferredProgram final : public Executor {
public:
  explicit DeferredProgram(const Tape& tape)
      : interpreter_(interpreted(tape)),
        worthwhile_(worthwhile_evaluations(tape.operations())),
        tape_(std::make_unique<const Tape>(tape)) {}

  [[nodiscard]] std::size_t inputs() const override { return interpreter_->inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return interpreter_->outputs(); }
  [[nodiscard]] Workspace workspace() const override {
    const Executor* const machine = machine_.load(std::memory_order_acquire);
    return machine != nullptr ? machine->workspace() : interpreter_->workspace();
  }
  void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const override {
    current(1, workspace).evaluate(in, out, workspace);
  }
  void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                      Workspace& workspace) const override {
    current(lanes, workspace).evaluate_lanes(lanes, in, out, workspace);
  }

private:
  /// What the next evaluations run on, with the workspace for it.
  [[nodiscard]] const Executor& current(std::size_t evaluations, Workspace& workspace) const {
    const Executor* machine = machine_.load(std::memory_order_acquire);
    if (machine == nullptr) {
      const std::uint64_t before = evaluations_.fetch_add(evaluations, std::memory_order_relaxed);
      if (before >= worthwhile_ || before + evaluations < worthwhile_) return *interpreter_;
      machine = compile();
      if (machine == nullptr) return *interpreter_;
    }
    if (workspace.size != machine_workspace_) {
      const std::size_t unpolled = workspace.unpolled;
      workspace = machine->workspace();
      workspace.unpolled = unpolled;
    }
    return *machine;
  }

  /// Called once, by the thread whose evaluation is the one that makes it worth while.
  const Executor* compile() const {
    owned_machine_ = machine_code(*tape_);
    tape_.reset();
    if (!owned_machine_) return nullptr;
    machine_workspace_ = owned_machine_->workspace().size;
    machine_.store(owned_machine_.get(), std::memory_order_release);
    return owned_machine_.get();
  }

  std::shared_ptr<const Executor> interpreter_;
  std::uint64_t worthwhile_;
  mutable std::unique_ptr<const Tape> tape_; ///< until it is compiled
  mutable std::atomic<std::uint64_t> evaluations_ = 0;
  mutable std::shared_ptr<const Executor> owned_machine_;
  mutable std::size_t machine_workspace_ = 0;              ///< written before `machine_`
  mutable std::atomic<const Executor*> machine_ = nullptr; ///< null: the interpreter
};

} // namespace

std::uint64_t worthwhile_evaluations(std::size_t operations) {
  constexpr double interpreted_program = 20e-9; // s; all four are measured
  constexpr double interpreted_operation = 1.9e-9;
  constexpr double compiled_program = 30e-6;
  constexpr double compiled_operation = 0.19e-6;
  const auto count = static_cast<double>(operations);
  const double spent = interpreted_program + interpreted_operation * count;
  return static_cast<std::uint64_t>((compiled_program + compiled_operation * count) / spent);
}

std::shared_ptr<const Executor> deferred_machine_code(const Tape& tape) {
  return std::make_shared<const DeferredProgram>(tape);
}

} // namespace jit
} // namespace dalembert
