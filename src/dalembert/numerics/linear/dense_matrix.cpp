#include <dalembert/numerics/linear/dense_matrix.h>

#include <cmath>

namespace dalembert {
inline namespace numerics {

double norm(const DenseMatrix& matrix) {
  double sum = 0.0;
  for (const double entry : matrix.entries)
    sum += entry * entry;
  return std::sqrt(sum);
}

} // namespace numerics
} // namespace dalembert
