#include <dalembert/analysis/killing_bound.h>
#include <dalembert/analysis/residue_jet.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/rooted_point.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/residue_echelon.h>
#include <dalembert/expr/substitute.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_bounded = 10;              ///< coordinates
constexpr std::size_t most_with_fourth = 6;           ///< coordinates
constexpr std::size_t most_new_derivatives = 200'000; ///< nodes

/// A covariant tensor near a point: components with the last index running fastest.
struct JetTensor {
  std::size_t rank = 0;
  std::vector<ResidueJet> components;
};

/// M, a and E of L = ½v·M v + a·v − V, and their derivatives by the coordinates.
class LagrangianParts {
public:
  explicit LagrangianParts(const Equations& equations)
      : system_(*equations.system), graph_(*system_.graph), positions_(system_.positions()) {
    std::vector<Replacement> at_rest;
    for (const Expr rate : system_.rates())
      at_rest.push_back({rate, graph_.zero()});
    parts_ = equations.mass().entries;
    const std::vector<Expr> momenta = substitute(graph_, equations.momenta, at_rest);
    parts_.insert(parts_.end(), momenta.begin(), momenta.end());
    const std::vector<Expr> slopes = substitute(graph_, equations.potential_forces, at_rest);
    const std::vector<Expr> change = directional(graph_, momenta, std::vector<Seed>{{system_.time, graph_.one()}});
    for (std::size_t i = 0; i < slopes.size(); ++i)
      parts_.push_back(graph_.sub(slopes[i], change[i]));
  }

  /// Forms the derivatives of all parts; false where they are too long.
  bool differentiate(const JetAlgebra& algebra) {
    const std::size_t before = graph_.size();
    derivatives_.assign(algebra.monomials().size(), {});
    derivatives_.front() = parts_;
    for (std::size_t k = 1; k < derivatives_.size(); ++k) {
      JetExponents lower = algebra.monomials()[k];
      const auto last =
          static_cast<std::size_t>(std::ranges::find_if(lower, [](int e) { return e > 0; }) - lower.begin());
      --lower[last];
      derivatives_[k] = directional(graph_, derivatives_[algebra.place_of(lower)],
                                    std::vector<Seed>{{positions_[last], graph_.one()}});
      if (graph_.size() - before > most_new_derivatives) return false;
    }
    return true;
  }

  /// The power series of all parts about a random point.
  [[nodiscard]] std::optional<std::vector<ResidueJet>> jets(const JetAlgebra& algebra, std::uint64_t seed) const {
    std::vector<Expr> all;
    for (const std::vector<Expr>& of : derivatives_)
      all.insert(all.end(), of.begin(), of.end());
    std::optional<ModularPoint> point = RootedPoints(graph_, all).draw(seed);
    if (!point) return std::nullopt;
    std::vector<ResidueJet> out(parts_.size(), ResidueJet(derivatives_.size()));
    for (std::size_t k = 0; k < derivatives_.size(); ++k) {
      Residue factorials(1);
      for (const int exponent : algebra.monomials()[k])
        for (int i = 2; i <= exponent; ++i)
          factorials *= Residue(static_cast<std::uint64_t>(i));
      const Residue scale = factorials.inverse().value_or(Residue());
      for (std::size_t part = 0; part < parts_.size(); ++part) {
        const std::optional<Residue> value = point->value(derivatives_[k][part]);
        if (!value) return std::nullopt;
        out[part][k] = scale * *value;
      }
    }
    return out;
  }

private:
  const System& system_;
  Graph& graph_;
  std::vector<Expr> positions_;
  std::vector<Expr> parts_;                    ///< M row by row, a, E
  std::vector<std::vector<Expr>> derivatives_; ///< by monomial
};

/// The equations for ξ and ∂ξ at one point.
class KillingEquations {
public:
  KillingEquations(const JetAlgebra& algebra, std::vector<ResidueJet> parts)
      : algebra_(algebra), n_(algebra.variables()), parts_(std::move(parts)) {}

