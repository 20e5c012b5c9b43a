#pragma once

#include <dalembert/base/dimension.h>

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// A dimension of one DimensionTable, perhaps with unknown factors; 0 is dimensionless. Equal ids mean equal
/// dimensions.
struct DimensionId {
  std::uint32_t id = 0;
  friend bool operator==(DimensionId, DimensionId) = default;
};

/// Dimensions that may hold unknowns, and what is known about these: dimension inference by unification.
///
/// An entry is D·Π uᵢ^eᵢ with a known dimension D and rational eᵢ. Equating two entries is one linear equation over the
/// rationals in the exponents; it solves for one unknown or is a contradiction.
/// All operations throw std::overflow_error where an exponent leaves 32 bits.
class DimensionTable {
public:
  /// With `checks` false everything is dimensionless and fits everything: a file without units.
  explicit DimensionTable(bool checks);

  [[nodiscard]] bool checks() const { return checks_; }
  [[nodiscard]] DimensionId one() const { return {}; }
  [[nodiscard]] DimensionId of(const Dimension& dimension);
  [[nodiscard]] DimensionId unknown();
  [[nodiscard]] DimensionId multiply(DimensionId a, DimensionId b);
  [[nodiscard]] DimensionId divide(DimensionId a, DimensionId b);
  [[nodiscard]] DimensionId power(DimensionId a, Exponent e);

  /// Makes `a` and `b` equal by solving for an unknown where one is left. False where they cannot be equal.
  [[nodiscard]] bool unify(DimensionId a, DimensionId b);

  /// True where no unknown is left in `a`.
  [[nodiscard]] bool is_known(DimensionId a);
  /// Returns what is known of `a`; what nothing was said about counts as dimensionless.
  [[nodiscard]] Dimension known(DimensionId a);

private:
  using Unknowns = std::map<std::uint32_t, Exponent>; ///< never with exponent 0
  struct Entry {
    Dimension dimension;
    Unknowns unknowns;
  };
  DimensionId intern(Entry entry);
  DimensionId combine(DimensionId a, DimensionId b, Exponent power_of_b);
  [[nodiscard]] Entry resolved(DimensionId a);
  static void multiply_into(Entry& into, const Entry& factor, Exponent e);

  bool checks_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::uint32_t> ids_; ///< by a spelling of the entry
  std::unordered_map<std::uint64_t, std::uint32_t> products_;
  std::unordered_map<std::uint64_t, std::uint32_t> quotients_;
  std::uint32_t unknowns_ = 0;
  std::map<std::uint32_t, Entry> solved_;
};

} // namespace elaboration
} // namespace dalembert
