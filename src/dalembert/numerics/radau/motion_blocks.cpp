#include <dalembert/numerics/linear/planned_lu.h>
#include <dalembert/numerics/radau/motion_blocks.h>

#include <complex>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace numerics {

namespace {

using Index = Eigen::Index;
using Complex = std::complex<double>;

/// The equations for one α.
template <class Number>
class MotionBlock {
public:
  using Vector = typename PlannedLu<Number>::Vector;

  explicit MotionBlock(const std::shared_ptr<const MotionPattern>& pattern) : lu_({pattern, &pattern->plan}) {}

  [[nodiscard]] bool factor(const LinearisedMotion& motion, Number alpha) {
    motion_ = &motion;
    alpha_ = alpha;
    const MotionPattern& pattern = *motion.pattern;
    const std::size_t entries = pattern.columns.size();
    const std::size_t first = pattern.begins[pattern.coordinates]; // of the rows of constraints
    values_.resize(2 * entries - first);
    for (std::size_t e = 0; e < entries; ++e)
      values_[e] = motion.by_position[e] + alpha * (motion.by_rate[e] + alpha * motion.by_acceleration[e]);
    const double size = std::norm(alpha); // of μ, so that its columns are as large as those of δ
    for (std::size_t e = first; e < entries; ++e)
      values_[entries + e - first] = -size * motion.by_acceleration[e];
    return lu_.factor(values_);
  }

  /// x = (I − J/α)⁻¹ r
  [[nodiscard]] Vector solve(const Vector& r) const {
    const MotionPattern& pattern = *motion_->pattern;
    const auto n = static_cast<Index>(pattern.coordinates);
    Vector right = Vector::Zero(static_cast<Index>(pattern.begins.size() - 1));
    for_entries([&](Index i, Index j, std::size_t e) {
      right[i] += alpha_ * motion_->by_acceleration[e] * r[n + j] - motion_->by_position[e] * r[j];
    });
    const Vector change = lu_.solve(right);
    Vector x(2 * n);
    x.head(n) = r.head(n) + change.head(n);
    x.tail(n) = alpha_ * change.head(n);
    return x;
  }

  /// x = (I − J/α)⁻ᵀ r
  [[nodiscard]] Vector solve_transposed(const Vector& r) const {
    const MotionPattern& pattern = *motion_->pattern;
    const auto n = static_cast<Index>(pattern.coordinates);
    Vector right = Vector::Zero(static_cast<Index>(pattern.begins.size() - 1));
    right.head(n) = r.head(n) + alpha_ * r.tail(n);
    const Vector weights = lu_.solve_transposed(right);
    Vector x = Vector::Zero(2 * n);
    x.head(n) = r.head(n);
    for_entries([&](Index i, Index j, std::size_t e) {
      x[j] -= motion_->by_position[e] * weights[i];
      x[n + j] += alpha_ * motion_->by_acceleration[e] * weights[i];
    });
    return x;
  }

private:
  template <class Use>
  void for_entries(Use&& use) const {
    const MotionPattern& pattern = *motion_->pattern;
    for (std::size_t i = 0; i + 1 < pattern.begins.size(); ++i)
      for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
        use(static_cast<Index>(i), static_cast<Index>(pattern.columns[e]), e);
  }

  PlannedLu<Number> lu_;
  const LinearisedMotion* motion_ = nullptr;
  Number alpha_{};
  std::vector<Number> values_;
};

} // namespace

struct MotionBlocks::Work {
  LinearisedMotion motion; ///< factored: right-hand sides are made with it
  std::optional<MotionBlock<double>> real;
  std::vector<MotionBlock<Complex>> pairs;

  void take(const LinearisedMotion& of) {
    const bool is_new = of.pattern != motion.pattern;
    motion = of;
    if (!is_new) return;
    real.emplace(motion.pattern);
    pairs.clear();
  }
};

MotionBlocks::MotionBlocks() : work_(std::make_unique<Work>()) {}
MotionBlocks::~MotionBlocks() = default;

bool MotionBlocks::factor_real(const RadauTableau& tableau, double h, const LinearisedMotion& motion) {
  work_->take(motion);
  return work_->real->factor(work_->motion, tableau.real.value / h);
}

bool MotionBlocks::factor(const RadauTableau& tableau, double h, const LinearisedMotion& motion) {
  if (!factor_real(tableau, h, motion)) return false;
  while (work_->pairs.size() < tableau.pairs.size())
    work_->pairs.emplace_back(work_->motion.pattern);
  for (std::size_t k = 0; k < tableau.pairs.size(); ++k)
    if (!work_->pairs[k].factor(work_->motion, tableau.pairs[k].value / h)) return false;
  return true;
}

void MotionBlocks::solve(std::span<double> x) const {
  Eigen::Map<Eigen::VectorXd> map(x.data(), static_cast<Index>(x.size()));
  map = work_->real->solve(map);
}

void MotionBlocks::solve_transposed(std::span<double> x) const {
  Eigen::Map<Eigen::VectorXd> map(x.data(), static_cast<Index>(x.size()));
  map = work_->real->solve_transposed(map);
}

void MotionBlocks::solve_stages(const RadauTableau& tableau, std::span<double> stages, std::size_t stride) const {
  const auto n = static_cast<Index>(2 * work_->motion.pattern->coordinates);
  const auto s = static_cast<Index>(tableau.nodes.size());
  // Rows of T⁻¹ and columns of T by their real and imaginary parts: products of real matrices.
  Eigen::MatrixXd apart(s, s);
  Eigen::MatrixXd together(s, s);
  apart.col(0) = Eigen::Map<const Eigen::VectorXd>(tableau.real.row.data(), s);
  together.row(0) = Eigen::Map<const Eigen::RowVectorXd>(tableau.real.column.data(), s);
  for (std::size_t k = 0; k < tableau.pairs.size(); ++k) {
    const auto at = static_cast<Index>(2 * k + 1);
    const Eigen::Map<const Eigen::VectorXcd> row(tableau.pairs[k].row.data(), s);
    const Eigen::Map<const Eigen::RowVectorXcd> column(tableau.pairs[k].column.data(), s);
    apart.col(at) = row.real();
    apart.col(at + 1) = row.imag();
    together.row(at) = 2 * column.real();
    together.row(at + 1) = -2 * column.imag();
  }
  using Stride = Eigen::OuterStride<>;
  Eigen::Map<Eigen::MatrixXd, 0, Stride> z(stages.data(), n, s, Stride(static_cast<Index>(stride)));
  Eigen::MatrixXd parts = z * apart;
  parts.col(0) = work_->real->solve(parts.col(0));
  Eigen::VectorXcd part(n);
  for (std::size_t k = 0; k < tableau.pairs.size(); ++k) {
    const auto at = static_cast<Index>(2 * k + 1);
    part.real() = parts.col(at);
    part.imag() = parts.col(at + 1);
    part = work_->pairs[k].solve(part);
    parts.col(at) = part.real();
    parts.col(at + 1) = part.imag();
  }
  z.noalias() = parts * together;
}

} // namespace numerics
} // namespace dalembert
