#pragma once

#include <dalembert/families/generic_terms.h>
#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/plain_text.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

/// What generic lines are written with: symbols for names with an open index (`theta[i]`, `M[max(i,j)]`) beside those
/// of a system, and for whole sums.
class GenericAlgebra {
public:
  /// `used` are names that the system has given away.
  GenericAlgebra(const Equations& equations, IndexNames names, std::set<std::string> used);

  /// Makes the symbols of all names in `terms`. Before the first use of `expression`.
  void announce(const std::vector<GenericTerm>& terms);

  /// Returns the sum of the terms; sums over the bound index are one symbol for each factor that stands before them.
  /// Nothing where a summand has no short text.
  [[nodiscard]] std::optional<Expr> expression(const std::vector<GenericTerm>& terms);

  /// Prints motion = forces with the acceleration of `coordinate` in front, or nothing where that is too long.
  [[nodiscard]] std::optional<PlainEquation> line(const std::string& coordinate, Expr motion, Expr forces);

  /// `M[k] = sum(j in k..n: m[j])` for every name that stands for such a sum.
  [[nodiscard]] const std::vector<Definition>& definitions() const { return definitions_; }

private:
  struct Place {
    AtomClass type = AtomClass::parameter;
    int order = 0;
  };
  Expr declared(Formula printed, AtomClass type, int order);
  [[nodiscard]] std::string partial_name(const PartialSum& partial);
  [[nodiscard]] std::string free_name(const std::string& family) const;
  [[nodiscard]] std::optional<Expr> product(const std::vector<std::string>& factors) const;
  [[nodiscard]] std::optional<Expr> sum_of(const std::vector<IndexRange>& ranges, Expr body);
  [[nodiscard]] Place place_of(Expr body) const;
  [[nodiscard]] bool is_coordinate(Expr symbol) const;

  Algebra algebra_;
  IndexNames names_;
  std::set<std::string> counts_;
  std::set<std::string> used_;
  std::map<std::string, Place> families_; ///< by name with holes: `theta[#]'`
  std::map<std::string, Expr> symbols_;
  std::map<std::uint32_t, Place> places_; ///< of our symbols
  std::map<std::string, std::string> partial_names_;
  KnownTexts known_;
  std::vector<Definition> definitions_;
};

} // namespace families
} // namespace dalembert
