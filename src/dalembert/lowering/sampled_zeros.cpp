#include <dalembert/base/random_stream.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/lowering/sampled_zeros.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

using Place = std::vector<double>; ///< of the coordinates that stand in the row

double dot_of(const Place& a, const Place& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double norm_of(const Place& a) {
  return std::sqrt(dot_of(a, a));
}

class SampledRow {
public:
  SampledRow(const System& system, std::size_t constraint, const NumbersAt& at)
      : graph_(*system.graph), residual_(system.constraints[constraint].residual) {
    values_.push_back({system.time, at.time});
    for (std::size_t p = 0; p < system.parameters.size(); ++p)
      values_.push_back({system.parameters[p].symbol, at.parameters[p]});
    const std::vector<Expr> all = gradient(graph_, residual_, system.positions());
    first_ = values_.size();
    for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
      const Assignment here{system.coordinates[i].position, at.positions[i]};
      if (graph_.is_zero(all[i])) {
        values_.insert(values_.begin(), here);
        ++first_;
        continue;
      }
      values_.push_back(here);
      slopes_.push_back(all[i]);
      moved_.push_back(i);
      start_.push_back(at.positions[i]);
    }
  }

  [[nodiscard]] const Place& start() const { return start_; }
  [[nodiscard]] const std::vector<std::size_t>& moved() const { return moved_; }

  [[nodiscard]] Place slope(const Place& at) {
    put(at);
    return evaluate(graph_, slopes_, values_);
  }

  /// Nothing where it does not come to rest at a zero.
  [[nodiscard]] std::optional<Place> zero_near(Place at) {
    constexpr int most_steps = 200; // of roots of the sixth order
    constexpr double at_rest = 1e-13;
    constexpr double farthest = 1.0; // as far as a start may be led away
    const Place begin = at;
    const double before = std::abs(value(at));
    for (int k = 0; k < most_steps; ++k) {
      const Place along = slope(at);
      const double length = dot_of(along, along);
      const double left = value(at);
      if (!std::isfinite(length) || !std::isfinite(left)) return std::nullopt;
      if (left == 0.0 || !(length > 0.0)) break;
      double change = 0.0;
      for (std::size_t i = 0; i < at.size(); ++i) {
        const double step = left / length * along[i];
        change = std::max(change, std::abs(step) / std::max(1.0, std::abs(at[i])));
        at[i] -= step;
      }
      if (!std::isfinite(change) || change > farthest) return std::nullopt;
      if (change < at_rest) break;
    }
    for (std::size_t i = 0; i < at.size(); ++i)
      if (std::abs(at[i] - begin[i]) > farthest * std::max(1.0, std::abs(begin[i]))) return std::nullopt;
    constexpr double met = 1e-9; // of what it was at the start
    return std::abs(value(at)) <= met * before ? std::optional(std::move(at)) : std::nullopt;
  }

private:
  void put(const Place& at) {
    for (std::size_t i = 0; i < at.size(); ++i)
      values_[first_ + i].value = at[i];
  }
  [[nodiscard]] double value(const Place& at) {
    put(at);
    return evaluate(graph_, residual_, values_);
  }

  Graph& graph_;
  Expr residual_;
  std::vector<Assignment> values_; ///< those of `moved_` last
  std::size_t first_ = 0;
  std::vector<Expr> slopes_;
  std::vector<std::size_t> moved_;
  Place start_;
};

Place moved_by(Place at, double distance, RandomStream& random) {
  for (double& x : at)
    x += random.between(-distance, distance) * std::max(1.0, std::abs(x));
  return at;
}

bool vanishes_around(SampledRow& row) {
  constexpr int places = 6;
  constexpr double far = 0.05;
  constexpr double share = 1e-3; // of the derivatives at the start: a double root is found to half the digits
  RandomStream random("zeros of a row");
  for (int k = 0; k < places; ++k) {
    const Place begin = moved_by(row.start(), far, random);
    const std::optional<Place> zero = row.zero_near(begin);
    if (!zero) return false;
    const double there = norm_of(row.slope(*zero));
    if (!(there <= share * norm_of(row.slope(begin)))) return false;
  }
  return true;
}

/// Orthonormal directions in which neighbouring zeros lie.
std::vector<Place> tangents(SampledRow& row) {
  constexpr double near = 1e-3;
  constexpr double least = 0.03 * near; // far above the curvature of the zero set
  RandomStream random("neighbouring zeros of a row");
  const std::optional<Place> here = row.zero_near(row.start());
  const Place& origin = here ? *here : row.start();
  std::vector<Place> found;
  for (std::size_t k = 0; k < 3 * origin.size(); ++k)
    if (std::optional<Place> zero = row.zero_near(moved_by(origin, near, random))) {
      for (std::size_t i = 0; i < origin.size(); ++i)
        (*zero)[i] -= origin[i];
      found.push_back(std::move(*zero));
    }
  std::vector<Place> out;
  while (!found.empty()) {
    const auto longest = std::ranges::max_element(found, {}, norm_of);
    const double length = norm_of(*longest);
    if (!(length > least)) break;
    Place unit = *longest;
    for (double& x : unit)
      x /= length;
    for (Place& other : found) {
      const double part = dot_of(other, unit);
      for (std::size_t i = 0; i < unit.size(); ++i)
        other[i] -= part * unit[i];
    }
    out.push_back(std::move(unit));
  }
  return out;
}

/// What is orthogonal to all of `given`.
std::vector<Place> complement(std::vector<Place> given, std::size_t n) {
  constexpr double dependent = 1e-6;
  std::vector<Place> out;
  for (std::size_t k = 0; k < n; ++k) {
    Place left(n, 0.0);
    left[k] = 1.0;
    for (int pass = 0; pass < 2; ++pass) // twice is orthogonal to rounding
      for (const Place& unit : given) {
        const double part = dot_of(left, unit);
        for (std::size_t i = 0; i < n; ++i)
          left[i] -= part * unit[i];
      }
    const double length = norm_of(left);
    if (!(length > dependent)) continue;
    for (double& x : left)
      x /= length;
    given.push_back(left);
    out.push_back(std::move(left));
  }
  return out;
}

} // namespace

std::optional<std::vector<std::vector<double>>> normals_of_vanishing(const System& system, std::size_t constraint,
                                                                     const NumbersAt& at) {
  constexpr std::size_t most = 30; // coordinates of one row
  try {
    SampledRow row(system, constraint, at);
    if (row.moved().empty() || row.moved().size() > most || !vanishes_around(row)) return std::nullopt;
    std::vector<std::vector<double>> out;
    for (const Place& normal : complement(tangents(row), row.moved().size())) {
      std::vector<double>& full = out.emplace_back(system.coordinates.size(), 0.0);
      for (std::size_t i = 0; i < normal.size(); ++i)
        full[row.moved()[i]] = normal[i];
    }
    return out.empty() ? std::nullopt : std::optional(std::move(out));
  } catch (const std::domain_error&) { // it divides by an exact 0
    return std::nullopt;
  } catch (const std::invalid_argument&) { // a function without definition
    return std::nullopt;
  }
}

} // namespace lowering
} // namespace dalembert
