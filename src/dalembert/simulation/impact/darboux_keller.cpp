#include <dalembert/simulation/impact/darboux_keller.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double one_line = 1e-12;    ///< sin² of the angle of slips along one line
constexpr double same_course = 1e-9;  ///< of the rates of speeds
constexpr double no_slip = 1e-8;      ///< of the slips of the impact: between slips along one line
constexpr double beyond_hold = 1e-12; ///< of the bound of friction, and of the rates of slips
constexpr std::size_t most_lines_at_rest = 5;

/// True where the slips of two lines change in one ratio, whatever their frictions are.
bool are_one_line(const RubbingContact& contact, std::size_t i, std::size_t j) {
  const double own = contact.lines[i].by_friction[i] * contact.lines[j].by_friction[j];
  const double common = contact.lines[j].by_friction[i];
  return own - common * common <= one_line * own && own != 0.0;
}

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

/// The solution of k equations, rows with the right-hand side behind; nothing where they are singular.
std::optional<std::vector<double>> solution_of(std::vector<std::vector<double>> rows) {
  constexpr double singular = 1e-13; // of the entries of a row
  const std::size_t k = rows.size();
  std::vector<double> sizes(k, 0.0);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      sizes[i] = std::max(sizes[i], std::abs(rows[i][j]));
  for (std::size_t c = 0; c < k; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c + 1; i < k; ++i)
      if (std::abs(rows[i][c]) * sizes[pivot] > std::abs(rows[pivot][c]) * sizes[i]) pivot = i;
    if (std::abs(rows[pivot][c]) <= singular * sizes[pivot]) return std::nullopt;
    std::swap(rows[c], rows[pivot]);
    std::swap(sizes[c], sizes[pivot]);
    for (std::size_t i = c + 1; i < k; ++i) {
      const double factor = rows[i][c] / rows[c][c];
      for (std::size_t j = c; j <= k; ++j)
        rows[i][j] -= factor * rows[c][j];
    }
  }
  std::vector<double> out(k);
  for (std::size_t i = k; i-- > 0;) {
    double rest = rows[i][k];
    for (std::size_t j = i + 1; j < k; ++j)
      rest -= rows[i][j] * out[j];
    out[i] = rest / rows[i][i];
  }
  return out;
}

/// What the frictions do for a while, by a unit of P.
struct RubbingRates {
  std::vector<double> friction; ///< f
  std::vector<double> slip;     ///< ds/dP
  double speed = 0.0;           ///< dc/dP
};

/// Lines at rest that are one line; the ratio of each to the first.
struct RestingLine {
  std::vector<std::size_t> members;
  std::vector<double> ratios;
};

/// Finds what the frictions do at given slips.
class RubbingChoice {
public:
  RubbingChoice(const RubbingContact& contact, const std::vector<double>& slips) : at_(contact), slips_(slips) {
    for (std::size_t i = 0; i < slips.size(); ++i)
      if (slips[i] == 0.0) add_resting(i);
  }

  /// Nothing where no choice is possible, or several that differ.
  [[nodiscard]] std::optional<RubbingRates> find() const {
    if (resting_.size() > most_lines_at_rest) return std::nullopt;
    std::size_t count = 1;
    for (std::size_t i = 0; i < resting_.size(); ++i)
      count *= 3;
    std::optional<RubbingRates> found; // the first one, in which most sticks
    for (std::size_t code = 0; code < count; ++code) {
      std::optional<RubbingRates> rates = with(code);
      if (!rates) continue;
      if (found && differ(*found, *rates)) return std::nullopt;
      if (!found) found = std::move(rates);
    }
    return found;
  }

private:
  [[nodiscard]] const RubbingLine& line(std::size_t i) const { return at_.lines[i]; }
  [[nodiscard]] double press_by(std::size_t i, std::size_t j) const {
    return line(i).press_by.empty() ? 0.0 : line(i).press_by[j];
  }

  void add_resting(std::size_t i) {
    for (RestingLine& resting : resting_) {
      const std::size_t first = resting.members.front();
      if (!are_one_line(at_, i, first)) continue;
      resting.members.push_back(i);
      resting.ratios.push_back(line(first).by_friction[i] / line(first).by_friction[first]);
      return;
    }
    resting_.push_back({{i}, {1.0}});
  }

