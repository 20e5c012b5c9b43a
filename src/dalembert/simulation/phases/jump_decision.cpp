#include <dalembert/base/errors.h>
#include <dalembert/simulation/phases/jump_decision.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double surface_rounding = 1e-12;  ///< of the rates in u
constexpr double position_rounding = 1e-13; ///< of u where it holds no rates, in its unit
constexpr double no_rate = 1e-10;           ///< of the terms of u̇
constexpr double beside_value = 1e-9;       ///< of the height of a jump
constexpr double one_motion = 1e-9;         ///< of accelerations
constexpr std::size_t most_touched = 4;
constexpr std::size_t choices_of_surface = 3; ///< to slide, below, above

/// One choice and what it gives.
struct TriedModes {
  std::size_t code = 0;
  std::vector<JumpMode> modes;
  std::vector<double> accelerations;
  std::vector<double> motions; ///< of each surface touched: u̇, or ü where u holds no rates and does not move
};

class JumpDecision {
public:
  JumpDecision(const Engine& engine, Motion& motion, const std::vector<TouchedSurface>& touched, double t,
               std::span<const double> y)
      : engine_(engine),
        motion_(motion),
        touched_(touched.begin(), touched.end()),
        t_(t),
        y_(y),
        program_(engine.jumps),
        outputs_(program_.outputs()) {}