  /// How many solutions are left; nothing where M is singular at the point.
  std::optional<std::size_t> solutions() {
    const auto mass_end = parts_.begin() + static_cast<std::ptrdiff_t>(n_ * n_);
    const JetTensor mass{2, std::vector<ResidueJet>(parts_.begin(), mass_end)};
    if (!find_connection(mass)) return std::nullopt;
    add(mass);
    add_with_derivatives(field_strength());
    add_with_derivatives({1, std::vector<ResidueJet>(mass_end + static_cast<std::ptrdiff_t>(n_), parts_.end())});
    if (!is_settled()) add_with_derivatives(curvature(mass));
    return n_ + n_ * n_ - static_cast<std::size_t>(space_.rank());
  }

private:
  [[nodiscard]] bool is_settled() const { return static_cast<std::size_t>(space_.rank()) == n_ + n_ * n_; }

  /// Γ with the first index down, and up.
  bool find_connection(const JetTensor& mass) {
    const Residue half = *Residue(2).inverse();
    std::vector<std::vector<ResidueJet>> slopes(n_);
    for (std::size_t k = 0; k < n_; ++k)
      for (const ResidueJet& entry : mass.components)
        slopes[k].push_back(algebra_.derivative(entry, k));
    for (std::size_t m = 0; m < n_; ++m)
      for (std::size_t j = 0; j < n_; ++j)
        for (std::size_t k = 0; k < n_; ++k) {
          ResidueJet sum = slopes[j][m * n_ + k];
          for (std::size_t c = 0; c < sum.size(); ++c)
            sum[c] = half * (sum[c] + slopes[k][m * n_ + j][c] - slopes[m][j * n_ + k][c]);
          lower_.push_back(std::move(sum));
        }
    const auto up = inverse(algebra_, mass.components, n_);
    if (!up) return false;
    const std::size_t length = lower_.front().size();
    upper_.assign(lower_.size(), ResidueJet(length));
    for (std::size_t m = 0; m < n_; ++m)
      for (std::size_t p = 0; p < n_; ++p)
        for (std::size_t jk = 0; jk < n_ * n_; ++jk)
          algebra_.add_product(upper_[m * n_ * n_ + jk], (*up)[m * n_ + p], lower_[p * n_ * n_ + jk]);
    return true;
  }

