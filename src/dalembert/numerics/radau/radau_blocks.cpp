#include <dalembert/numerics/radau/radau_blocks.h>

#include <Eigen/LU>

#include <complex>
#include <vector>

namespace dalembert {
inline namespace numerics {

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

bool RadauBlocks::factor_real(const RadauTableau& tableau, double h, std::span<const double> jacobian,
                              std::size_t size) {
  const auto n = static_cast<Eigen::Index>(size);
  const Eigen::Map<const RowMajor> j(jacobian.data(), n, n);
  work_->real.compute(Eigen::MatrixXd::Identity(n, n) - h / tableau.real.value * j);
  return has_pivots(work_->real);
}

bool RadauBlocks::factor(const RadauTableau& tableau, double h, std::span<const double> jacobian, std::size_t size) {
  if (!factor_real(tableau, h, jacobian, size)) return false;
  const auto n = static_cast<Eigen::Index>(size);
  const Eigen::Map<const RowMajor> j(jacobian.data(), n, n);
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

void RadauBlocks::solve_transposed(std::span<double> x) const {
  Eigen::Map<Eigen::VectorXd> map(x.data(), static_cast<Eigen::Index>(x.size()));
  map = work_->real.transpose().solve(map).eval();
}

void RadauBlocks::solve_stages(const RadauTableau& tableau, std::span<double> stages, std::size_t stride,
                               std::size_t size) const {
  using Stride = Eigen::OuterStride<>;
  const auto n = static_cast<Eigen::Index>(size);
  const auto s = static_cast<Eigen::Index>(tableau.nodes.size());
  Eigen::Map<Eigen::MatrixXd, 0, Stride> z(stages.data(), n, s, Stride(static_cast<Eigen::Index>(stride)));
  const Eigen::Map<const Eigen::VectorXd> row(tableau.real.row.data(), s);
  const Eigen::Map<const Eigen::VectorXd> column(tableau.real.column.data(), s);
  const Eigen::VectorXd real = work_->real.solve(z * row);
  Eigen::MatrixXd out = real * column.transpose();
  for (std::size_t k = 0; k < tableau.pairs.size(); ++k) {
    const Eigen::Map<const Eigen::VectorXcd> left(tableau.pairs[k].row.data(), s);
    const Eigen::Map<const Eigen::VectorXcd> right(tableau.pairs[k].column.data(), s);
    const Eigen::VectorXcd part = work_->pairs[k].solve(z.cast<std::complex<double>>() * left);
    out += 2 * (part * right.transpose()).real();
  }
  z = out;
}

} // namespace numerics
} // namespace dalembert