  void decide() {
    if (touched_.size() > most_touched) decide_those_without_effect();
    if (touched_.empty()) return;
    if (touched_.size() > most_touched)
      throw SolveError(fmt::format("{} functions jump at t = {:.10g} s; at most {} at one instant are supported",
                                   touched_.size(), t_, most_touched),
                       {.time = t_});
    std::size_t count = 1;
    for (std::size_t i = 0; i < touched_.size(); ++i)
      count *= choices_of_surface;
    for (std::size_t code = 0; code < count; ++code)
      try_choice(code);
    std::vector<const TriedModes*> possible;
    for (const TriedModes& choice : choices_)
      if (is_possible(choice)) possible.push_back(&choice);
    if (possible.empty()) return rest();
    for (const TriedModes* other : possible)
      if (!is_one_motion(*possible.front(), *other)) refuse("may go on to different sides of", "start beside it");
    const auto chosen =
        std::ranges::find_if(possible, [&](const TriedModes* choice) { return !slides_needlessly(*choice, possible); });
    motion_.set_jump_modes((chosen == possible.end() ? possible.front() : *chosen)->modes);
  }

private:
  [[nodiscard]] JumpView at_start(std::size_t jump) {
    motion_.unpack(t_, y_);
    program_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), outputs_);
    return {jump, engine_.coordinates(), outputs_};
  }

  [[nodiscard]] bool holds_rates(const TouchedSurface& surface) {
    return std::ranges::any_of(at_start(surface.jump).column, [](double c) { return c != 0.0; });
  }

  /// The accelerations with these values.
  [[nodiscard]] std::vector<double> accelerations_with(const std::vector<JumpMode>& modes) {
    motion_.set_jump_modes(modes);
    motion_.unpack(t_, y_);
    motion_.solve();
    const std::span<const double> found =
        InputView<const double>(engine_.programs->layout, motion_.inputs()).accelerations();
    for (const double a : found)
      largest_acceleration_ = std::max(largest_acceleration_, std::abs(a));
    return {found.begin(), found.end()};
  }

  /// True where accelerations differ by more than a force that is 0 on a surface does within its rounding; beside what
  /// turns the rates round over the scale of a coordinate, where nothing accelerates.
  [[nodiscard]] bool changes_motion(const std::vector<double>& a, const std::vector<double>& b) const {
    constexpr double noticed = 1e-7;
    const std::size_t n = engine_.coordinates();
    double size = largest_acceleration_;
    for (std::size_t i = 0; i < n; ++i)
      size = std::max(size, y_[n + i] * y_[n + i] / engine_.scale(i));
    for (std::size_t i = 0; i < n; ++i)
      if (std::abs(a[i] - b[i]) > noticed * size) return true;
    return false;
  }

  /// Where forces are continuous although the functions that they are made of jump, as those of springs with play are,
  /// the motion is the same on both sides of a surface: it goes to the one that it moves to, whatever the others do.
  void decide_those_without_effect() {
    std::vector<JumpMode> modes = motion_.dynamics().jumps().modes();
    for (const TouchedSurface& surface : touched_)
      modes[surface.jump] = JumpMode::holding(surface.behind.value_or(surface.below));
    const std::vector<double> accelerations = accelerations_with(modes);
    const auto has_none = [&](const TouchedSurface& surface) {
      if (surface.behind) return true;
      std::vector<JumpMode> other = modes;
      other[surface.jump] = JumpMode::holding(surface.above);
      if (changes_motion(accelerations, accelerations_with(other))) return false;
      const bool rises = motion_of(surface, accelerations) > 0.0;
      const bool is_above = surface.not_behind ? surface.not_behind == surface.below : rises;
      modes[surface.jump] = JumpMode::holding(is_above ? surface.above : surface.below);
      return true;
    };
    std::erase_if(touched_, has_none);
    motion_.set_jump_modes(modes);
    motion_.unpack(t_, y_);
    motion_.solve();
  }

  void try_choice(std::size_t code) {
    TriedModes choice{code, motion_.dynamics().jumps().modes(), {}, {}};
    bool is_ruled_out = false; // its accelerations tell what is large
    for (const TouchedSurface& surface : touched_) {
      const std::size_t way = code % choices_of_surface;
      code /= choices_of_surface;
      if (way == 0) {
        if (!holds_rates(surface)) return;
        is_ruled_out = is_ruled_out || surface.behind;
        choice.modes[surface.jump] = JumpMode::sliding(surface.below, surface.above, surface.level);
        continue;
      }
      const double value = way == 1 ? surface.below : surface.above;
      is_ruled_out = is_ruled_out || surface.behind.value_or(value) != value || surface.not_behind == value;
      choice.modes[surface.jump] = JumpMode::holding(value);
    }
    motion_.set_jump_modes(choice.modes);
    motion_.unpack(t_, y_);
    try {
      motion_.solve();
    } catch (const SolveError&) {
      return;
    }
    choice.modes = motion_.dynamics().jumps().modes();
    const InputView<double> at(engine_.programs->layout, motion_.inputs());
    choice.accelerations.assign(at.accelerations().begin(), at.accelerations().end());
    for (const double a : choice.accelerations)
      largest_acceleration_ = std::max(largest_acceleration_, std::abs(a));
    if (is_ruled_out) return;
    for (const TouchedSurface& surface : touched_)
      choice.motions.push_back(motion_of(surface, choice.accelerations));
    choices_.push_back(std::move(choice));
  }

  /// u̇, or ü by a difference where u holds no rates and stands still.
  [[nodiscard]] double motion_of(const TouchedSurface& surface, const std::vector<double>& accelerations) {
    const JumpView at = at_start(surface.jump);
    double rate = at.convective;
    for (std::size_t i = 0; i < accelerations.size(); ++i)
      rate += at.column[i] * accelerations[i];
    if (holds_rates(surface) || std::abs(rate) > surface_rounding) return rate;
    constexpr double instant = 1e-6; // s
    const std::size_t n = accelerations.size();
    std::vector<double> later(y_.begin(), y_.end());
    for (std::size_t i = 0; i < n; ++i) {
      later[i] += instant * y_[n + i];
      later[n + i] += instant * accelerations[i];
    }
    motion_.unpack(t_ + instant, later);
    program_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), outputs_);
    return (JumpView(surface.jump, n, outputs_).convective - rate) / instant;
  }

  [[nodiscard]] bool is_possible(const TriedModes& choice) {
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      const TouchedSurface& surface = touched_[i];
      const JumpMode& mode = choice.modes[surface.jump];
      if (mode.slides()) {
        const auto [low, high] = std::minmax(mode.below, mode.above);
        const double allowed = beside_value * (high - low);
        if (mode.value < low - allowed || mode.value > high + allowed) return false;
        continue;
      }
      const JumpView at = at_start(surface.jump);
      double terms = std::abs(at.convective);
      for (const double c : at.column)
        terms += std::abs(c) * largest_acceleration_;
      const double away = mode.value == surface.below ? -choice.motions[i] : choice.motions[i];
      if (away < -no_rate * (terms > 0.0 ? terms : largest_acceleration_)) return false;
    }
    return true;
  }

  /// True where a surface that is slid on may be left to either side with the same motion: the function does nothing.
  [[nodiscard]] bool slides_needlessly(const TriedModes& choice, const std::vector<const TriedModes*>& possible) const {
    const auto has = [&](std::size_t code) {
      return std::ranges::any_of(possible, [code](const TriedModes* other) { return other->code == code; });
    };
    std::size_t place = 1;
    for (const TouchedSurface& surface : touched_) {
      if (choice.modes[surface.jump].slides() && has(choice.code + place) && has(choice.code + 2 * place)) return true;
      place *= choices_of_surface;
    }
    return false;
  }

  [[nodiscard]] bool is_one_motion(const TriedModes& a, const TriedModes& b) const {
    for (std::size_t i = 0; i < a.accelerations.size(); ++i)
      if (std::abs(a.accelerations[i] - b.accelerations[i]) > one_motion * largest_acceleration_) return false;
    return true;
  }

  /// Both sides push towards a surface of positions at which the motion rests: it stays if the function as it is
  /// written lets it.
  void rest() {
    std::vector<JumpMode> modes = motion_.dynamics().jumps().modes();
    for (const TouchedSurface& surface : touched_) {
      if (holds_rates(surface)) refuse("cannot go on behind", "smooth the function there");
      modes[surface.jump] = JumpMode{};
    }
    motion_.set_jump_modes(modes);
    motion_.unpack(t_, y_);
    motion_.solve();
    const InputView<double> at(engine_.programs->layout, motion_.inputs());
    const std::vector<double> accelerations(at.accelerations().begin(), at.accelerations().end());
    for (const TouchedSurface& surface : touched_)
      if (std::abs(motion_of(surface, accelerations)) > no_rate * largest_acceleration_)
        refuse("is pushed from both sides towards", "a constraint would hold it there; or smooth the function");
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& help) const {
    std::string surfaces;
    std::string functions;
    for (const TouchedSurface& surface : touched_) {
      const Jump& jump = engine_.programs->jumps.jumps[surface.jump];
      surfaces += (surfaces.empty() ? "" : ", ") + jump.surface + fmt::format(" = {:g}", surface.level);
      functions += (functions.empty() ? "" : ", ") + jump.text;
    }
    throw SolveError(fmt::format("the motion {} {} at t = {:.10g} s, where {} jumps: the model does not determine it; "
                                 "{}",
                                 what, surfaces, t_, functions, help),
                     {.time = t_});
  }

  const Engine& engine_;
  Motion& motion_;
  std::vector<TouchedSurface> touched_;
  double t_;
  std::span<const double> y_;
  ProgramInstance program_;
  std::vector<double> outputs_;
  std::vector<TriedModes> choices_;
  double largest_acceleration_ = 0.0; ///< of all choices
};

} // namespace

TouchedSurface surface_near(const Engine& engine, std::size_t jump, double argument) {
  switch (engine.programs->jumps.jumps[jump].kind) {
  case Jump::Kind::sign:
    return {jump, 0.0, -1.0, 1.0};
  case Jump::Kind::step:
    return {jump, 0.0, 0.0, 1.0};
  case Jump::Kind::selection:
    return {jump, 0.0, 1.0, 0.0};
  case Jump::Kind::stairs:
    break;
  }
  const double level = std::round(argument);
  return {jump, level, level - 1.0, level};
}

double negligible_distance(const Engine& engine, const JumpView& jump, std::span<const double> inputs) {
  const std::span<const double> rates = InputView<const double>(engine.programs->layout, inputs).rates();
  double size = 0.0;
  for (std::size_t i = 0; i < rates.size(); ++i)
    size += std::abs(jump.column[i]) * std::max(std::abs(rates[i]), engine.scale(i));
  return size > 0.0 ? surface_rounding * size : position_rounding;
}

void decide_jumps(const Engine& engine, Motion& motion, const std::vector<TouchedSurface>& touched, double t,
                  std::span<const double> y) {
  JumpDecision(engine, motion, touched, t, y).decide();
}

} // namespace simulation
} // namespace dalembert
