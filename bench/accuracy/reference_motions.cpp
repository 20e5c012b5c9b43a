// Makes the end states of motions that no closed form gives, in quadruple precision by two methods that share nothing
// but the equations: extrapolation of the explicit midpoint rule (Gragg, Bulirsch, Stoer) and collocation at the points
// of Gauss.
//
//   reference_motions     prints both for each motion, and on how many digits they agree
//
// Equations are written by hand: r and theta of the spring pendulum; x, y, z of Foucault's pendulum with the force of
// the wire from the second derivative of its length.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <quadmath.h>
#include <string>
#include <vector>

namespace {

using Quad = __float128;
using State = std::vector<Quad>;
using Slope = std::function<void(Quad t, const State& y, State& dydt)>;

Quad size_of(const State& y) {
  Quad out = 0;
  for (const Quad value : y)
    out = std::max(out, fabsq(value));
  return out;
}

/// Extrapolation in h² of the midpoint rule with 2, 4, … 2·columns steps; the last two columns give the error.
class Extrapolation {
public:
  Extrapolation(Slope slope, Quad tolerance) : slope_(std::move(slope)), tolerance_(tolerance) {}

  State integrate(Quad t, State y, Quad end, Quad step) const {
    while (t < end) {
      step = std::min(step, end - t);
      State next;
      const Quad error = attempt(t, y, step, next) / (size_of(y) * tolerance_);
      if (error <= 1) {
        t += step;
        y = next;
      }
      const Quad factor = Quad(0.9) * powq(std::max(error, Quad(1e-30)), Quad(-1) / (2 * columns - 1));
      step *= std::clamp(factor, Quad(0.2), Quad(3));
    }
    return y;
  }

private:
  static constexpr int columns = 12;

  State midpoint(Quad t, const State& y, Quad length, int steps) const {
    const Quad h = length / steps;
    State before = y;
    State slope(y.size());
    slope_(t, y, slope);
    State now = y;
    for (std::size_t i = 0; i < y.size(); ++i)
      now[i] += h * slope[i];
    for (int k = 1; k < steps; ++k) {
      slope_(t + k * h, now, slope);
      for (std::size_t i = 0; i < y.size(); ++i) {
        const Quad after = before[i] + 2 * h * slope[i];
        before[i] = now[i];
        now[i] = after;
      }
    }
    slope_(t + length, now, slope); // Gragg's smoothing
    for (std::size_t i = 0; i < y.size(); ++i)
      now[i] = (now[i] + before[i] + h * slope[i]) / 2;
    return now;
  }

  Quad attempt(Quad t, const State& y, Quad length, State& out) const {
    std::vector<State> row;
    Quad error = 0;
    for (int j = 0; j < columns; ++j) {
      std::vector<State> next{midpoint(t, y, length, 2 * (j + 1))};
      for (int k = 1; k <= j; ++k) {
        const Quad ratio = Quad(j + 1) / (j + 1 - k);
        State improved = next[k - 1];
        for (std::size_t i = 0; i < y.size(); ++i)
          improved[i] += (next[k - 1][i] - row[k - 1][i]) / (ratio * ratio - 1);
        next.push_back(improved);
      }
      row = next;
    }
    out = row.back();
    for (std::size_t i = 0; i < y.size(); ++i)
      error = std::max(error, fabsq(row[columns - 1][i] - row[columns - 2][i]));
    return error;
  }

