#include <dalembert/analysis/admissible_point.h>
#include <dalembert/analysis/modular_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <initializer_list>
#include <stdexcept>
#include <utility>

namespace dalembert {

namespace {

/// A stream of reproducible residues.
class RandomResidues {
public:
  explicit RandomResidues(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0xD1B54A32D192ED03ULL) {}
  Residue operator()() {
    // splitmix64, Steele, Lea and Flood 2014.
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return Residue(z ^ (z >> 31U));
  }

private:
  std::uint64_t state_;
};

} // namespace

AdmissiblePoints::AdmissiblePoints(const Equations& equations, std::span<const Expr> claims)
    : equations_(equations), graph_(*equations.system->graph) {
  collect(claims);
  solve_positions();
}

void AdmissiblePoints::collect(std::span<const Expr> claims) {
  const System& system = *equations_.system;
  std::vector<Replacement> at_rest;
  for (const Expr v : equations_.speeds)
    at_rest.push_back({v, graph_.zero()});
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    const Constraint& constraint = system.constraints[k];
    if (constraint.kind == ConstraintKind::holonomic) holonomic_.push_back(constraint.residual);
    const auto n = static_cast<std::ptrdiff_t>(equations_.speeds.size());
    const auto row = equations_.constraint_matrix.entries.begin() + static_cast<std::ptrdiff_t>(k) * n;
    // Rows that are nonlinear in the rates cannot be solved for them here.
    if (depends(graph_, std::vector<Expr>(row, row + n), equations_.speeds)) solvable_ = false;
  }
  if (solvable_) drift_ = substitute(graph_, equations_.constraint_rates, at_rest);
  rows_ = equations_.constraint_matrix.entries;
  mass_ = equations_.mass.entries;
  forcing_ = equations_.forcing;
  row_forcing_ = equations_.constraint_forcing;
  for (const FrictionBlock& block : equations_.frictions) {
    coefficients_.push_back(block.coefficient);
    columns_.insert(columns_.end(), block.column.begin(), block.column.end());
    normals_.insert(normals_.end(), block.normal.begin(), block.normal.end());
  }
  claims_.assign(claims.begin(), claims.end());
}

void AdmissiblePoints::solve_positions() {
  for (std::size_t k = 0; k < holonomic_.size() && solvable_; ++k) {
    if (is_zero(graph_, holonomic_[k])) continue; // says what earlier rows say
    solvable_ = solve_row(k);
  }
}

bool AdmissiblePoints::solve_row(std::size_t row) {
  std::vector<Expr> candidates = equations_.system->positions();
  for (const Parameter& parameter : equations_.system->parameters)
    candidates.push_back(parameter.symbol);
  for (const bool linear : {true, false})
    for (const Expr symbol : candidates) {
      const Expr equation = holonomic_[row];
      if (!depends(graph_, equation, symbol)) continue;
      const std::vector<Expr> one{symbol};
      const Expr slope = gradient(graph_, equation, one).front();
      const Expr curvature = gradient(graph_, slope, one).front();
      const bool is_linear = !depends(graph_, slope, symbol);
      const bool is_quadratic = !is_linear && !depends(graph_, curvature, symbol);
      if (linear ? !is_linear : !is_quadratic) continue;
      if (const std::optional<Expr> by = solution(equation, symbol)) {
        replace_everywhere(symbol, *by);
        return true;
      }
    }
  return false;
}

/// s = −c/b, or s = (−b + ρ√(b² − 4ac))/(2a) with ρ = ±1 a symbol of its own, for φ = a s² + b s + c.
std::optional<Expr> AdmissiblePoints::solution(Expr row, Expr symbol) {
  const std::vector<Replacement> to_zero{{symbol, graph_.zero()}};
  const std::vector<Expr> one{symbol};
  try {
    const Expr slope = gradient(graph_, row, one).front();
    const Expr a = graph_.scale(Rational(1, 2), gradient(graph_, slope, one).front());
    const Expr b = substitute(graph_, slope, to_zero);
    const Expr c = substitute(graph_, row, to_zero);
    if (graph_.is_zero(a)) return graph_.neg(graph_.div(c, b));
    const Expr discriminant = graph_.sub(graph_.square(b), graph_.scale(Rational(4), graph_.mul(a, c)));
    const Expr sign = graph_.symbol("root");
    roots_.push_back(sign);
    const Expr numerator = graph_.sub(graph_.mul(sign, graph_.sqrt(discriminant)), b);
    return graph_.div(numerator, graph_.scale(Rational(2), a));
  } catch (const std::domain_error&) { // a division by an exact zero: this symbol does not do
    return std::nullopt;
  }
}

void AdmissiblePoints::replace_everywhere(Expr symbol, Expr by) {
  const std::vector<Replacement> replacement{{symbol, by}};
  for (std::vector<Expr>* part :
       {&holonomic_, &drift_, &rows_, &mass_, &forcing_, &row_forcing_, &coefficients_, &columns_, &normals_, &claims_})
    *part = substitute(graph_, *part, replacement);
}