  JetTensor field_strength() {
    JetTensor out{2, {}};
    const auto slope = [&](std::size_t i, std::size_t j) { return algebra_.derivative(parts_[n_ * n_ + j], i); };
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) {
        ResidueJet entry = slope(i, j);
        const ResidueJet other = slope(j, i);
        for (std::size_t c = 0; c < entry.size(); ++c)
          entry[c] -= other[c];
        out.components.push_back(std::move(entry));
      }
    return out;
  }

  /// R_ijkl = ½(∂ⱼ∂ₖ g_il + ∂ᵢ∂ₗ g_jk − ∂ᵢ∂ₖ g_jl − ∂ⱼ∂ₗ g_ik) + Γ_m,jk Γᵐ_il − Γ_m,jl Γᵐ_ik
  JetTensor curvature(const JetTensor& mass) {
    const Residue half = *Residue(2).inverse();
    JetTensor out{4, std::vector<ResidueJet>(n_ * n_ * n_ * n_)};
    const auto second = [&](std::size_t i, std::size_t j, std::size_t k, std::size_t l) {
      return algebra_.derivative(algebra_.derivative(mass.components[k * n_ + l], i), j);
    };
    const auto place = [this](std::size_t i, std::size_t j, std::size_t k, std::size_t l) {
      return ((i * n_ + j) * n_ + k) * n_ + l;
    };
    const auto gamma = [this](const std::vector<ResidueJet>& of, std::size_t m, std::size_t j, std::size_t k) {
      return of[(m * n_ + j) * n_ + k];
    };
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        for (std::size_t k = 0; k < n_; ++k)
          for (std::size_t l = 0; l < n_; ++l) {
            ResidueJet sum = second(j, k, i, l);
            const ResidueJet b = second(i, l, j, k);
            const ResidueJet c = second(i, k, j, l);
            const ResidueJet d = second(j, l, i, k);
            for (std::size_t e = 0; e < sum.size(); ++e)
              sum[e] = half * (sum[e] + b[e] - c[e] - d[e]);
            for (std::size_t m = 0; m < n_; ++m) {
              algebra_.add_product(sum, gamma(lower_, m, j, k), gamma(upper_, m, i, l));
              algebra_.add_product(sum, gamma(lower_, m, j, l), gamma(upper_, m, i, k), -Residue(1));
            }
            out.components[place(i, j, k, l)] = std::move(sum);
          }
    return out;
  }

  /// ∇T, with the index of the derivative first.
  JetTensor derivative(const JetTensor& of) {
    JetTensor out{of.rank + 1, {}};
    for (std::size_t k = 0; k < n_; ++k)
      for (std::size_t e = 0; e < of.components.size(); ++e) {
        ResidueJet entry = algebra_.derivative(of.components[e], k);
        for (std::size_t slot = 0, step = 1; slot < of.rank; ++slot, step *= n_) {
          const std::size_t index = e / step % n_;
          for (std::size_t m = 0; m < n_; ++m)
            algebra_.add_product(entry, upper_[(m * n_ + k) * n_ + index], of.components[e + m * step - index * step],
                                 -Residue(1));
        }
        out.components.push_back(std::move(entry));
      }
    return out;
  }

  /// (L_ξ T)ᵢⱼ… = ξᵐ ∂ₘ Tᵢⱼ… + ∂ᵢξᵐ Tₘⱼ… + ∂ⱼξᵐ Tᵢₘ… + … = 0
  void add(const JetTensor& kept) {
    for (std::size_t e = 0; e < kept.components.size() && !is_settled(); ++e) {
      std::vector<Residue> row(n_ + n_ * n_);
      bool is_empty = true;
      const auto put = [&](std::size_t column, Residue value) {
        row[column] += value;
        is_empty = is_empty && value.is_zero();
      };
      for (std::size_t m = 0; m < n_; ++m)
        put(m, kept.components[e][1 + m]); // the monomials of degree 1
      for (std::size_t slot = 0, step = 1; slot < kept.rank; ++slot, step *= n_) {
        const std::size_t index = e / step % n_;
        for (std::size_t m = 0; m < n_; ++m)
          put(n_ + index * n_ + m, kept.components[e + m * step - index * step].front());
      }
      if (!is_empty) space_.add(row);
    }
  }

  /// Adds the equations of a tensor and of its derivatives, as far as they are known.
  void add_with_derivatives(JetTensor kept) {
    while (!is_settled() && kept.components.front().size() >= algebra_.count(1)) {
      add(kept);
      if (kept.components.front().size() < algebra_.count(2)) return;
      kept = derivative(kept);
    }
  }

  const JetAlgebra& algebra_;
  std::size_t n_;
  std::vector<ResidueJet> parts_;
  std::vector<ResidueJet> lower_; ///< Γ_m,jk
  std::vector<ResidueJet> upper_; ///< Γᵐ_jk
  RowSpace space_;
};

std::optional<std::size_t> bound_by(LagrangianParts& parts, std::size_t variables, int highest) {
  const JetAlgebra algebra(variables, highest);
  if (!parts.differentiate(algebra)) return std::nullopt;
  for (std::uint64_t seed = 1; seed <= draws::tries_per_point; ++seed)
    if (auto jets = parts.jets(algebra, seed))
      if (const auto found = KillingEquations(algebra, std::move(*jets)).solutions()) return found;
  return std::nullopt;
}

} // namespace

std::optional<std::size_t> killing_bound(const Equations& equations, std::size_t enough) try {
  const System& system = *equations.system;
  const std::size_t n = system.coordinates.size();
  if (n == 0 || n > most_bounded || depends(*system.graph, equations.mass().entries, system.rates()))
    return std::nullopt;
  LagrangianParts parts(equations);
  constexpr int first = 3;
  constexpr int last = 4;
  std::optional<std::size_t> out = bound_by(parts, n, first);
  if (!out || *out <= enough || n > most_with_fourth) return out;
  const std::optional<std::size_t> closer = bound_by(parts, n, last);
  return closer ? closer : out;
} catch (const std::domain_error&) { // L has no value at rest
  return std::nullopt;
}

} // namespace analysis
} // namespace dalembert
