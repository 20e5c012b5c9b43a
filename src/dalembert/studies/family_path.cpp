#include <dalembert/base/errors.h>
#include <dalembert/studies/family_path.h>
#include <dalembert/studies/periodicity.h>
#include <dalembert/studies/steady_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace studies {

namespace {

using Step = std::vector<double>;

double length_of(const Step& x) {
  double sum = 0.0;
  for (const double e : x)
    sum += e * e;
  return std::sqrt(sum);
}

double distance(const Step& a, const Step& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

/// The part of `x` within the directions of a family, which are orthonormal.
Step projected(const Step& x, const DenseMatrix& directions) {
  Step out(x.size(), 0.0);
  for (std::size_t c = 0; c < directions.columns; ++c) {
    double share = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
      share += x[i] * directions.at(i, c);
    for (std::size_t i = 0; i < x.size(); ++i)
      out[i] += share * directions.at(i, c);
  }
  return out;
}

constexpr double right_angle = 0.1; ///< a cosine below it

/// Counts places, one after the other, at which a family has the same directions. All steps between them lie on one
/// line, and what is the same along a piece of a line is the same along all of it: what lies across these directions
/// stays as far away.
class FlatPlaces {
public:
  /// Takes the directions at the next place; true where enough places were alike.
  bool add(const DenseMatrix& directions) {
    constexpr int enough = 3;
    alike_ = alike_ > 0 && lie_within(directions, before_) ? alike_ + 1 : 1;
    before_ = directions;
    return alike_ >= enough;
  }

private:
  static bool lie_within(const DenseMatrix& directions, const DenseMatrix& others) {
    constexpr double same = 1e-9;
    if (directions.rows != others.rows || directions.columns != others.columns) return false;
    Step one(directions.rows);
    for (std::size_t c = 0; c < directions.columns; ++c) {
      for (std::size_t i = 0; i < one.size(); ++i)
        one[i] = directions.at(i, c);
      if (!(distance(projected(one, others), one) <= same)) return false;
    }
    return true;
  }

  DenseMatrix before_;
  int alike_ = 0;
};

/// The way along the family where what is `apart` is at right angles to it, as on the far side of a circle: that on
/// from the `last` step.
Step way_on(const Step& apart, const DenseMatrix& directions, const Step& last) {
  Step onwards = last;
  for (std::size_t i = 0; last.empty() && i < apart.size(); ++i)
    onwards.push_back(directions.at(i, 0));
  Step out = projected(onwards, directions);
  const double length = length_of(out);
  for (double& x : out)
    x *= length > 0.0 ? right_angle * length_of(apart) / length : 0.0;
  return out;
}

/// Places from which a way led that depends on the place alone: where one is reached again the path goes round for
/// ever.
class Visited {
public:
  /// True where `q` was visited already.
  bool visit(const std::vector<double>& q) {
    const auto is_here = [&q](const std::vector<double>& other) {
      constexpr double same = 1e-9; // far less than any step
      for (std::size_t i = 0; i < q.size(); ++i)
        if (!(std::abs(q[i] - other[i]) <= same * (1.0 + std::abs(q[i])))) return false;
      return true;
    };
    if (std::ranges::any_of(places_, is_here)) return true;
    places_.push_back(q);
    return false;
  }

private:
  std::vector<std::vector<double>> places_;
};

} // namespace

bool is_reached_along_family(Lineariser& lineariser, const Freedoms& freedoms, const FamilyEnds& ends) {
  constexpr int most_steps = 40;
  constexpr int most_idle = 12;    // steps that lead no nearer
  constexpr double nearer = 0.999; // times the least distance so far
  constexpr double longest = 0.3;
  constexpr double same = 1e-6;
  State here = ends.from;
  Step last;
  Visited visited;
  FlatPlaces flat;
  double least = std::numeric_limits<double>::infinity();
  int idle = 0;
  try {
    SteadyNewton newton(lineariser, freedoms, Wanted::equilibrium, Held::nothing);
    for (int i = 0; i < most_steps; ++i) {
      const std::optional<SteadyNewton::Found> at = newton.from(here);
      if (!at || at->directions.columns == 0) return false;
      here = at->state;
      const std::vector<std::size_t>& positions = at->conditions.positions;
      Step apart;
      for (const std::size_t p : positions)
        apart.push_back(ends.is_periodic[p] ? wrapped(ends.to.q[p] - here.q[p]) : ends.to.q[p] - here.q[p]);
      const double size = 1.0 + length_of(here.q);
      if (length_of(apart) <= same * size) return true;
      idle = length_of(apart) < nearer * least ? 0 : idle + 1;
      if (idle > most_idle) return false;
      least = std::min(least, length_of(apart));
      Step direct = projected(apart, at->directions);
      constexpr double clearly = 10.0; // more than what counts as reached
      if (flat.add(at->directions) && distance(apart, direct) > clearly * same * size) return false;
      const bool is_direct = length_of(direct) > right_angle * length_of(apart);
      if (is_direct && visited.visit(here.q)) return false;
      last = is_direct ? std::move(direct) : way_on(apart, at->directions, last);
      const double length = length_of(last);
      if (!(length > 0.0)) return false;
      const double share = std::min(1.0, longest * size / length);
      for (std::size_t p = 0; p < positions.size(); ++p)
        here.q[positions[p]] += share * last[p];
    }
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): not reached
  }
  return false;
}

} // namespace studies
} // namespace dalembert
