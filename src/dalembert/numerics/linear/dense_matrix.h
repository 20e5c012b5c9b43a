#pragma once

#include <dalembert/numerics/linear/matrix.h>

namespace dalembert {
inline namespace numerics {

using DenseMatrix = Matrix<double>;

/// √Σ entries²
[[nodiscard]] double norm(const DenseMatrix& matrix);

} // namespace numerics
} // namespace dalembert
