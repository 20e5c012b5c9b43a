#include <dalembert/numerics/radau/radau_coupled.h>

#include <Eigen/LU>

#include <algorithm>
#include <vector>

namespace dalembert {
inline namespace numerics {

namespace {

using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;

/// The rows of the Jacobians in two groups.
struct SplitRows {
  std::vector<Index> given; ///< eliminated: constant, without entries in the
                            ///< columns of this group
  std::vector<Index> left;
};

SplitRows split_rows(std::span<const double> jacobians, std::size_t size) {
  const std::size_t entries = size * size;
  std::vector<bool> is_given(size, false);
  for (std::size_t i = 0; i < size; ++i) {
    const std::span<const double> row = jacobians.subspan(i * size, size);
    bool fits = true;
    for (std::size_t begin = entries; fits && begin < jacobians.size(); begin += entries)
      fits = std::ranges::equal(row, jacobians.subspan(begin + i * size, size));
    for (std::size_t k = 0; fits && k <= i; ++k) // none of the group has an entry at i, nor row i one in the group
      fits = row[k] == 0 || (k < i && !is_given[k]);
    for (std::size_t k = 0; fits && k < i; ++k)
      fits = !is_given[k] || jacobians[k * size + i] == 0;
    is_given[i] = fits;
  }
  SplitRows out;
  for (std::size_t i = 0; i < size; ++i)
    (is_given[i] ? out.given : out.left).push_back(static_cast<Index>(i));
  return out;
}

} // namespace

struct RadauCoupled::Work {
  SplitRows rows;
  Eigen::MatrixXd given_in_left;              ///< J of the rows given, in the columns left
  std::vector<Eigen::MatrixXd> left_in_given; ///< the reverse, for each stage
  Eigen::MatrixXd weights;                    ///< h A
  Eigen::PartialPivLU<Eigen::MatrixXd> factors;
};

RadauCoupled::RadauCoupled() : work_(std::make_unique<Work>()) {}
RadauCoupled::~RadauCoupled() = default;

std::size_t RadauCoupled::rows_left(std::span<const double> jacobians, std::size_t size) {
  return split_rows(jacobians, size).left.size();
}

bool RadauCoupled::factor(const RadauTableau& tableau, double h, std::span<const double> jacobians, std::size_t size) {
  Work& w = *work_;
  const auto s = static_cast<Index>(tableau.nodes.size());
  const auto n = static_cast<Index>(size);
  w.rows = split_rows(jacobians, size);
  const auto m = static_cast<Index>(w.rows.left.size());
  w.weights = h * Eigen::Map<const RowMajorMatrix>(tableau.matrix.data(), s, s);
  w.left_in_given.clear();
  std::vector<Eigen::MatrixXd> own;     // J of the rows left, in their own columns
  std::vector<Eigen::MatrixXd> through; // and by way of the rows given
  for (Index j = 0; j < s; ++j) {
    const Eigen::Map<const RowMajorMatrix> jacobian(&jacobians[static_cast<std::size_t>(j * n * n)], n, n);
    if (j == 0) w.given_in_left = jacobian(w.rows.given, w.rows.left);
    own.emplace_back(jacobian(w.rows.left, w.rows.left));
    w.left_in_given.emplace_back(jacobian(w.rows.left, w.rows.given));
    through.emplace_back(w.left_in_given.back() * w.given_in_left);
  }
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(s * m, s * m);
  for (Index i = 0; i < s; ++i)
    for (Index k = 0; k < s; ++k) {
      auto block = matrix.block(i * m, k * m, m, m);
      block -= w.weights(i, k) * own[static_cast<std::size_t>(k)];
      if (w.rows.given.empty()) continue;
      for (Index j = 0; j < s; ++j)
        block -= w.weights(i, j) * w.weights(j, k) * through[static_cast<std::size_t>(j)];
    }
  w.factors.compute(matrix);
  const auto pivots = w.factors.matrixLU().diagonal().cwiseAbs().eval();
  return pivots.size() == 0 || (pivots.minCoeff() > 0 && pivots.allFinite());
}

void RadauCoupled::solve(std::span<double> stages, std::size_t stride) const {
  const Work& w = *work_;
  const Index s = w.weights.rows();
  const auto m = static_cast<Index>(w.rows.left.size());
  const auto n = m + static_cast<Index>(w.rows.given.size());
  Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>> x(stages.data(), n, s,
                                                         Eigen::OuterStride<>(static_cast<Index>(stride)));
  const Eigen::MatrixXd given = x(w.rows.given, Eigen::all);
  Eigen::MatrixXd pushed(m, s); // what the rows given make of those left, before they are known
  for (Index j = 0; j < s; ++j)
    pushed.col(j) = w.left_in_given[static_cast<std::size_t>(j)] * given.col(j);
  Eigen::MatrixXd left = x(w.rows.left, Eigen::all) + pushed * w.weights.transpose();
  Eigen::Map<Eigen::VectorXd> all(left.data(), s * m);
  all = w.factors.solve(all).eval();
  x(w.rows.left, Eigen::all) = left;
  x(w.rows.given, Eigen::all) = given + w.given_in_left * left * w.weights.transpose();
}

} // namespace numerics
} // namespace dalembert
