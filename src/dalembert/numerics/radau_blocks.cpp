#include <dalembert/numerics/radau_blocks.h>

#include <Eigen/LU>

#include <vector>

namespace dalembert::inline numerics {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// True where no pivot is 0 or not a number.
template <class Factors>
bool has_pivots(const Factors& lu) {
  const auto pivots = lu.matrixLU().diagonal().cwiseAbs().eval();
  return pivots.size() == 0 || (pivots.minCoeff() > 0 && pivots.allFinite());
}

} // namespace

struct RadauBlocks::Work {
  Eigen::PartialPivLU<Eigen::MatrixXd> real;
  std::vector<Eigen::PartialPivLU<Eigen::MatrixXcd>> pairs;
};

RadauBlocks::RadauBlocks() : work_(std::make_unique<Work>()) {}
RadauBlocks::~RadauBlocks() = default;

bool RadauBlocks::factor(const RadauTableau& tableau, double h, std::span<const double> jacobian, std::size_t size) {
  const auto n = static_cast<Eigen::Index>(size);
  const Eigen::Map<const RowMajor> j(jacobian.data(), n, n);
  work_->real.compute(Eigen::MatrixXd::Identity(n, n) - h / tableau.real.value * j);
  if (!has_pivots(work_->real)) return false;
  work_->pairs.resize(tableau.pairs.size());
  for (std::size_t k = 0; k < tableau.pairs.size(); ++k) {
    const std::complex<double> factor = h / tableau.pairs[k].value;
    work_->pairs[k].compute(Eigen::MatrixXcd::Identity(n, n) - factor * j.cast<std::complex<double>>());
    if (!has_pivots(work_->pairs[k])) return false;
  }
  return true;
}

void RadauBlocks::solve(std::span<double> x) const {
  Eigen::Map<Eigen::VectorXd> map(x.data(), static_cast<Eigen::Index>(x.size()));
  map = work_->real.solve(map).eval();
}

void RadauBlocks::solve(std::size_t pair, std::span<std::complex<double>> x) const {
  Eigen::Map<Eigen::VectorXcd> map(x.data(), static_cast<Eigen::Index>(x.size()));
  map = work_->pairs[pair].solve(map).eval();
}

} // namespace dalembert::inline numerics
