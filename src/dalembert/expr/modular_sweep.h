#pragma once

#include <dalembert/expr/modular.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Evaluates the same expressions at many points: their sums and products stand in a list that is made once, with their
/// numbers as residues; roots and functions are left to the point. The values are those of ModularPoint::value.
class ModularSweep {
public:
  /// Keeps a reference to `graph`.
  ModularSweep(const Graph& graph, std::span<const Expr> expressions);

  /// Returns the values of all expressions at a point of the same graph; nothing where one has none there.
  [[nodiscard]] std::optional<std::vector<Residue>> operator()(ModularPoint& point) const;

  /// What is known at one point.
  struct Values {
    std::vector<Residue> steps;
    std::vector<Residue> inverses; ///< 0 where none was wanted yet
  };
  /// As above, with all that the expressions are made of.
  [[nodiscard]] std::optional<Values> at(ModularPoint& point) const;
  [[nodiscard]] std::vector<Residue> results(const Values& values) const;

  /// The steps that hold a symbol.
  struct Above {
    std::optional<std::uint32_t> symbol; ///< its place
    std::vector<std::uint32_t> steps;    ///< places, in order
    std::vector<std::uint32_t> inverses; ///< that are of one of these, or of the symbol
  };
  /// Returns nothing where one of them is left to the point: such values cannot be changed alone.
  [[nodiscard]] std::optional<Above> above(Expr symbol) const;
  /// Takes the values to the point where the symbol alone has another value; false where one has none there.
  [[nodiscard]] bool change(Values& values, const Above& above, Residue value) const;

private:
  enum class Kind : std::uint8_t {
    sum,
    product,  ///< of whole powers
    by_point, ///< from the values of its parts, which the point is given
    alone,    ///< by the point, with all that stands below
  };
  struct Part {
    std::uint32_t place = 0;   ///< of the child
    std::int32_t exponent = 1; ///< of a factor
    std::uint32_t inverse = 0; ///< of a negative exponent: where the inverse of the child is kept
    Residue coefficient;       ///< of a term
  };
  struct Step {
    Expr node;
    Kind kind = Kind::alone;
    bool is_for_point = false; ///< the point needs the value
    std::uint32_t first = 0;   ///< of its parts
    std::uint32_t count = 0;
  };
  struct Building;
  [[nodiscard]] std::span<const Part> parts_of(const Step& step) const;

  /// The value of a sum or product; nothing for a power of 0 that does not exist.
  [[nodiscard]] std::optional<Residue> value(const Step& step, const std::vector<Residue>& values,
                                             std::vector<Residue>& inverses) const;

  const Graph* graph_;
  std::size_t inverses_ = 0; ///< children that something is divided by
  std::vector<Step> steps_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> roots_; ///< places
};

} // namespace expr
} // namespace dalembert
