#pragma once

#include <dalembert/mechanics/claim.h>
#include <dalembert/mechanics/system.h>

#include <optional>
#include <unordered_map>

namespace dalembert {

/// The dimensions of expressions, from those that the declarations of a system give to its symbols. A number counts as
/// dimensionless, in a sum it fits everything. Nothing is known in a file without units.
class Dimensions {
public:
  explicit Dimensions(const System& system);

  /// Returns the dimension of `e`; nothing where it is not known.
  [[nodiscard]] std::optional<Dimension> of(Expr e);
  /// Returns the dimension of a written expression.
  [[nodiscard]] std::optional<Dimension> of(const Written& written);
  /// False where `claim` adds or equates what is known to differ in dimension.
  [[nodiscard]] bool agree(const Claim& claim);

private:
  void know(Expr symbol, const Measure& measure);
  std::optional<Dimension> compute(Expr e);
  /// Fills `out` with the dimension, or leaves it empty where anything fits; false where parts contradict.
  bool check(const Written& written, std::optional<Dimension>& out);

  const Graph& graph_;
  bool has_units_;
  std::unordered_map<std::uint32_t, std::optional<Dimension>> known_;
};

} // namespace dalembert
