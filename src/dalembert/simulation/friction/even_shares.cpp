#include <dalembert/simulation/friction/even_shares.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double last_barrier = 1e-13; ///< of the largest force
constexpr double restraint = 1e-8;     ///< weight of z²/2 beside the margin, where all forces are of size 1

double length_of(const std::array<double, 2>& f) {
  return std::hypot(f[0], f[1]);
}

/// Maximises τ − restraint·|z|²/2 + ε Σ log((N − τ)² − |f|²) while ε falls.
class BarrierPath {
public:
  BarrierPath(std::vector<OpenHold> holds, std::size_t amounts)
      : holds_(std::move(holds)), k_(amounts), place_(amounts + 1, 0.0) {
    double least = holds_.front().normal - length_of(holds_.front().force);
    for (const OpenHold& hold : holds_)
      least = std::min(least, hold.normal - length_of(hold.force));
    place_[k_] = least - 1.0;
  }

  void follow() {
    constexpr double first_barrier = 1.0;
    constexpr double shrink = 0.2;
    for (barrier_ = first_barrier; barrier_ > last_barrier; barrier_ *= shrink)
      settle();
  }

  [[nodiscard]] EvenShares shares() const {
    EvenShares out;
    out.amounts.assign(place_.begin(), place_.begin() + static_cast<std::ptrdiff_t>(k_));
    double sum = 0.0;
    for (std::size_t u = 0; u < holds_.size(); ++u) {
      const Cone at = cone(u, place_);
      const double margin = at.height + place_[k_] - length_of(at.force);
      out.margin = u == 0 ? margin : std::min(out.margin, margin);
      out.weight.push_back(2.0 * at.height / at.square());
      sum += out.weight.back();
    }
    for (double& weight : out.weight)
      weight /= sum;
    return out;
  }

private:
  /// N − τ and f of a friction.
  struct Cone {
    double height = 0.0;
    std::array<double, 2> force{};
    [[nodiscard]] double square() const { return (height - length_of(force)) * (height + length_of(force)); }
    [[nodiscard]] bool is_inside() const { return height > length_of(force); }
  };

  [[nodiscard]] Cone cone(std::size_t u, const std::vector<double>& place) const {
    const OpenHold& hold = holds_[u];
    Cone out{hold.normal - place[k_], hold.force};
    for (std::size_t i = 0; i < k_; ++i) {
      out.height += place[i] * hold.normal_by[i];
      for (std::size_t c = 0; c < 2; ++c)
        out.force[c] += place[i] * hold.force_by[i][c];
    }
    return out;
  }

  /// The value, −∞ outside of the cones.
  [[nodiscard]] double value(const std::vector<double>& place) const {
    double out = place[k_];
    for (std::size_t i = 0; i < k_; ++i)
      out -= restraint * place[i] * place[i] / 2.0;
    for (std::size_t u = 0; u < holds_.size(); ++u) {
      const Cone at = cone(u, place);
      if (!at.is_inside()) return -INFINITY;
      out += barrier_ * std::log(at.square());
    }
    return out;
  }

  /// Newton's method at one ε, with steps that stay inside.
  void settle() {
    constexpr int most = 30;
    constexpr double settled = 1e-3; // of the barrier: the next one starts from here
    for (int i = 0; i < most; ++i) {
      linearise();
      const std::vector<double> step = newton_step();
      const double gain = std::inner_product(step.begin(), step.end(), gradient_.begin(), 0.0);
      if (!(gain > settled * barrier_) || !move(step, gain)) return;
    }
  }

  bool move(const std::vector<double>& step, double gain) {
    constexpr double enough = 0.1;
    constexpr double shortest = 1e-12;
    const double here = value(place_);
    for (double length = 1.0; length > shortest; length /= 2.0) {
      std::vector<double> next = place_;
      for (std::size_t i = 0; i <= k_; ++i)
        next[i] += length * step[i];
      if (!(value(next) >= here + enough * length * gain)) continue;
      place_ = std::move(next);
      return true;
    }
    return false;
  }