  /// Way number `code`: each line at rest sticks (0) or slides to one side (1, 2).
  [[nodiscard]] std::optional<RubbingRates> with(std::size_t code) const {
    const std::size_t k = slips_.size();
    std::vector<double> direction(slips_.size());
    std::vector<std::size_t> way(resting_.size());
    for (std::size_t i = 0; i < slips_.size(); ++i)
      direction[i] = slips_[i] == 0.0 ? 0.0 : sign_of_slip(slips_[i]);
    for (std::size_t r = 0; r < resting_.size(); ++r, code /= 3) {
      way[r] = code % 3;
      for (std::size_t m = 0; m < resting_[r].members.size() && way[r] > 0; ++m)
        direction[resting_[r].members[m]] = (way[r] == 1 ? 1.0 : -1.0) * sign_of_slip(resting_[r].ratios[m]);
    }
    // A line that sticks has one impulse, that of its first member: the others are 0 until it is shared.
    std::vector<std::vector<double>> equations; // the right-hand side behind
    for (std::size_t i = 0; i < k; ++i) {
      equations.emplace_back(slips_.size() + 1, 0.0);
      equations[i][i] = 1.0;
    }
    for (std::size_t i = 0; i < k; ++i) {
      if (direction[i] == 0.0) continue;
      const double factor = line(i).coefficient * direction[i];
      equations[i][k] = -factor * line(i).press;
      for (std::size_t j = 0; j < k; ++j)
        equations[i][j] += factor * press_by(i, j);
    }
    for (std::size_t r = 0; r < resting_.size(); ++r) {
      if (way[r] != 0) continue;
      const std::size_t i = resting_[r].members.front();
      equations[i] = line(i).by_friction;
      equations[i].push_back(-line(i).by_normal);
    }
    std::optional<std::vector<double>> f = solution_of(std::move(equations));
    if (!f) return std::nullopt;
    RubbingRates out{std::move(*f), {}, 0.0};
    fill_rates(out);
    for (std::size_t r = 0; r < resting_.size(); ++r)
      if (!(way[r] == 0 ? share(resting_[r], out) : leaves(resting_[r], direction, out))) return std::nullopt;
    return out;
  }

  void fill_rates(RubbingRates& out) const {
    out.speed = at_.response;
    for (std::size_t i = 0; i < slips_.size(); ++i) {
      out.speed += line(i).by_normal * out.friction[i];
      out.slip.push_back(line(i).by_normal);
      for (std::size_t j = 0; j < slips_.size(); ++j)
        out.slip[i] += line(i).by_friction[j] * out.friction[j];
    }
  }

  [[nodiscard]] double pressed(std::size_t i, const RubbingRates& rates) const {
    double out = line(i).press;
    for (std::size_t j = 0; j < slips_.size(); ++j)
      out += press_by(i, j) * rates.friction[j];
    return out;
  }

  /// Gives the members of a line that sticks their shares; false where they cannot hold it.
  [[nodiscard]] bool share(const RestingLine& resting, RubbingRates& out) const {
    std::vector<double> bounds;
    double all = 0.0;
    for (std::size_t m = 0; m < resting.members.size(); ++m) {
      bounds.push_back(line(resting.members[m]).coefficient * std::max(0.0, pressed(resting.members[m], out)));
      all += std::abs(resting.ratios[m]) * bounds.back();
    }
    const double total = out.friction[resting.members.front()];
    if (std::abs(total) > all * (1.0 + beyond_hold)) return false;
    for (std::size_t m = 0; m < resting.members.size(); ++m) {
      out.slip[resting.members[m]] = 0.0;
      if (resting.members.size() > 1)
        out.friction[resting.members[m]] = all > 0.0 ? total / all * std::copysign(bounds[m], resting.ratios[m]) : 0.0;
    }
    return true;
  }

  /// True where slips that begin to slide grow in their directions.
  [[nodiscard]] bool leaves(const RestingLine& resting, const std::vector<double>& direction,
                            const RubbingRates& rates) const {
    return std::ranges::all_of(resting.members, [&](std::size_t i) {
      double terms = std::abs(line(i).by_normal);
      for (std::size_t j = 0; j < slips_.size(); ++j)
        terms += std::abs(line(i).by_friction[j] * rates.friction[j]);
      return direction[i] * rates.slip[i] >= -beyond_hold * terms;
    });
  }

