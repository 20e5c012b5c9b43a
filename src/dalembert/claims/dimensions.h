#pragma once

#include <dalembert/mechanics/claim.h>
#include <dalembert/mechanics/system.h>

#include <optional>
#include <string>
#include <unordered_map>

namespace dalembert {
inline namespace claims {

/// Two parts of a claim that are added or equated and differ in dimension, or an argument that is no number.
struct DimensionClash {
  const Written* left = nullptr; ///< absent where `right` is the argument of a function
  const Written* right = nullptr;
  Dimension left_is;
  Dimension right_is;
};

/// Says a clash in the words of the claim: `m*theta''` is in kg/s^2, `x'` in m/s: they cannot be added.
[[nodiscard]] std::string sentence(const DimensionClash& clash);

/// The dimensions of expressions, from those that the declarations of a system give to its symbols. A number counts as
/// dimensionless, in a sum it fits everything. Nothing is known in a file without units.
class Dimensions {
public:
  explicit Dimensions(const System& system);

  /// Returns the dimension of `e`; nothing where it is not known.
  [[nodiscard]] std::optional<Dimension> of(Expr e);
  /// Returns the dimension of a written expression.
  [[nodiscard]] std::optional<Dimension> of(const Written& written);
  /// Returns where `claim` adds or equates what is known to differ in dimension; its pointers go into `claim`.
  [[nodiscard]] std::optional<DimensionClash> clash(const Claim& claim);
  /// True where there is no such place.
  [[nodiscard]] bool agree(const Claim& claim) { return !clash(claim); }

private:
  void know(Expr symbol, const Measure& measure);
  std::optional<Dimension> compute(Expr e);
  /// Fills `out` with the dimension, or leaves it empty where anything fits; false where parts contradict: `clash_`.
  bool check(const Written& written, std::optional<Dimension>& out);
  bool check_sum(const Written& sum, std::optional<Dimension>& out);
  bool check_product(const Written& product, std::optional<Dimension>& out);
  bool check_function(const Written& call, std::optional<Dimension>& out);

  const Graph& graph_;
  bool has_units_;
  std::unordered_map<std::uint32_t, std::optional<Dimension>> known_;
  DimensionClash clash_;
};

} // namespace claims
} // namespace dalembert
