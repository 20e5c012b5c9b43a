#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/quadrics.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace sketching {

namespace {

class QuadricSearch {
public:
  QuadricSearch(Kinematics& kinematics, std::vector<Expr> coordinates)
      : kinematics_(kinematics), graph_(kinematics.graph()), x_(std::move(coordinates)) {}

  std::vector<Parametrised> find(Expr residual) {
    if (x_.size() < 2 || x_.size() > 3 || !complete_squares(residual)) return {};
    std::vector<Expr> all = factors_;
    all.push_back(level_);
    const std::vector<double> numbers = kinematics_.at_start(all);
    const auto has_sign = [](double n) { return std::isfinite(n) && n != 0.0; };
    if (!std::all_of(numbers.begin(), numbers.end() - 1, has_sign)) return {};
    if (!graph_.is_zero(level_) && !has_sign(numbers.back())) return {};
    std::size_t positive = 0;
    for (std::size_t i = 0; i < x_.size(); ++i)
      positive += numbers[i] > 0.0 ? 1U : 0U;
    // Of Σ Aᵢ·(Xᵢ − Cᵢ)² = K, most Aᵢ are to be positive, and of two different ones K.
    const bool is_flipped = 2 * positive < x_.size() || (2 * positive == x_.size() && numbers.back() < 0.0);
    if (is_flipped) {
      for (Expr& factor : factors_)
        factor = graph_.neg(factor);
      level_ = graph_.neg(level_);
    }
    const double level = is_flipped ? -numbers.back() : numbers.back();
    odd_ = x_.size();
    for (std::size_t i = 0; i < x_.size(); ++i)
      if ((numbers[i] > 0.0) == is_flipped) odd_ = i;
    if (x_.size() == 2) return odd_ == 2 ? ellipse(level) : hyperbola();
    return odd_ == 3 ? ellipsoid(level) : of_revolution(level);
  }

private:
  /// φ = Σ Aᵢ·(Xᵢ − Cᵢ)² − K.
  bool complete_squares(Expr residual) {
    std::vector<Replacement> origin;
    for (const Expr x : x_)
      origin.push_back({x, graph_.zero()});
    const std::vector<Expr> slopes = gradient(graph_, residual, x_);
    Expr rest = graph_.neg(residual);
    try {
      level_ = graph_.neg(substitute(graph_, residual, origin));
      for (std::size_t i = 0; i < x_.size(); ++i) {
        const Expr twice = substitute(graph_, gradient(graph_, slopes[i], std::vector<Expr>{x_[i]}).front(), origin);
        if (kinematics_.vanish({twice})) return false;
        factors_.push_back(graph_.scale(Rational(1, 2), twice));
        centres_.push_back(graph_.neg(graph_.div(substitute(graph_, slopes[i], origin), twice)));
        level_ = graph_.add(level_, graph_.mul(factors_[i], graph_.square(centres_[i])));
        rest = graph_.add(rest, graph_.mul(factors_[i], graph_.square(graph_.sub(x_[i], centres_[i]))));
      }
    } catch (const std::domain_error&) { // no value at the origin of the coordinates
      return false;
    }
    if (kinematics_.vanish({level_})) level_ = graph_.zero();
    return kinematics_.vanish({graph_.sub(rest, level_)});
  }

  /// √(K/Aᵢ).
  [[nodiscard]] Expr half_axis(std::size_t i) {
    return graph_.sqrt(graph_.div(i == odd_ ? graph_.neg(level_) : level_, factors_[i]));
  }
  [[nodiscard]] Expr at(std::size_t i, Expr from_centre) { return graph_.add(centres_[i], from_centre); }
  [[nodiscard]] Expr symbol() { return graph_.symbol("parameter"); }
  [[nodiscard]] Expr even(std::size_t i, Expr hyperbolic_cosine) {
    return graph_.mul(half_axis(i), graph_.apply(Function::cosh, hyperbolic_cosine));
  }

  [[nodiscard]] std::vector<Parametrised> ellipse(double level) {
    if (!(level > 0.0)) return {};
    const Expr u = symbol();
    Parametrised out;
    out.values = {at(0, graph_.mul(half_axis(0), graph_.cos(u))), at(1, graph_.mul(half_axis(1), graph_.sin(u)))};
    out.parameters = {{Parametrised::Kind::turn, u, graph_.one(), 0, graph_.zero()}};
    return {out};
  }

