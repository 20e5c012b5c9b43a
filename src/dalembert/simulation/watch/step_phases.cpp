#include <dalembert/lowering/views.h>
#include <dalembert/simulation/watch/step_phases.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double pieces_in_period = 4.0;
constexpr double few_pieces = 2.0; ///< a search that halves as it needs does as well
constexpr double least_pieces = 4.0;
constexpr double most_pieces = 4e6;
constexpr double pieces_in_window = 64.0;

} // namespace

double WatchWindow::period() const {
  return pieces == 1 ? end - begin : pieces_in_period * (end - begin) / static_cast<double>(pieces);
}

double WatchWindow::reach() const {
  constexpr double share = 1e-3;
  return pieces == 1 ? std::numeric_limits<double>::infinity() : share * std::abs(period());
}

StepPhases::StepPhases(const Engine& engine) : engine_(engine) {
  const Tape& tape = engine.programs->phases.tape;
  if (tape.outputs() == 0) return;
  program_.emplace(interpreted(tape));
  rates_.resize(program_->outputs());
  inputs_ = engine.blank_inputs();
  inputs_.resize(engine.programs->layout.state_size());
  begin_ = end_ = std::numeric_limits<double>::quiet_NaN();
}

/// The fastest rate in the last step, 1/s.
double StepPhases::rate_of(Stepper& stepper) {
  constexpr std::array places = {0.0, 0.137, 0.338, 0.561, 0.759, 0.911, 1.0}; // no period fits them
  if (begin_ == stepper.previous_time() && end_ == stepper.time()) return fastest_;
  begin_ = stepper.previous_time();
  end_ = stepper.time();
  fastest_ = 0.0;
  y_.assign(stepper.state().begin(), stepper.state().end());
  const InputLayout& layout = engine_.programs->layout;
  for (const double share : places) {
    const double t = share == 1.0 ? end_ : begin_ + share * (end_ - begin_);
    if (share != 1.0) stepper.interpolate(t, y_);
    inputs_[layout.time()] = t;
    std::copy_n(share == 1.0 ? stepper.state().begin() : std::span<const double>(y_).begin(), 2 * layout.coordinates,
                inputs_.begin() + static_cast<std::ptrdiff_t>(layout.position()));
    program_->evaluate(inputs_, rates_);
    for (const double rate : rates_)
      if (std::isfinite(rate)) fastest_ = std::max(fastest_, std::abs(rate));
  }
  return fastest_;
}

std::size_t StepPhases::pieces(Stepper& stepper, double begin, double end) {
  if (!program_) return 1;
  const double periods = rate_of(stepper) * std::abs(end - begin) / (2.0 * std::numbers::pi);
  const double wanted = std::ceil(pieces_in_period * periods);
  return wanted <= few_pieces ? 1 : static_cast<std::size_t>(std::clamp(wanted, least_pieces, most_pieces));
}

std::vector<WatchWindow> StepPhases::windows(Stepper& stepper, double until) {
  const double begin = stepper.previous_time();
  const auto pieces_of_all = static_cast<double>(pieces(stepper, begin, until));
  const double count = std::ceil(pieces_of_all / pieces_in_window);
  std::vector<WatchWindow> out;
  for (double i = 0.0; i < count; ++i) {
    const double from = out.empty() ? begin : out.back().end;
    const double to = i + 1.0 == count ? until : begin + (i + 1.0) / count * (until - begin);
    out.push_back({from, to, static_cast<std::size_t>(std::ceil(pieces_of_all / count)), pieces_of_all < most_pieces});
  }
  return out;
}

void StepPhases::note_unresolved(const std::string& of, const WatchWindow& where) {
  if (std::ranges::find(unresolved_, of, &Certificate::Failure::kind) != unresolved_.end()) return;
  unresolved_.push_back({of, fmt::format("the condition of {} changes too fast to be followed between t = {:.6g} and "
                                         "{:.6g} s; a change of it may be missing",
                                         of, where.begin, where.end)});
}

} // namespace simulation
} // namespace dalembert