  /// The gradient, and the negative of the second derivatives.
  void linearise() {
    const std::size_t n = k_ + 1;
    gradient_.assign(n, 0.0);
    curvature_.assign(n * n, 0.0);
    gradient_[k_] = 1.0;
    for (std::size_t i = 0; i < k_; ++i) {
      gradient_[i] = -restraint * place_[i];
      curvature_[i * n + i] = restraint;
    }
    std::vector<double> slope(n);
    for (std::size_t u = 0; u < holds_.size(); ++u) {
      const OpenHold& hold = holds_[u];
      const Cone at = cone(u, place_);
      const double square = at.square();
      const auto height_by = [&](std::size_t i) { return i == k_ ? -1.0 : hold.normal_by[i]; };
      const auto force_by = [&](std::size_t i, std::size_t c) { return i == k_ ? 0.0 : hold.force_by[i][c]; };
      for (std::size_t i = 0; i < n; ++i) {
        slope[i] = 2.0 * (at.height * height_by(i) - at.force[0] * force_by(i, 0) - at.force[1] * force_by(i, 1));
        gradient_[i] += barrier_ * slope[i] / square;
      }
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          const double bend =
              2.0 * (height_by(i) * height_by(j) - force_by(i, 0) * force_by(j, 0) - force_by(i, 1) * force_by(j, 1));
          curvature_[i * n + j] += barrier_ * (slope[i] / square * (slope[j] / square) - bend / square);
        }
    }
  }

  /// The solution of curvature·step = gradient, by Cholesky's method.
  [[nodiscard]] std::vector<double> newton_step() const {
    constexpr double rounding = 1e-15;
    const std::size_t n = k_ + 1;
    std::vector<double> l = curvature_;
    std::vector<double> x = gradient_;
    for (std::size_t j = 0; j < n; ++j) {
      double pivot = l[j * n + j];
      for (std::size_t i = 0; i < j; ++i)
        pivot -= l[j * n + i] * l[j * n + i];
      pivot = std::sqrt(std::max(pivot, rounding * std::abs(curvature_[j * n + j])));
      l[j * n + j] = pivot;
      for (std::size_t r = j + 1; r < n; ++r) {
        double entry = l[r * n + j];
        for (std::size_t i = 0; i < j; ++i)
          entry -= l[r * n + i] * l[j * n + i];
        l[r * n + j] = entry / pivot;
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j)
        x[i] -= l[i * n + j] * x[j];
      x[i] /= l[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = i + 1; j < n; ++j)
        x[i] -= l[j * n + i] * x[j];
      x[i] /= l[i * n + i];
    }
    return x;
  }

  std::vector<OpenHold> holds_;
  std::size_t k_;
  std::vector<double> place_; ///< z and τ
  double barrier_ = 1.0;      ///< ε
  std::vector<double> gradient_;
  std::vector<double> curvature_;
};

/// The holds with all forces divided by `size`, and each amount by what one of it does at most.
std::vector<OpenHold> scaled_holds(const std::vector<OpenHold>& holds, double size, const std::vector<double>& effect) {
  std::vector<OpenHold> out = holds;
  for (OpenHold& hold : out) {
    hold.normal /= size;
    for (double& f : hold.force)
      f /= size;
    for (std::size_t k = 0; k < effect.size(); ++k) {
      const double by = effect[k] > 0.0 ? 1.0 / effect[k] : 0.0;
      hold.normal_by[k] *= by;
      for (double& f : hold.force_by[k])
        f *= by;
    }
  }
  return out;
}

} // namespace

EvenShares even_shares(const std::vector<OpenHold>& holds, std::size_t amounts) {
  double size = 0.0;
  std::vector<double> effect(amounts, 0.0);
  for (const OpenHold& hold : holds) {
    size = std::max({size, std::abs(hold.normal), length_of(hold.force)});
    for (std::size_t k = 0; k < amounts; ++k)
      effect[k] = std::max({effect[k], std::abs(hold.normal_by[k]), length_of(hold.force_by[k])});
  }
  if (holds.empty() || size == 0.0)
    return {std::vector<double>(amounts, 0.0), 0.0, std::vector<double>(holds.size(), 0.0)};
  BarrierPath path(scaled_holds(holds, size, effect), amounts);
  path.follow();
  EvenShares out = path.shares();
  out.margin *= size;
  for (std::size_t k = 0; k < amounts; ++k)
    out.amounts[k] = effect[k] > 0.0 ? out.amounts[k] * size / effect[k] : 0.0;
  return out;
}

} // namespace simulation
} // namespace dalembert
