#include <dalembert/simulation/record/run_work.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double of_call = 100;          ///< what each evaluation takes beside its instructions
constexpr double of_multiply_add = 0.25; ///< of an instruction
constexpr double of_passes = 8;          ///< over each entry of M and A in a projection: copies, scales, searches for 0

double length_of(const Tape& tape) {
  return of_call + static_cast<double>(tape.operations()) + of_multiply_add * static_cast<double>(tape.outputs());
}

/// What a program with M takes beside its tape.
double products_of_inertia(const Programs& programs) {
  if (!programs.inertia.is_product()) return 0.0;
  return static_cast<double>(programs.layout.coordinates) * length_of(programs.inertia.tape);
}

} // namespace

RunWork::RunWork(const Engine& engine)
    : is_constrained_(engine.constraints() > 0),
      of_state_(length_of(engine.programs->dynamics.tape) + products_of_inertia(*engine.programs) +
                length_of(engine.programs->powers.tape)),
      of_visit_(length_of(engine.programs->account.tape) + length_of(engine.programs->observables.tape) +
                length_of(engine.programs->violations.tape)),
      of_projection_(2 * (length_of(engine.programs->rates.tape) + length_of(engine.programs->positions.tape) +
                          2 * products_of_inertia(*engine.programs)) +
                     of_passes * static_cast<double>(engine.rates->outputs() + engine.positions->outputs())),
      of_point_(length_of(engine.programs->observables.tape)) {}

double RunWork::of_solution(const Dynamics& dynamics) const {
  return of_multiply_add * dynamics.multiplications();
}

void RunWork::add_states(std::size_t states, const Dynamics& dynamics) {
  spent_ += static_cast<double>(states) * (of_state_ + of_solution(dynamics));
}

void RunWork::add_step(std::size_t evaluations, const Dynamics& dynamics, const Manifold& manifold) {
  add_states(evaluations - evaluations_, dynamics);
  evaluations_ = evaluations;
  spent_ += of_visit_;
  add_projection(dynamics, manifold);
}

void RunWork::add_projection(const Dynamics& dynamics, const Manifold& manifold) {
  constexpr double factorisations = 2; // one for positions, one for rates
  if (!is_constrained_) return;
  const std::optional<double> by_structure = manifold.operations_by_structure();
  spent_ += by_structure ? *by_structure : of_projection_ + factorisations * of_solution(dynamics);
}

void RunWork::add_factorisations(std::size_t count, std::size_t rows) {
  const auto n = static_cast<double>(rows);
  spent_ += static_cast<double>(count - std::min(count, factorisations_)) * of_multiply_add * n * n * n / 3;
  factorisations_ = count;
}

} // namespace simulation
} // namespace dalembert
