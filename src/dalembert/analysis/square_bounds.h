#pragma once

#include <dalembert/exact/sign_judge.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// A condition on the square of one rate.
struct SquareBound {
  bool is_lower = true; ///< w² > threshold
  std::size_t speed = 0;
  Expr threshold;
};

/// w² > −β/α or w² < −β/α where `quantity` is α·w² + β up to positive factors, α and β of opposite sign, for one of the
/// `running` coordinates.
[[nodiscard]] std::optional<SquareBound> square_bound(const System& system, const std::vector<std::size_t>& running,
                                                      SignJudge& judge, Expr quantity);

/// The bound that implies all others, where that is proved.
[[nodiscard]] std::optional<SquareBound> strictest_of(Graph& graph, const std::vector<SquareBound>& bounds,
                                                      SignJudge& judge);

} // namespace analysis
} // namespace dalembert
