#pragma once

#include <dalembert/numerics/matrix.h>

namespace dalembert {

using DenseMatrix = Matrix<double>;

/// √Σ entries²
[[nodiscard]] double norm(const DenseMatrix& matrix);

} // namespace dalembert
