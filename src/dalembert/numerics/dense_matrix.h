#pragma once

#include <dalembert/numerics/matrix.h>

namespace dalembert::inline numerics {

using DenseMatrix = Matrix<double>;

/// √Σ entries²
[[nodiscard]] double norm(const DenseMatrix& matrix);

} // namespace dalembert::inline numerics
