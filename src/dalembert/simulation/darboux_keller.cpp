#include <dalembert/simulation/darboux_keller.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert::inline simulation {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

double sign_of_slip(double x) {
  return x > 0.0 ? 1.0 : -1.0;
}

/// The positive root x of a·x + b/2·x² = rest for rest ≥ 0; endless where there is none.
double growth(double a, double b, double rest) {
  if (rest <= 0.0 && a >= 0.0) return 0.0;
  const double root = a * a + 2.0 * b * rest;
  if (root < 0.0) return endless;
  if (a > 0.0) return 2.0 * rest / (a + std::sqrt(root));
  return b > 0.0 ? (std::sqrt(root) - a) / b : endless;
}

class RubbingCourse {
public:
  explicit RubbingCourse(const RubbingContact& contact) : at_(contact), speed_(contact.speed), slip_(contact.slip) {}

  [[nodiscard]] std::optional<RubbingImpulse> all() {
    if (!advance([this] { return speed_rate() > 0.0 ? -speed_ / speed_rate() : endless; })) return std::nullopt;
    speed_ = 0.0;
    if (at_.restitution == 0.0) return out_;
    const RubbingImpulse compression = out_;
    const bool ends = advance([&] { return left(compression); });
    return ends ? std::optional(out_) : std::nullopt;
  }

private:
  /// f: what friction does at the slip reached.
  [[nodiscard]] double ratio() const {
    if (slip_ != 0.0) return -at_.coefficient * sign_of_slip(slip_);
    if (std::abs(at_.g_nt) <= at_.coefficient * at_.g_tt) return at_.g_tt > 0.0 ? -at_.g_nt / at_.g_tt : 0.0;
    return -at_.coefficient * sign_of_slip(at_.g_nt);
  }
  [[nodiscard]] bool sticks() const { return slip_ == 0.0 && std::abs(at_.g_nt) <= at_.coefficient * at_.g_tt; }
  [[nodiscard]] double speed_rate() const {
    constexpr double held = 1e-12; // of g_nn: the slip is a multiple of the speed
    const double rate = at_.g_nn + at_.g_nt * ratio();
    return sticks() && rate <= held * at_.g_nn ? 0.0 : rate;
  }
  [[nodiscard]] double slip_rate() const { return sticks() ? 0.0 : at_.g_nt + at_.g_tt * ratio(); }

  /// How much P grows until the slip is used up.
  [[nodiscard]] double until_slip_ends() const { return slip_ * slip_rate() < 0.0 ? -slip_ / slip_rate() : endless; }

  /// How much P is left until restitution ends, if friction goes on as it does.
  [[nodiscard]] double left(const RubbingImpulse& compression) const {
    switch (at_.law) {
    case ImpactLaw::newton:
      return speed_rate() > 0.0 ? (-at_.restitution * at_.speed - speed_) / speed_rate() : endless;
    case ImpactLaw::poisson:
      return (1.0 + at_.restitution) * compression.normal - out_.normal;
    case ImpactLaw::stronge: {
      const double done = out_.normal_work - compression.normal_work;
      return growth(speed_, speed_rate(), -at_.restitution * at_.restitution * compression.normal_work - done);
    }
    case ImpactLaw::energy:
      break;
    }
    const double f = ratio();
    return growth(speed_ + f * slip_, speed_rate() + f * slip_rate(), -(out_.normal_work + out_.friction_work));
  }

  /// Goes on until `left` of what friction does is 0. False where that does not come.
  template <class Left>
  bool advance(const Left& left) {
    constexpr int most_phases = 8; // two suffice
    constexpr double at_once = 1e-13;
    for (int phase = 0; phase < most_phases; ++phase) {
      const double to_end = std::max(0.0, left());
      const double to_rest = until_slip_ends();
      if (std::min(to_end, to_rest) == endless) return false;
      const bool is_together = std::abs(to_end - to_rest) <= at_once * std::min(to_end, to_rest);
      const bool comes_to_rest = to_rest < to_end || is_together;
      const bool ends = to_end <= to_rest || is_together;
      go(ends ? to_end : to_rest);
      if (comes_to_rest) slip_ = 0.0;
      if (ends) return true;
    }
    return false;
  }

  void go(double normal) {
    if (normal == 0.0) return;
    const double f = ratio();
    const double speed_change = speed_rate() * normal;
    const double slip_change = slip_rate() * normal;
    out_.normal += normal;
    out_.friction += f * normal;
    out_.normal_work += normal * (speed_ + speed_change / 2.0);
    out_.friction_work += f * normal * (slip_ + slip_change / 2.0);
    out_.phases.push_back({normal, f * normal});
    speed_ += speed_change;
    slip_ += slip_change;
  }

  const RubbingContact& at_;
  double speed_;
  double slip_;
  RubbingImpulse out_;
};

} // namespace

std::optional<RubbingImpulse> rubbing_impulse(const RubbingContact& contact) {
  return RubbingCourse(contact).all();
}

} // namespace dalembert::inline simulation
