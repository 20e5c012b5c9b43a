#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/linear/null_space_method.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace numerics {

namespace {

using Vector = std::vector<double>;

constexpr double null_entry = 1e-10; ///< below it an entry of a scaled null vector is zero

/// Turns a basis (columns) into one a person can read: reduced echelon form with pivots of largest size, round-off
/// removed, then every entry in its own unit, each vector scaled to largest entry 1.
std::vector<Vector> readable(Eigen::MatrixXd basis, const Eigen::VectorXd& units) {
  const Eigen::Index count = basis.cols();
  for (Eigen::Index c = 0; c < count; ++c) {
    Eigen::Index row = 0;
    Eigen::Index column = 0;
    basis.rightCols(count - c).cwiseAbs().maxCoeff(&row, &column);
    basis.col(c).swap(basis.col(c + column));
    basis.col(c) /= basis(row, c);
    for (Eigen::Index other = 0; other < count; ++other)
      if (other != c) basis.col(other) -= basis(row, other) * basis.col(c);
  }
  std::vector<Vector> vectors;
  for (Eigen::Index c = 0; c < count; ++c) {
    Eigen::VectorXd v = basis.col(c) / basis.col(c).cwiseAbs().maxCoeff();
    v = (v.array().abs() < null_entry).select(0, v).cwiseProduct(units);
    v /= v.cwiseAbs().maxCoeff();
    vectors.emplace_back(v.data(), v.data() + v.size());
  }
  return vectors;
}

} // namespace

std::vector<double> row_spectrum(const KktMatrices& matrices, int n, int m, const KktOptions& options) {
  if (m == 0) return {};
  detail::NullSpaceMethod ranked;
  ranked.factor_rows(matrices, n, m, options);
  return {ranked.spectrum().data(), ranked.spectrum().data() + ranked.spectrum().size()};
}

KktFacts examine_kkt(const KktMatrices& matrices, std::span<const double> gamma, int n, int m,
                     const KktOptions& options) {
  detail::NullSpaceMethod ranked;
  ranked.examine(matrices, n, m, options);
  KktFacts facts;
  facts.rank = ranked.rank();
  facts.free_accelerations = readable(ranked.free_accelerations(), Eigen::VectorXd::Ones(n));
  if (m == 0) return facts;
  facts.row_scale.assign(ranked.row_scale().data(), ranked.row_scale().data() + m);
  facts.row_dependencies = readable(ranked.row_dependencies(), ranked.row_scale());
  facts.free_multipliers = readable(ranked.free_multipliers(), ranked.row_scale());
  const Eigen::MatrixXd coupled = ranked.multipliers_of_free_accelerations();
  for (Eigen::Index k = 0; k < m; ++k) {
    const auto moves = [k](const Vector& z) { return z[static_cast<std::size_t>(k)] != 0; };
    const bool is_coupled = coupled.cols() > 0 && (coupled.row(k).array().abs() > null_entry).any();
    facts.is_determined.push_back(std::none_of(facts.free_multipliers.begin(), facts.free_multipliers.end(), moves) &&
                                  !is_coupled);
  }
  if (gamma.empty()) return facts;
  for (const Vector& c : facts.row_dependencies) {
    double sum = 0;
    double size = 0;
    for (std::size_t k = 0; k < c.size(); ++k) {
      sum += c[k] * gamma[k];
      size += std::abs(c[k] * gamma[k]);
    }
    facts.contradictions.push_back(size > 0 ? std::abs(sum) / size : 0);
  }
  return facts;
}

} // namespace numerics
} // namespace dalembert