  /// Both branches: A₀·x² = K + |A₁|·y².
  [[nodiscard]] std::vector<Parametrised> hyperbola() {
    if (graph_.is_zero(level_)) return {};
    const std::size_t main = 1 - odd_;
    const Expr b = graph_.sqrt(graph_.div(level_, graph_.neg(factors_[odd_])));
    std::vector<Parametrised> out;
    for (const int sign : {1, -1}) {
      const Expr u = symbol();
      Parametrised made;
      made.values.resize(2);
      made.values[main] = at(main, graph_.scale(Rational(sign), even(main, u)));
      made.values[odd_] = at(odd_, graph_.mul(b, graph_.apply(Function::sinh, u)));
      made.parameters = {{Parametrised::Kind::hyperbolic, u, b, odd_, centres_[odd_]}};
      out.push_back(made);
    }
    return out;
  }

  [[nodiscard]] std::vector<Parametrised> ellipsoid(double level) {
    if (!(level > 0.0)) return {};
    const Expr u = symbol();
    const Expr v = symbol();
    Parametrised out;
    out.values = {at(0, graph_.product({half_axis(0), graph_.cos(v), graph_.cos(u)})),
                  at(1, graph_.product({half_axis(1), graph_.cos(v), graph_.sin(u)})),
                  at(2, graph_.mul(half_axis(2), graph_.sin(v)))};
    out.parameters = {{Parametrised::Kind::half_turn, v, graph_.one(), 2, graph_.zero()},
                      {Parametrised::Kind::turn, u, graph_.one(), 0, graph_.zero()}};
    return {out};
  }

  /// About the axis of the odd coordinate: a cone, a hyperboloid of one sheet or of two.
  [[nodiscard]] std::vector<Parametrised> of_revolution(double level) {
    const std::size_t first = odd_ == 0 ? 1 : 0;
    const std::size_t second = odd_ == 2 ? 1 : 2;
    const auto around = [&](Expr radius, Expr height, Parametrised::Parameter along) { // radius: √(A·x²)
      const Expr u = symbol();
      Parametrised out;
      out.values.resize(3);
      out.values[first] = at(first, graph_.product({radius, graph_.cos(u), graph_.pow(factors_[first], half_inverse)}));
      out.values[second] =
          at(second, graph_.product({radius, graph_.sin(u), graph_.pow(factors_[second], half_inverse)}));
      out.values[odd_] = at(odd_, height);
      out.parameters = {along, {Parametrised::Kind::turn, u, graph_.one(), first, graph_.zero()}};
      return out;
    };
    const Expr w = symbol();
    const Expr steepness = graph_.neg(factors_[odd_]);
    if (graph_.is_zero(level_))
      return {around(graph_.mul(graph_.sqrt(steepness), w), w,
                     {Parametrised::Kind::length, w, graph_.one(), odd_, centres_[odd_]})};
    const Expr size = level > 0.0 ? level_ : graph_.neg(level_);
    const Expr height = graph_.sqrt(graph_.div(size, steepness));
    const Expr sinh = graph_.apply(Function::sinh, w);
    const Expr cosh = graph_.apply(Function::cosh, w);
    const Parametrised::Parameter along{Parametrised::Kind::hyperbolic, w, height, odd_, centres_[odd_]};
    if (level > 0.0) return {around(graph_.mul(graph_.sqrt(size), cosh), graph_.mul(height, sinh), along)};
    return {around(graph_.mul(graph_.sqrt(size), sinh), graph_.mul(height, cosh), along),
            around(graph_.mul(graph_.sqrt(size), sinh), graph_.neg(graph_.mul(height, cosh)), along)};
  }

  static inline const Rational half_inverse{-1, 2};

  Kinematics& kinematics_;
  Graph& graph_;
  std::vector<Expr> x_;
  std::vector<Expr> factors_; ///< Aᵢ
  std::vector<Expr> centres_; ///< Cᵢ
  Expr level_;                ///< K
  std::size_t odd_ = 0;       ///< the coordinate whose Aᵢ has the other sign; past the last where all have one sign
};

} // namespace

std::vector<Parametrised> quadric(Kinematics& kinematics, Expr residual, const std::vector<Expr>& coordinates) {
  return QuadricSearch(kinematics, coordinates).find(residual);
}

} // namespace sketching
} // namespace dalembert