  Slope slope_;
  Quad tolerance_;
};

/// Solves a·x = b in place by elimination with row exchanges; `a` becomes its factors.
class Factors {
public:
  void factor(std::vector<Quad> a, std::size_t n) {
    a_ = std::move(a);
    n_ = n;
    order_.resize(n);
    for (std::size_t c = 0; c < n; ++c) {
      std::size_t pivot = c;
      for (std::size_t r = c + 1; r < n; ++r)
        if (fabsq(a_[r * n + c]) > fabsq(a_[pivot * n + c])) pivot = r;
      order_[c] = pivot;
      if (pivot != c) std::swap_ranges(&a_[c * n], &a_[c * n] + n, &a_[pivot * n]);
      for (std::size_t r = c + 1; r < n; ++r) {
        const Quad factor = a_[r * n + c] /= a_[c * n + c];
        for (std::size_t k = c + 1; k < n; ++k)
          a_[r * n + k] -= factor * a_[c * n + k];
      }
    }
  }
  void solve(std::vector<Quad>& b) const {
    for (std::size_t c = 0; c < n_; ++c) { // whole rows were exchanged, factors too
      std::swap(b[c], b[order_[c]]);
    }
    for (std::size_t r = 0; r < n_; ++r)
      for (std::size_t k = 0; k < r; ++k)
        b[r] -= a_[r * n_ + k] * b[k];
    for (std::size_t r = n_; r-- > 0;) {
      for (std::size_t k = r + 1; k < n_; ++k)
        b[r] -= a_[r * n_ + k] * b[k];
      b[r] /= a_[r * n_ + r];
    }
  }

private:
  std::vector<Quad> a_;
  std::size_t n_ = 0;
  std::vector<std::size_t> order_;
};

/// The points of Gauss in [0, 1] and the integrals of the Lagrange polynomials over them.
struct Points {
  explicit Points(int count) : c(count), a(count * count), b(count) {
    for (int i = 0; i < count; ++i) {
      Quad x = cosq(M_PIq * (i + Quad(0.75)) / (count + Quad(0.5)));
      for (int round = 0; round < 100; ++round) {
        Quad p0 = 1;
        Quad p1 = x;
        for (int k = 2; k <= count; ++k) {
          const Quad p2 = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k;
          p0 = p1;
          p1 = p2;
        }
        const Quad change = p1 * (x * x - 1) / (count * (x * p1 - p0));
        x -= change;
        if (fabsq(change) < Quad(1e-33)) break;
      }
      c[i] = (1 - x) / 2;
    }
    std::vector<Quad> powers(count * count); // Σ aᵢⱼ cⱼᵏ⁻¹ = cᵢᵏ/k
    for (int k = 0; k < count; ++k)
      for (int j = 0; j < count; ++j)
        powers[k * count + j] = powq(c[j], k);
    Factors factors;
    factors.factor(powers, count);
    const auto integrals = [&](Quad to) {
      std::vector<Quad> right(count);
      for (int k = 0; k < count; ++k)
        right[k] = powq(to, k + 1) / (k + 1);
      factors.solve(right);
      return right;
    };
    for (int i = 0; i < count; ++i) {
      const std::vector<Quad> row = integrals(c[i]);
      std::copy(row.begin(), row.end(), &a[i * count]);
    }
    b = integrals(1);
  }
  std::vector<Quad> c;
  std::vector<Quad> a;
  std::vector<Quad> b;
};

/// Collocation at `count` points of Gauss with steps of given lengths; simplified Newton iteration.
class Collocation {
public:
  Collocation(Slope slope, int count) : slope_(std::move(slope)), points_(count), count_(count) {}

  State integrate(Quad t, State y, Quad end, long steps) {
    const Quad h = (end - t) / steps;
    const std::size_t n = y.size();
    std::vector<State> stages(count_, y); // values at the points
    std::vector<State> slopes(count_, State(n));
    for (long step = 0; step < steps; ++step) {
      const Quad begin = t + step * h;
      if (step % 16 == 0) take_jacobian(begin, y, h);
      for (int round = 0;; ++round) {
        for (int i = 0; i < count_; ++i)
          slope_(begin + points_.c[i] * h, stages[i], slopes[i]);
        std::vector<Quad> defect(count_ * n);
        for (int i = 0; i < count_; ++i)
          for (std::size_t k = 0; k < n; ++k) {
            Quad value = y[k] - stages[i][k];
            for (int j = 0; j < count_; ++j)
              value += h * points_.a[i * count_ + j] * slopes[j][k];
            defect[i * n + k] = value;
          }
        factors_.solve(defect);
        Quad change = 0;
        for (int i = 0; i < count_; ++i)
          for (std::size_t k = 0; k < n; ++k) {
            stages[i][k] += defect[i * n + k];
            change = std::max(change, fabsq(defect[i * n + k]));
          }
        if (change < Quad(1e-31) * size_of(y)) break;
        if (round == 60) {
          std::fprintf(stderr, "the iteration does not end: %g\n", static_cast<double>(change));
          std::exit(1);
        }
      }
      for (int i = 0; i < count_; ++i)
        slope_(begin + points_.c[i] * h, stages[i], slopes[i]);
      State next = y;
      for (int i = 0; i < count_; ++i)
        for (std::size_t k = 0; k < n; ++k)
          next[k] += h * points_.b[i] * slopes[i][k];
      for (int i = 0; i < count_; ++i) // the next stages begin at the last value and slope
        for (std::size_t k = 0; k < n; ++k)
          stages[i][k] = next[k] + h * points_.c[i] * slopes[count_ - 1][k];
      y = next;
    }
    return y;
  }

private:
  void take_jacobian(Quad t, const State& y, Quad h) {
    const std::size_t n = y.size();
    State base(n);
    State moved(n);
    slope_(t, y, base);
    std::vector<Quad> jacobian(n * n);
    for (std::size_t j = 0; j < n; ++j) {
      State at = y;
      const Quad step = Quad(1e-17) * std::max(Quad(1), fabsq(y[j]));
      at[j] += step;
      slope_(t, at, moved);
      for (std::size_t i = 0; i < n; ++i)
        jacobian[i * n + j] = (moved[i] - base[i]) / step;
    }
    const std::size_t size = count_ * n;
    std::vector<Quad> matrix(size * size);
    for (int i = 0; i < count_; ++i)
      for (int j = 0; j < count_; ++j)
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t l = 0; l < n; ++l)
            matrix[(i * n + k) * size + j * n + l] =
                Quad(i == j && k == l ? 1 : 0) - h * points_.a[i * count_ + j] * jacobian[k * n + l];
    factors_.factor(matrix, size);
  }

  Slope slope_;
  Points points_;
  int count_;
  Factors factors_;
};

