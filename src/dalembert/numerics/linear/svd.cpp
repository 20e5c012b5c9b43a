#include <dalembert/base/watch.h>
#include <dalembert/numerics/linear/svd.h>

#include <Eigen/SVD>

#include <algorithm>
#include <numeric>
#include <vector>

namespace dalembert {
inline namespace numerics {
namespace detail {

namespace {

using Eigen::Index;

constexpr Index least_split = 24; ///< rows and columns together, from which blocks are looked for

/// Rows and columns that entries other than zero join.
struct Block {
  std::vector<Index> rows;
  std::vector<Index> columns;
};

/// The blocks of a matrix, in the order of their first row or column.
std::vector<Block> blocks_of(const Eigen::MatrixXd& matrix) {
  const auto rows = static_cast<std::size_t>(matrix.rows());
  std::vector<std::size_t> above(rows + static_cast<std::size_t>(matrix.cols()));
  std::iota(above.begin(), above.end(), std::size_t{0});
  const auto root = [&above](std::size_t i) {
    while (above[i] != i)
      i = above[i] = above[above[i]];
    return i;
  };
  for (Index j = 0; j < matrix.cols(); ++j)
    for (Index i = 0; i < matrix.rows(); ++i) {
      if (matrix(i, j) == 0.0) continue;
      const std::size_t a = root(static_cast<std::size_t>(i));
      const std::size_t b = root(rows + static_cast<std::size_t>(j));
      above[std::max(a, b)] = std::min(a, b);
    }
  std::vector<Block> blocks;
  std::vector<std::size_t> place(above.size(), above.size());
  for (std::size_t i = 0; i < above.size(); ++i) {
    std::size_t& at = place[root(i)];
    if (at == above.size()) {
      at = blocks.size();
      blocks.emplace_back();
    }
    if (i < rows)
      blocks[at].rows.push_back(static_cast<Index>(i));
    else
      blocks[at].columns.push_back(static_cast<Index>(i - rows));
  }
  return blocks;
}

} // namespace

Svd::Svd(const Eigen::MatrixXd& matrix) {
  if (matrix.rows() + matrix.cols() < least_split) {
    decompose(matrix);
    return;
  }
  const std::vector<Block> blocks = blocks_of(matrix);
  if (blocks.size() < 2) {
    decompose(matrix);
    return;
  }
  const Index least = std::min(matrix.rows(), matrix.cols());
  u_ = Eigen::MatrixXd::Zero(matrix.rows(), matrix.rows());
  v_ = Eigen::MatrixXd::Zero(matrix.cols(), matrix.cols());
  // Each triple (σ, u, v) of each block, largest σ first; vectors without a partner come last.
  struct Triple {
    double sigma;
    std::size_t block;
    Index column;
  };
  std::vector<Svd> parts(blocks.size());
  std::vector<Triple> triples;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    parts[b].decompose(matrix(blocks[b].rows, blocks[b].columns));
    for (Index c = 0; c < parts[b].sigma_.size(); ++c)
      triples.push_back({parts[b].sigma_(c), b, c});
  }
  std::ranges::stable_sort(triples, [](const Triple& a, const Triple& b) { return a.sigma > b.sigma; });
  sigma_ = Eigen::VectorXd::Zero(least);
  Index left = 0;
  Index right = 0;
  const auto put = [&](std::size_t b, Index column, bool has_left, bool has_right) {
    if (has_left) u_(blocks[b].rows, left++) = parts[b].u_.col(column);
    if (has_right) v_(blocks[b].columns, right++) = parts[b].v_.col(column);
  };
  for (std::size_t t = 0; t < triples.size(); ++t) {
    sigma_(static_cast<Index>(t)) = triples[t].sigma;
    put(triples[t].block, triples[t].column, true, true);
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    for (Index c = parts[b].sigma_.size(); c < parts[b].u_.cols(); ++c)
      put(b, c, true, false);
    for (Index c = parts[b].sigma_.size(); c < parts[b].v_.cols(); ++c)
      put(b, c, false, true);
  }
}

void Svd::decompose(const Eigen::MatrixXd& matrix) {
  constexpr unsigned full = Eigen::ComputeFullU | Eigen::ComputeFullV;
  if (matrix.rows() == 0 || matrix.cols() == 0) { // which the library does not take
    u_ = Eigen::MatrixXd::Identity(matrix.rows(), matrix.rows());
    v_ = Eigen::MatrixXd::Identity(matrix.cols(), matrix.cols());
    sigma_.resize(0);
    return;
  }
  poll(static_cast<std::size_t>(matrix.size()));
  take(Eigen::BDCSVD<Eigen::MatrixXd>(matrix, full));
  // Divide and conquer of Eigen 3.4 may lose all but three digits of matrices with many zeros.
  if (!is_accurate(matrix))
    take(Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::FullPivHouseholderQRPreconditioner>(matrix, full));
}

template <class Method>
void Svd::take(const Method& svd) {
  u_ = svd.matrixU();
  v_ = svd.matrixV();
  sigma_ = svd.singularValues();
}

bool Svd::is_accurate(const Eigen::MatrixXd& matrix) const {
  constexpr double round_off = 1e-14; // per row or column, relative to the largest singular value
  const auto size = static_cast<double>(std::max(matrix.rows(), matrix.cols()));
  const double allowed = round_off * size;
  if (!((u_.transpose() * u_ - Eigen::MatrixXd::Identity(u_.rows(), u_.rows())).cwiseAbs().maxCoeff() <= allowed))
    return false;
  if (!((v_.transpose() * v_ - Eigen::MatrixXd::Identity(v_.rows(), v_.rows())).cwiseAbs().maxCoeff() <= allowed))
    return false;
  const Eigen::Index rank = sigma_.size();
  const Eigen::MatrixXd product = u_.leftCols(rank) * sigma_.asDiagonal() * v_.leftCols(rank).transpose();
  return (product - matrix).cwiseAbs().maxCoeff() <= allowed * sigma_(0);
}

} // namespace detail
} // namespace numerics
} // namespace dalembert
