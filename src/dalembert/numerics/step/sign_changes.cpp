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
constexpr int most_bisections = 40;
constexpr std::size_t most_evaluations = 50'000; ///< beyond which nothing is halved
constexpr std::size_t most_in_piece = 50;        ///< likewise, on the average of many pieces
constexpr double doubt = 16; // how much more than it is off at two places a parabola may be off between them

struct Sample {
  double t = 0.0;
  double f = 0.0;
  [[nodiscard]] bool is_positive() const { return f >= 0.0; }
};

/// Searches one interval, from its begin to its end.
class SignSearch {
public:
  SignSearch(const std::function<double(double)>& f, const SignSearchOptions& options)
      : f_(f), options_(options), most_evaluations_(std::max(most_evaluations, most_in_piece * options.pieces)) {}

  void search(double begin, double end) {
    if (options_.pieces > 1) return search_pieces(begin, end);
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

  /// Pieces so short that what is sampled is no coincidence.
  void search_pieces(double begin, double end) {
    Sample first = at(begin);
    for (std::size_t i = 1; i <= options_.pieces; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(options_.pieces);
      const Sample last = at(i == options_.pieces ? end : begin + share * (end - begin));
      look({first, at(between(first.t, last.t)), last}, least_halvings);
      first = last;
    }
  }

  void look(const Three& ends, int halvings) {
    const auto& [a, m, b] = ends;
    const Five five{a, at(between(a.t, m.t)), m, at(between(m.t, b.t)), b};
    const double error = error_of_parabola(five);
    const double bend = std::abs(m.f - (a.f + b.f) / 2);
    if (halvings >= least_halvings && (is_understood(five, error, bend) || std::max(error, bend) <= options_.noise))
      return static_cast<void>(enclose_changes(five));
    if (halvings >= least_halvings && doubt * error < bend && is_understood_at_vertex(five, error)) return;
    const bool is_divisible = halvings < most_bisections && five[1].t > a.t && five[3].t < b.t;
    if (is_divisible && evaluations_ <= most_evaluations_) {
      look({five[0], five[1], five[2]}, halvings + 1);
      look({five[2], five[3], five[4]}, halvings + 1);
      return;
    }
    if (is_divisible) out_.is_resolved = false;
    if (!enclose_changes(five)) look_at_vertex(ends);
  }

  /// True where there are changes, which are enclosed.
  bool enclose_changes(const Five& five) {
    bool changes = false;
    for (std::size_t i = 0; i + 1 < five.size(); ++i) {
      if (five[i].is_positive() == five[i + 1].is_positive()) continue;
      changes = true;
      enclose(five[i], five[i + 1]);
    }
    return changes;
  }

  /// True where f is a parabola whose vertex tells that it has no root, or two, which are enclosed.
  bool is_understood_at_vertex(const Five& five, double error) {
    const bool is_positive = five[0].is_positive();
    if (std::ranges::any_of(five, [&](const Sample& s) { return s.is_positive() != is_positive; })) return false;
    const double curvature = five[0].f - 2 * five[2].f + five[4].f;
    const double half = five[2].t - five[0].t;
    const double place = five[2].t + (five[0].f - five[4].f) / (2 * curvature) * half;
    if (!(place > five[0].t && place < five[4].t)) return false;
    const Sample vertex = at(place);
    if (vertex.is_positive() == is_positive) return std::abs(vertex.f) > doubt * error || error <= options_.noise;
    const auto behind = std::ranges::find_if(five, [&](const Sample& s) { return s.t > place; });
    enclose(*(behind - 1), vertex);
    enclose(vertex, *behind);
    return true;
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
  SignSearchOptions options_;
  std::size_t most_evaluations_;
  std::size_t evaluations_ = 0;
  SignChanges out_;
};

} // namespace

SignChanges sign_changes(const std::function<double(double)>& f, double begin, double end,
                         const SignSearchOptions& options) {
  SignSearch search(f, options);
  search.search(begin, end);
  return std::move(search).take();
}

} // namespace numerics
} // namespace dalembert