  [[nodiscard]] bool differ(const RubbingRates& a, const RubbingRates& b) const {
    double size = std::abs(at_.response);
    for (std::size_t i = 0; i < slips_.size(); ++i)
      size = std::max({size, std::abs(a.slip[i]), std::abs(b.slip[i])});
    bool out = std::abs(a.speed - b.speed) > same_course * size;
    for (std::size_t i = 0; i < slips_.size(); ++i)
      out = out || std::abs(a.slip[i] - b.slip[i]) > same_course * size;
    return out;
  }

  const RubbingContact& at_;
  const std::vector<double>& slips_;
  std::vector<RestingLine> resting_;
};

class RubbingCourse {
public:
  explicit RubbingCourse(const RubbingContact& contact) : at_(contact), speed_(contact.speed) {
    for (const RubbingLine& line : contact.lines)
      slips_.push_back(line.slip);
    const double impulse = -contact.speed / contact.response;
    for (const RubbingLine& line : contact.lines)
      largest_slip_ = std::max({largest_slip_, std::abs(line.slip), std::abs(line.by_normal) * impulse});
    join_lines();
    out_.frictions.assign(slips_.size(), 0.0);
    out_.friction_works.assign(slips_.size(), 0.0);
  }

  [[nodiscard]] std::optional<RubbingImpulse> all() {
    if (!advance([this] { return rates_.speed > 0.0 ? -speed_ / rates_.speed : endless; })) return std::nullopt;
    speed_ = 0.0;
    if (at_.restitution == 0.0) return out_;
    const RubbingImpulse compression = out_;
    const bool ends = advance([&] { return left(compression); });
    return ends ? std::optional(out_) : std::nullopt;
  }

private:
  /// Slips along one line, of corners of a box that lies flat, reach 0 together: a rest of one of them is rounding.
  void join_lines() {
    const auto is_small = [this](double slip) { return std::abs(slip) <= no_slip * largest_slip_; };
    for (std::size_t i = 0; i < slips_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (is_small(slips_[i]) && is_small(slips_[j]) && are_one_line(at_, i, j)) slips_[i] = slips_[j] = 0.0;
  }

  /// How much P grows until a slip is used up.
  [[nodiscard]] double until_a_slip_ends() const {
    double out = endless;
    for (std::size_t i = 0; i < slips_.size(); ++i)
      if (slips_[i] * rates_.slip[i] < 0.0) out = std::min(out, -slips_[i] / rates_.slip[i]);
    return out;
  }

  /// How much P is left until restitution ends, if the frictions go on as they do.
  [[nodiscard]] double left(const RubbingImpulse& compression) const {
    switch (at_.law) {
    case ImpactLaw::newton:
      return rates_.speed > 0.0 ? (-at_.restitution * at_.speed - speed_) / rates_.speed : endless;
    case ImpactLaw::poisson:
      return (1.0 + at_.restitution) * compression.normal - out_.normal;
    case ImpactLaw::stronge: {
      const double done = out_.normal_work - compression.normal_work;
      return growth(speed_, rates_.speed, -at_.restitution * at_.restitution * compression.normal_work - done);
    }
    case ImpactLaw::energy:
      break;
    }
    double power = speed_;
    double rate = rates_.speed;
    double work = out_.normal_work;
    for (std::size_t i = 0; i < slips_.size(); ++i) {
      power += rates_.friction[i] * slips_[i];
      rate += rates_.friction[i] * rates_.slip[i];
      work += out_.friction_works[i];
    }
    return growth(power, rate, -work);
  }

  [[nodiscard]] bool choose() {
    constexpr double held = 1e-12; // of the response: slips at rest hold the contact
    std::optional<RubbingRates> found = RubbingChoice(at_, slips_).find();
    if (!found) return false;
    rates_ = std::move(*found);
    if (rates_.speed <= held * at_.response && std::ranges::all_of(rates_.slip, [](double s) { return s == 0.0; }))
      rates_.speed = 0.0;
    return true;
  }

  /// Goes on until `left` of what friction does is 0. False where that does not come.
  template <class Left>
  bool advance(const Left& left) {
    constexpr int most_phases = 1000;
    constexpr double at_once = 1e-13;
    for (int phase = 0; phase < most_phases; ++phase) {
      if (!choose()) return false;
      const double to_end = std::max(0.0, left());
      const double to_rest = until_a_slip_ends();
      const double next = std::min(to_end, to_rest);
      if (next == endless) return false;
      const bool is_together = std::abs(to_end - to_rest) <= at_once * next;
      const bool ends = to_end <= to_rest || is_together;
      const double by = (1.0 + at_once) * (ends ? to_end : to_rest);
      std::vector<std::size_t> ended;
      for (std::size_t i = 0; i < slips_.size(); ++i)
        if (slips_[i] * rates_.slip[i] < 0.0 && -slips_[i] / rates_.slip[i] <= by) ended.push_back(i);
      go(ends ? to_end : to_rest);
      for (const std::size_t i : ended)
        slips_[i] = 0.0;
      if (!ended.empty()) join_lines();
      if (ends) return true;
    }
    return false;
  }

  void go(double normal) {
    if (normal == 0.0) return;
    const double speed_change = rates_.speed * normal;
    RubbingPhase phase{normal, {}};
    out_.normal += normal;
    out_.normal_work += normal * (speed_ + speed_change / 2.0);
    speed_ += speed_change;
    for (std::size_t i = 0; i < slips_.size(); ++i) {
      const double f = rates_.friction[i] * normal;
      const double slip_change = rates_.slip[i] * normal;
      out_.frictions[i] += f;
      out_.friction_works[i] += f * (slips_[i] + slip_change / 2.0);
      slips_[i] += slip_change;
      phase.frictions.push_back(f);
    }
    out_.phases.push_back(std::move(phase));
  }

  const RubbingContact& at_;
  double speed_;
  std::vector<double> slips_;
  double largest_slip_ = 0.0; ///< m/s
  RubbingRates rates_;
  RubbingImpulse out_;
};

} // namespace