void print_quad(const char* name, Quad value) {
  char text[64];
  quadmath_snprintf(text, sizeof text, "%.24Qe", value);
  std::printf("  %-8s %s\n", name, text);
}

struct Motion {
  std::string name;
  std::vector<const char*> names;
  Slope slope;
  State begin;
  Quad end;
  std::function<Quad(Quad, const State&)> multiplier;
};

void compare(const Motion& motion, const State& a, const State& b) {
  Quad largest_q = 0;
  Quad largest_v = 0;
  Quad error_q = 0;
  Quad error_v = 0;
  const std::size_t n = a.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    largest_q = std::max(largest_q, fabsq(a[i]));
    largest_v = std::max(largest_v, fabsq(a[n + i]));
    error_q = std::max(error_q, fabsq(a[i] - b[i]));
    error_v = std::max(error_v, fabsq(a[n + i] - b[n + i]));
  }
  std::printf("%s\n", motion.name.c_str());
  for (std::size_t i = 0; i < a.size(); ++i) {
    print_quad(motion.names[i], a[i]);
    print_quad("", b[i]);
  }
  if (motion.multiplier) {
    print_quad("lambda", motion.multiplier(motion.end, a));
    print_quad("", motion.multiplier(motion.end, b));
  }
  std::printf("  agree on %.1f digits of q, %.1f of v\n", -std::log10(static_cast<double>(error_q / largest_q)),
              -std::log10(static_cast<double>(error_v / largest_v)));
  std::fflush(stdout);
}

Motion spring_pendulum(Quad k) {
  const Quad m = 1;
  const Quad l = 1;
  const Quad g = Quad(981) / 100;
  const Quad c = 2 * sqrtq(k * m);
  return {"spring pendulum, k = " + std::to_string(static_cast<double>(k)),
          {"r", "theta", "r'", "theta'"},
          [=](Quad /*t*/, const State& y, State& d) {
            d[0] = y[2];
            d[1] = y[3];
            d[2] = y[0] * y[3] * y[3] + g * cosq(y[1]) - (k * (y[0] - l) + c * y[2]) / m;
            d[3] = (-2 * y[2] * y[3] - g * sinq(y[1])) / y[0];
          },
          {1, Quad(3) / 2, 0, 0},
          10,
          {}};
}

Motion foucault() {
  const Quad L = 67;
  const Quad g = Quad(981) / 100;
  const Quad W = Quad(72921) / 1000000000;
  const Quad lat = Quad(4885) / 100 * M_PIq / 180;
  const Quad m = 28;
  const Quad wx = -W * cosq(lat);
  const Quad wz = W * sinq(lat);
  // Of the specific forces without the wire; along r the wire adds s·r with r·a = −v·v.
  const auto free = [=](const State& y, Quad* f) {
    const Quad x = y[0], yy = y[1], z = y[2], u = y[3], v = y[4], w = y[5];
    // a = −2 ω×v − ω×(ω×r) + g
    f[0] = 2 * wz * v - (wx * wz * z - wz * wz * x);
    f[1] = -2 * (wz * u - wx * w) + W * W * yy;
    f[2] = -2 * wx * v + (wx * wx * z - wx * wz * x) - g;
  };
  const auto wire = [=](const State& y) {
    Quad f[3];
    free(y, f);
    const Quad r2 = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
    const Quad v2 = y[3] * y[3] + y[4] * y[4] + y[5] * y[5];
    return -(v2 + f[0] * y[0] + f[1] * y[1] + f[2] * y[2]) / r2;
  };
  return {"Foucault's pendulum, 6 h",
          {"x", "y", "z", "x'", "y'", "z'"},
          [=](Quad /*t*/, const State& y, State& d) {
            Quad f[3];
            free(y, f);
            const Quad s = wire(y);
            for (int i = 0; i < 3; ++i) {
              d[i] = y[3 + i];
              d[3 + i] = f[i] + s * y[i];
            }
          },
          {3, 0, -sqrtq(L * L - 9), 0, 0, 0},
          21600,
          [=](Quad, const State& y) { return m * wire(y) * L; }}; // of |r| = L, whose gradient is r/L
}

} // namespace

int main() {
  {
    const Motion motion = foucault();
    const State a = Extrapolation(motion.slope, 1e-27).integrate(0, motion.begin, motion.end, 0.1);
    const State b = Collocation(motion.slope, 10).integrate(0, motion.begin, motion.end, 21600);
    compare(motion, a, b);
  }
  for (const double k : {1e4, 1e6, 1e8}) {
    const Motion motion = spring_pendulum(k);
    const State a = Extrapolation(motion.slope, 1e-25).integrate(0, motion.begin, motion.end, 1e-6);
    const Quad early = Quad(100) / sqrtq(k); // the fast motion has died away
    Collocation collocation(motion.slope, 8);
    State b = collocation.integrate(0, motion.begin, early, 2000);
    b = Collocation(motion.slope, 8).integrate(early, b, motion.end, 20000);
    compare(motion, a, b);
  }
}
