#include <dalembert/base/errors.h>
#include <dalembert/simulation/plan/fixed_steps.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

[[noreturn]] void refuse_method(const Engine& engine, const char* code, std::string message, std::string help,
                                std::optional<std::string> instead = {}) {
  const std::optional<Simulate>& simulate = engine.study->simulate;
  Diagnostic d;
  d.code = code;
  d.span = simulate ? simulate->method_span : engine.system().span;
  d.message = std::move(message);
  d.help = std::move(help);
  if (instead && simulate && simulate->method) d.edit = Edit{simulate->method_span, std::move(*instead)};
  throw ModelError(std::move(d));
}

bool has_dissipation(const System& system) {
  const auto dissipates = [](const EnergyTerm& term) { return term.kind == EnergyKind::dissipation; };
  return std::ranges::any_of(system.energies, dissipates);
}

/// The methods of the table whose steps have one length: `rattle, spark4, …`.
std::string fixed_methods() {
  std::string out;
  for (const StepMethod& method : step_methods())
    if (method.has_fixed_steps) out += (out.empty() ? "" : ", ") + std::string(method.name);
  return out;
}

} // namespace

void require_momenta(const Engine& engine, const StepMethod& method) {
  const System& system = engine.system();
  if (!engine.momenta)
    refuse_method(engine, "E0713", fmt::format("the method {} needs the form lagrange", method.name),
                  "leave --form out, or choose another method: auto");
  if (method.takes_rows_of_rates) return;
  for (const Constraint& constraint : system.constraints)
    if (constraint.kind == ConstraintKind::velocity)
      refuse_method(engine, "E0713",
                    fmt::format("the method {} follows constraints of positions, and {} is one of rates", method.name,
                                constraint.name),
                    "choose symmetric, which follows both", "symmetric");
}

double fixed_step(const Engine& engine, const StepMethod& method, const RunOptions& options) {
  const std::optional<Simulate>& simulate = engine.study->simulate;
  const std::optional<double> own = simulate ? simulate->step : std::nullopt;
  if (method.has_fixed_steps) {
    const std::optional<double> step = options.step ? options.step : own;
    if (step) return *step;
    refuse_method(
        engine, "E0714", fmt::format("the method {} takes steps of one length, which is not given", method.name),
        "write { step = 0.01 [s] } after `simulate`, or --step 0.01",
        options.method
            ? std::nullopt
            : std::optional(fmt::format("{}; step = 0.01{}", method.name, engine.system().has_units ? " [s]" : "")));
  }
  // A model's own step goes with its own method.
  if (options.step || (own && !options.method))
    refuse_method(engine, "E0714", "a step of one length was given to a method that chooses its steps by the error",
                  fmt::format("choose a method of fixed steps ({}), or limit the steps by max_step (--max-step)",
                              fixed_methods()));
  return 0.0;
}

double own_tolerance(const StepMethod& method) {
  constexpr double of_fixed_steps = 1e-5;
  return method.has_fixed_steps ? of_fixed_steps : default_tolerance;
}

void note_fixed_steps(const Engine& engine, const StepMethod& method, double step, RunStatistics& statistics) {
  if (!method.has_fixed_steps) return;
  const System& system = engine.system();
  statistics.step = step;
  if (!method.needs_momenta) {
    statistics.structure = "none is kept, and nothing limits the error of a step";
    return;
  }
  const auto is_of_rates = [](const Constraint& row) { return row.kind == ConstraintKind::velocity; };
  if (std::ranges::any_of(system.constraints, is_of_rates))
    statistics.structure = "symmetric: no structure is promised; reversibility explains its behaviour over long runs";
  else if (!system.frictions.empty() || engine.programs->layout.jumps > 0)
    statistics.structure = "none is promised where friction acts and functions jump; their instants are located";
  else if (has_dissipation(system) || !system.forces.empty())
    statistics.structure = "symmetric, and symplectic but for the declared forces and the dissipation";
  else
    statistics.structure = "symplectic and symmetric: the error of the energy stays bounded over long runs";
}

} // namespace simulation
} // namespace dalembert