std::optional<RubbingImpulse> rubbing_impulse(const RubbingContact& contact) {
  return RubbingCourse(contact).all();
}

std::optional<RubbingImpulse> held_at_end(const RubbingContact& contact, const RubbingImpulse& impulse) {
  constexpr double held = 1e-9; // of the slips of the impact
  if (contact.law != ImpactLaw::newton && contact.restitution != 0.0) return std::nullopt;
  const std::size_t count = contact.lines.size();
  std::vector<double> bounds;
  std::vector<double> ratios;
  double total = 0.0;
  double all = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const RubbingLine& line = contact.lines[i];
    double slip = line.slip + line.by_normal * impulse.normal;
    double press = line.press * impulse.normal;
    for (std::size_t j = 0; j < count; ++j) {
      slip += line.by_friction[j] * impulse.frictions[j];
      press += line.press_by.empty() ? 0.0 : line.press_by[j] * impulse.frictions[j];
    }
    const double size = std::max(std::abs(line.slip), std::abs(line.by_normal) * impulse.normal);
    if (std::abs(slip) > held * size || press < 0.0 || !are_one_line(contact, i, 0)) return std::nullopt;
    ratios.push_back(contact.lines[0].by_friction[i] / contact.lines[0].by_friction[0]);
    bounds.push_back(line.coefficient * press);
    total += ratios.back() * impulse.frictions[i];
    all += std::abs(ratios.back()) * bounds.back();
  }
  if (std::abs(total) > all * (1.0 + held) || all == 0.0) return std::nullopt;
  RubbingImpulse out;
  out.normal = impulse.normal;
  out.normal_work = impulse.normal * (1.0 - contact.restitution) * contact.speed / 2.0;
  for (std::size_t i = 0; i < count; ++i) {
    out.frictions.push_back(total / all * std::copysign(bounds[i], ratios[i]));
    out.friction_works.push_back(out.frictions.back() * contact.lines[i].slip / 2.0);
  }
  out.phases.push_back({out.normal, out.frictions});
  return out;
}

} // namespace simulation
} // namespace dalembert
