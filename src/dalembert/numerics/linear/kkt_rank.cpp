#include <dalembert/numerics/linear/kkt_rank.h>
#include <dalembert/numerics/linear/null_space_method.h>

namespace dalembert {
inline namespace numerics {
namespace detail {

RankRevealing::RankRevealing() : method_(std::make_unique<NullSpaceMethod>()) {}
RankRevealing::~RankRevealing() = default;

void RankRevealing::factor(const KktMatrices& matrices, int n, int m, const KktOptions& options) {
  method_->factor(matrices, n, m, options);
}

double RankRevealing::solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
                            std::span<double> lambda) const {
  return method_->solve(h, gamma, a, lambda);
}

int RankRevealing::rank() const {
  return method_->rank();
}

bool RankRevealing::is_regular() const {
  return method_->is_regular();
}

double RankRevealing::smallest() const {
  return method_->smallest();
}

void RankRevealing::copy_scales(std::span<double> coordinates, std::span<double> rows) const {
  method_->copy_scales(coordinates, rows);
}

} // namespace detail
} // namespace numerics
} // namespace dalembert
