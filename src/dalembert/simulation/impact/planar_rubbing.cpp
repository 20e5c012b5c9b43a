#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/explicit_rk.h>
#include <dalembert/simulation/impact/planar_rubbing.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

namespace dalembert {
inline namespace simulation {

namespace {

using Plane = std::array<double, 2>;

constexpr double no_end = std::numeric_limits<double>::infinity();

double dot(const Plane& a, const Plane& b) {
  return a[0] * b[0] + a[1] * b[1];
}

/// All that changes along the impact, in units of the impact: c⁻, the P that stops c without friction, the largest
/// slip.
struct PlanarState {
  double size = 0.0;     ///< |σ| of the scaled slips σᵢ ~ μᵢ sᵢ
  double angle = 0.0;    ///< of σ
  double normal = 0.0;   ///< P
  double speed = -1.0;   ///< c
  double work = 0.0;     ///< ∫ c dP
  Plane friction_work{}; ///< ∫ σᵢ dFᵢ
  Plane friction{};      ///< Fᵢ/μᵢ
  [[nodiscard]] Plane direction() const { return {std::cos(angle), std::sin(angle)}; }
};

/// The state as components of an equation in τ: ln |σ| stands for |σ|.
constexpr std::size_t planar_components = 9;

std::array<double, planar_components> components_of(const PlanarState& s) {
  return {std::log(s.size),   s.angle,       s.normal,     s.speed, s.work, s.friction_work[0],
          s.friction_work[1], s.friction[0], s.friction[1]};
}

PlanarState planar_state(std::span<const double> y) {
  return {std::exp(y[0]), y[1], y[2], y[3], y[4], {y[5], y[6]}, {y[7], y[8]}};
}

class PlanarCourse {
public:
  explicit PlanarCourse(const RubbingContact& contact)
      : at_(contact),
        mu_{contact.lines[0].coefficient, contact.lines[1].coefficient},
        impulse_(-contact.speed / contact.response) {
    Plane slip{};
    double largest = 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
      slip[i] = mu_[i] * contact.lines[i].slip;
      by_normal_[i] = mu_[i] * contact.lines[i].by_normal * impulse_;
      by_speed_[i] = mu_[i] * contact.lines[i].by_normal / contact.response;
      for (std::size_t j = 0; j < 2; ++j)
        by_friction_[i][j] = mu_[i] * mu_[j] * contact.lines[i].by_friction[j] * impulse_;
      largest = std::max({largest, std::abs(by_normal_[i]), by_friction_[i][i]});
    }
    slip_ = std::max(largest, std::hypot(slip[0], slip[1]));
    for (std::size_t i = 0; i < 2; ++i) {
      by_normal_[i] /= slip_;
      for (double& entry : by_friction_[i])
        entry /= slip_;
    }
    state_.size = std::hypot(slip[0], slip[1]) / slip_;
    state_.angle = std::atan2(slip[1], slip[0]);
  }

  /// @throws SolveError where the steps fail
  [[nodiscard]] std::optional<RubbingImpulse> all() {
    constexpr double dependent = 1e-12;
    const double product = by_friction_[0][0] * by_friction_[1][1];
    determinant_ = product - by_friction_[0][1] * by_friction_[1][0];
    if (!(determinant_ > dependent * product)) return std::nullopt;
    if (!advance([](const PlanarState& s) { return -s.speed; })) return std::nullopt;
    state_.speed = 0.0;
    if (at_.restitution > 0.0) {
      const PlanarState compression = state_;
      if (!advance([&](const PlanarState& s) { return left(s, compression); })) return std::nullopt;
    }
    out_.normal = impulse_ * state_.normal;
    out_.normal_work = impulse_ * -at_.speed * state_.work;
    for (std::size_t i = 0; i < 2; ++i) {
      out_.frictions.push_back(mu_[i] * impulse_ * state_.friction[i]);
      out_.friction_works.push_back(impulse_ * slip_ * state_.friction_work[i]);
    }
    return out_;
  }

private:
  /// What the scaled friction of direction −d leaves of the change of σ by P.
  [[nodiscard]] Plane slip_rate(const Plane& d) const {
    return {by_normal_[0] - dot(by_friction_[0], d), by_normal_[1] - dot(by_friction_[1], d)};
  }

  /// What is left until restitution ends, 0 there.
  [[nodiscard]] double left(const PlanarState& s, const PlanarState& compression) const {
    const double e = at_.restitution;
    switch (at_.law) {
    case ImpactLaw::newton:
      return e - s.speed;
    case ImpactLaw::poisson:
      return (1.0 + e) * compression.normal - s.normal;
    case ImpactLaw::stronge:
      return -e * e * compression.work - (s.work - compression.work);
    case ImpactLaw::energy:
      break;
    }
    return -s.work - slip_ / -at_.speed * (s.friction_work[0] + s.friction_work[1]);
  }

  /// Goes on until `goal` of the state is 0. False where that does not come.
  template <class Goal>
  [[nodiscard]] bool advance(const Goal& goal) {
    if (goal(state_) <= 0.0) return true;
    if (state_.size > 0.0 && !is_straight_ && slide(goal)) return true;
    return (state_.size == 0.0 || is_straight_) && leave_rest(goal);
  }

  /// Slides until `goal` is 0 (true), or the slip is used up or does not end (false).
  template <class Goal>
  bool slide(const Goal& goal) {
    constexpr double no_slip_left = 1e-16;
    constexpr int most_steps = 20000;
    constexpr int looks = 8; // inside a step
    const std::unique_ptr<Stepper> stepper = make_stepper();
    stepper->start(0.0, components_of(state_));
    for (int i = 0; i < most_steps && state_.size > no_slip_left; ++i) {
      const PlanarState before = state_;
      stepper->step(no_stop);
      std::array<double, planar_components> y{};
      double low = stepper->previous_time();
      for (int k = 1; k <= looks; ++k) {
        const double high = k == looks
                                ? stepper->time()
                                : stepper->previous_time() + k * (stepper->time() - stepper->previous_time()) / looks;
        stepper->interpolate(high, y);
        if (goal(planar_state(y)) <= 0.0) {
          state_ = ended(*stepper, before, goal, low, high);
          note_phase(before);
          return true;
        }
        low = high;
      }
      state_ = planar_state(stepper->state());
      note_phase(before);
    }
    if (state_.size <= no_slip_left) state_.size = 0.0;
    return false;
  }

  /// The state in the step just made at which `goal` falls to 0 between two times.
  template <class Goal>
  [[nodiscard]] PlanarState ended(Stepper& stepper, const PlanarState& before, const Goal& goal, double low,
                                  double high) const {
    constexpr int corrections = 4;
    constexpr double width = 1e-4; // of the interval, of the difference that gives the slope
    const double begin = stepper.previous_time();
    const double end = stepper.time();
    std::array<double, planar_components> y{};
    const auto along = [&](double t) {
      stepper.interpolate(t, y);
      return goal(planar_state(y));
    };
    double a = low;
    double b = high;
    while (b > std::nextafter(a, b)) {
      const double middle = a + (b - a) / 2;
      if (middle <= a || middle >= b) break;
      (along(middle) > 0.0 ? a : b) = middle;
    }
    const double by = width * (high - low);
    const double slope = (along(std::min(b + by, end)) - along(std::max(b - by, begin))) /
                         (std::min(b + by, end) - std::max(b - by, begin));
    // The end of a step is more exact than its inside.
    PlanarState found = before;
    double t = b;
    for (int i = 0; i < corrections; ++i) {
      const std::unique_ptr<Stepper> exact = make_stepper();
      exact->start(begin, components_of(before));
      while (exact->time() < t)
        exact->step(t);
      found = planar_state(exact->state());
      const double next = t - goal(found) / slope;
      if (!(next > begin) || !(std::abs(next - t) <= by) || next == t) break;
      t = next;
    }
    return found;
  }

  [[nodiscard]] std::unique_ptr<Stepper> make_stepper() const {
    constexpr double precision = 1e-14;
    OdeProblem problem;
    problem.rhs = [this](double, std::span<const double> y, std::span<double> rate) {
      const PlanarState s = planar_state(y);
      const Plane d = s.direction();
      const Plane change = slip_rate(d);
      rate[0] = dot(change, d);
      rate[1] = d[0] * change[1] - d[1] * change[0];
      rate[2] = s.size;
      rate[3] = s.size * (1.0 - dot(by_speed_, d));
      rate[4] = s.size * s.speed;
      for (std::size_t i = 0; i < 2; ++i) {
        rate[5 + i] = -s.size * s.size * d[i] * d[i];
        rate[7 + i] = -s.size * d[i];
      }
    };
    StepOptions options;
    options.relative_tolerance = precision;
    options.absolute_tolerance = {precision};
    return make_dormand_prince8(std::move(problem), std::move(options));
  }

  /// From a slip of 0 it sticks, or slides along a straight line; both by constant rates. True where `goal` becomes 0.
  template <class Goal>
  bool leave_rest(const Goal& goal) {
    choose_rest();
    const PlanarState before = state_;
    const auto at = [&](double by) {
      PlanarState out = before;
      const Plane d = before.direction();
      out.normal += by;
      out.speed += by * rest_speed_;
      out.work += by * (before.speed + by / 2 * rest_speed_);
      for (std::size_t i = 0; i < 2; ++i) {
        out.friction[i] += by * rest_friction_[i];
        out.friction_work[i] += by * (before.size + by / 2 * rest_growth_) * rest_friction_[i] * d[i];
      }
      out.size += by * rest_growth_;
      return out;
    };
    // Goals are polynomials of P of order 2 at most.
    const double here = goal(before);
    const double half = goal(at(0.5));
    const double whole = goal(at(1.0));
    const double bend = 4.0 * (whole - 2.0 * half + here); // the second derivative
    const double by = fall(here, whole - here - bend / 2.0, bend);
    constexpr double together = 1e-12; // the slip and what is left are used up together
    if (by == no_end) return here <= together;
    state_ = at(by);
    note_phase(before);
    return true;
  }

  /// The smallest positive root of here + slope·x + bend/2·x²; endless where there is none.
  [[nodiscard]] static double fall(double here, double slope, double bend) {
    constexpr double rounding = 1e-13;
    if (std::abs(bend) <= rounding * (std::abs(slope) + here)) bend = 0.0;
    if (std::abs(slope) <= rounding * (std::abs(bend) + here)) slope = 0.0;
    const double root = slope * slope - 2.0 * bend * here;
    if (root < 0.0) return no_end;
    if (slope < 0.0) return 2.0 * here / (-slope + std::sqrt(root));
    return bend < 0.0 ? (slope + std::sqrt(root)) / -bend : no_end;
  }

  /// Finds what friction does at a slip of 0. Where it cannot hold it, with b, B the changes of σ by P and F, the slip
  /// grows along d by ρ: (B + ρ) d = b, |d| = 1; |(B + ρ)⁻¹ b| falls as ρ grows.
  void choose_rest() {
    if (state_.size > 0.0 && is_straight_) return; // it slides on
    rest_growth_ = 0.0;
    Plane f = solved(0.0);
    if (std::hypot(f[0], f[1]) > 1.0) {
      double low = 0.0;
      double high = std::hypot(by_normal_[0], by_normal_[1]);
      for (;;) {
        rest_growth_ = low + (high - low) / 2;
        if (rest_growth_ <= low || rest_growth_ >= high) break;
        f = solved(rest_growth_);
        (std::hypot(f[0], f[1]) > 1.0 ? low : high) = rest_growth_;
      }
      const double size = std::hypot(f[0], f[1]);
      f = {f[0] / size, f[1] / size};
      state_.angle = std::atan2(f[1], f[0]);
      is_straight_ = true;
    }
    rest_friction_ = {-f[0], -f[1]};
    rest_speed_ = 1.0 + dot(by_speed_, rest_friction_);
    constexpr double held = 1e-12; // the slip is a multiple of the speed, and holding it holds that
    if (std::abs(rest_speed_) <= held) rest_speed_ = 0.0;
  }

  /// (B + ρ)⁻¹ b
  [[nodiscard]] Plane solved(double growth) const {
    const double a = by_friction_[0][0] + growth;
    const double d = by_friction_[1][1] + growth;
    const double b = by_friction_[0][1];
    const double c = by_friction_[1][0];
    const double determinant = growth == 0.0 ? determinant_ : a * d - b * c;
    return {(d * by_normal_[0] - b * by_normal_[1]) / determinant,
            (a * by_normal_[1] - c * by_normal_[0]) / determinant};
  }

  void note_phase(const PlanarState& before) {
    RubbingPhase phase{impulse_ * (state_.normal - before.normal), {}};
    for (std::size_t i = 0; i < 2; ++i)
      phase.frictions.push_back(mu_[i] * impulse_ * (state_.friction[i] - before.friction[i]));
    out_.phases.push_back(std::move(phase));
  }

  static constexpr double no_stop = 1e6; ///< of τ, which no impact reaches

  const RubbingContact& at_;
  Plane mu_;
  double impulse_;                     ///< N·s, the unit of P
  double slip_ = 1.0;                  ///< of the scaled slips, their unit
  Plane by_normal_{};                  ///< dσ/dP without friction
  Plane by_speed_{};                   ///< dc/dF
  std::array<Plane, 2> by_friction_{}; ///< dσ/dF
  double determinant_ = 0.0;
  PlanarState state_;
  bool is_straight_ = false; ///< it slides from rest
  Plane rest_friction_{};
  double rest_speed_ = 0.0;  ///< dc/dP
  double rest_growth_ = 0.0; ///< d|σ|/dP
  RubbingImpulse out_;
};

} // namespace

std::optional<RubbingImpulse> planar_rubbing_impulse(const RubbingContact& contact) {
  try {
    return PlanarCourse(contact).all();
  } catch (const SolveError&) {
    return std::nullopt;
  }
}

} // namespace simulation
} // namespace dalembert