unsigned AdmissiblePoints::branches() const {
  return 1U << (roots_.size() + 2 * coefficients_.size());
}

/// Fills in one point: roots, rates, accelerations, multipliers, frictions, in this order.
class AdmissiblePoints::Draw {
public:
  Draw(const AdmissiblePoints& from, std::uint64_t seed, unsigned branch)
      : from_(from),
        n_(from.equations_.speeds.size()),
        m_(from.drift_.size()),
        point_(from.graph_, seed),
        random_(seed),
        branch_(branch) {}

  std::optional<Values> values() {
    for (std::size_t r = 0; r < from_.roots_.size(); ++r)
      point_.set(from_.roots_[r], signed_one(r));
    if (!set_rates() || !set_motion()) return std::nullopt;
    Values out;
    for (const Expr claim : from_.claims_) {
      const std::optional<Residue> value = point_.value(claim);
      if (!value) return std::nullopt;
      out.claims.push_back(*value);
    }
    out.signs = point_.signs();
    return out;
  }

private:
  [[nodiscard]] Residue signed_one(std::size_t bit) const {
    return ((branch_ >> bit) & 1U) != 0U ? -Residue(1) : Residue(1);
  }

  /// Appends the values of expressions; false where one has none here.
  bool read(const std::vector<Expr>& expressions, std::vector<Residue>& out) {
    for (const Expr e : expressions) {
      const std::optional<Residue> value = point_.value(e);
      if (!value) return false;
      out.push_back(*value);
    }
    return true;
  }

  void set(const std::vector<Expr>& symbols, const std::vector<Residue>& values, std::size_t first = 0) {
    for (std::size_t i = 0; i < symbols.size(); ++i)
      point_.set(symbols[i], values[first + i]);
  }

  /// A·v = −drift.
  bool set_rates() {
    std::vector<Residue> matrix;
    std::vector<Residue> right;
    if (!read(from_.rows_, matrix) || !read(from_.drift_, right)) return false;
    for (Residue& value : right)
      value = -value;
    const auto v = solve_modular(std::move(matrix), std::move(right), n_, [this](std::size_t) { return random_(); });
    if (v) set(from_.equations_.speeds, *v);
    return v.has_value();
  }

  /// [M −Bᵀ; A 0]·(v̇, λ) = (h, γ) on this branch of the signs.
  bool set_motion() {
    std::vector<Residue> mass;
    std::vector<Residue> rows;
    std::vector<Residue> right;
    if (!read(from_.mass_, mass) || !read(from_.rows_, rows) || !read(from_.forcing_, right) ||
        !read(from_.row_forcing_, right) || !read_frictions())
      return false;
    const std::size_t size = n_ + m_;
    std::vector<Residue> matrix(size * size);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        matrix[i * size + j] = mass[i * n_ + j];
    for (std::size_t k = 0; k < m_; ++k)
      for (std::size_t i = 0; i < n_; ++i) {
        matrix[(n_ + k) * size + i] = rows[k * n_ + i];
        matrix[i * size + n_ + k] = friction_part(k, i) - rows[k * n_ + i];
      }
    const auto x = solve_modular(std::move(matrix), std::move(right), size, [this](std::size_t) { return random_(); });
    if (!x) return false;
    set(from_.equations_.accelerations, *x);
    set(from_.equations_.system->multipliers(), *x, n_);
    set_frictions(*x);
    return true;
  }

  bool read_frictions() {
    return read(from_.coefficients_, coefficients_) && read(from_.columns_, columns_) && read(from_.normals_, normals_);
  }

  /// μσε of friction f on this branch.
  [[nodiscard]] Residue factor(std::size_t f) const {
    const std::size_t bit = from_.roots_.size() + 2 * f;
    return coefficients_[f] * signed_one(bit) * signed_one(bit + 1);
  }

  [[nodiscard]] Residue friction_part(std::size_t k, std::size_t i) const {
    Residue sum;
    for (std::size_t f = 0; f < coefficients_.size(); ++f)
      sum += factor(f) * columns_[f * n_ + i] * normals_[f * m_ + k];
    return sum;
  }

  /// F = −μσε·N.
  void set_frictions(const std::vector<Residue>& solution) {
    for (std::size_t f = 0; f < coefficients_.size(); ++f) {
      Residue normal;
      for (std::size_t k = 0; k < m_; ++k)
        normal += normals_[f * m_ + k] * solution[n_ + k];
      point_.set(from_.equations_.system->frictions[f].symbol, -(factor(f) * normal));
    }
  }

  const AdmissiblePoints& from_;
  std::size_t n_;
  std::size_t m_;
  ModularPoint point_;
  RandomResidues random_;
  unsigned branch_;
  std::vector<Residue> coefficients_;
  std::vector<Residue> columns_;
  std::vector<Residue> normals_;
};

std::optional<AdmissiblePoints::Values> AdmissiblePoints::values(std::uint64_t seed, unsigned branch) const {
  return Draw(*this, seed, branch).values();
}

} // namespace dalembert
