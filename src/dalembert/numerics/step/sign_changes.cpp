#include <dalembert/numerics/step/sign_changes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr int least_halvings = 1; // what two levels agree on is no coincidence
constexpr int most_bisections = 10;
constexpr std::size_t most_evaluations = 50'000; ///< beyond which nothing is halved
constexpr double doubt = 16; // how much more than it is off at two places a parabola may be off between them

struct Sample {
  double t = 0.0;
  double f = 0.0;
  [[nodiscard]] bool is_positive() const { return f >= 0.0; }
};

/// Searches one interval, from its begin to its end.
class SignSearch {
public:
  explicit SignSearch(const std::function<double(double)>& f) : f_(f) {}

  void search(double begin, double end) {
    constexpr double golden = 0.3819660112501051; // no sampled period fits both pieces
    const double inner = begin + golden * (end - begin);
    const Sample first = at(begin);
    const Sample middle = at(inner);
    look({first, at(between(begin, inner)), middle}, 0);
    look({middle, at(between(inner, end)), at(end)}, 0);
  }

  [[nodiscard]] SignChanges take() && { return std::move(out_); }

private:
  using Three = std::array<Sample, 3>;
  using Five = std::array<Sample, 5>;

  static double between(double a, double b) { return a + (b - a) / 2; }

  [[nodiscard]] Sample at(double t) {
    ++evaluations_;
    const double value = f_(t);
    return {t, std::isnan(value) ? -1.0 : value};
  }

  void look(const Three& ends, int halvings) {
    const auto& [a, m, b] = ends;
    const Five five{a, at(between(a.t, m.t)), m, at(between(m.t, b.t)), b};
    const double error = error_of_parabola(five);
    const double bend = std::abs(m.f - (a.f + b.f) / 2);
    const bool is_plain = halvings >= least_halvings && is_understood(five, error, bend);
    const bool is_divisible = halvings < most_bisections && five[1].t > a.t && five[3].t < b.t;
    if (!is_plain && is_divisible && evaluations_ > most_evaluations) out_.is_resolved = false;
    if (!is_plain && is_divisible && evaluations_ <= most_evaluations) {
      look({five[0], five[1], five[2]}, halvings + 1);
      look({five[2], five[3], five[4]}, halvings + 1);
      return;
    }
    if (!is_plain) note_unresolved(five, error);
    bool changes = false;
    for (std::size_t i = 0; i + 1 < five.size(); ++i) {
      if (five[i].is_positive() == five[i + 1].is_positive()) continue;
      changes = true;
      enclose(five[i], five[i + 1]);
    }
    if (!is_plain && !changes) look_at_vertex(ends);
  }

  /// How far f leaves the parabola through the ends and the middle, at the quarters and at a place that no sampled
  /// period fits.
  [[nodiscard]] double error_of_parabola(const Five& five) {
    constexpr double odd = 0.3090169943749474;
    const auto off = [&](double share, double f) {
      const double parabola = five[0].f * (1 - share) * (1 - 2 * share) + five[2].f * 4 * share * (1 - share) +
                              five[4].f * share * (2 * share - 1);
      return std::abs(f - parabola);
    };
    const double inner = five[0].t + odd * (five[4].t - five[0].t);
    return std::max({off(0.25, five[1].f), off(0.75, five[3].f), off(odd, at(inner).f)});
  }

  /// True where each quarter holds one root or none, as its ends tell.
  static bool is_understood(const Five& five, double error, double bend) {
    for (std::size_t i = 0; i + 1 < five.size(); ++i) {
      const double low = std::min(std::abs(five[i].f), std::abs(five[i + 1].f));
      const bool changes = five[i].is_positive() != five[i + 1].is_positive();
      const bool is_clear = !changes && low > bend / 16 + doubt * error;
      const bool is_monotone = std::abs(five[i + 1].f - five[i].f) > bend / 4 + doubt * error;
      if (!is_clear && !is_monotone) return false;
    }
    return true;
  }

  void note_unresolved(const Five& five, double error) {
    constexpr double rough = 0.25; // of the size of f
    double size = 0.0;
    for (const Sample& sample : five)
      size = std::max(size, std::abs(sample.f));
    if (error > rough * size) out_.is_resolved = false;
  }

  void enclose(const Sample& a, const Sample& b) {
    SignChange change{a.t, b.t, b.is_positive()};
    while (true) {
      const double middle = between(change.before, change.behind);
      if (middle <= std::min(change.before, change.behind) || middle >= std::max(change.before, change.behind)) break;
      (at(middle).is_positive() == b.is_positive() ? change.behind : change.before) = middle;
    }
    out_.found.push_back(change);
  }

  /// A touch: the parabola through three samples of one sign may reach the other sign between them.
  void look_at_vertex(const Three& three) {
    const auto& [a, m, b] = three;
    if (a.is_positive() != m.is_positive() || b.is_positive() != m.is_positive()) return;
    const double curvature = a.f - 2 * m.f + b.f;
    if (curvature == 0.0) return;
    const double shift = (a.f - b.f) / (2 * curvature) * (m.t - a.t);
    if (!(std::abs(shift) < std::abs(m.t - a.t))) return;
    const Sample vertex = at(m.t + shift);
    if (vertex.is_positive() == m.is_positive()) return;
    enclose(a, vertex);
    enclose(vertex, b);
  }

  const std::function<double(double)>& f_;
  std::size_t evaluations_ = 0;
  SignChanges out_;
};

} // namespace

SignChanges sign_changes(const std::function<double(double)>& f, double begin, double end) {
  SignSearch search(f);
  search.search(begin, end);
  return std::move(search).take();
}

} // namespace numerics
} // namespace dalembert
