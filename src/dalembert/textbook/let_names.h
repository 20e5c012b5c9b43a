#pragma once

#include <dalembert/algebra/atoms.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/read_back.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// A choice of `let` and `speed` names that replace coordinates, rates, or an expression in t and p in the equations.
struct LetChoice {
  std::vector<std::size_t> names;        ///< indices into LetNames
  std::vector<Replacement> replacements; ///< by the names
  std::vector<std::size_t> coordinates;  ///< whose accelerations are replaced
  std::vector<std::size_t> leads;        ///< the names whose derivatives lead where those of `coordinates` did, or none
  bool has_divisions = false;            ///< the replacements divide by what may cancel only in the end
};

/// The `let` and `speed` names of a system as symbols that an equation can be written in.
///
/// A name u(q,t,p) that is linear with a constant coefficient c in a coordinate q, u = c·q + r, stands in for it:
///   q = (u − r)/c,   q̇ = (u̇ − ṙ)/c,   q̈ = (ü − r̈)/c.
/// A name linear with a constant coefficient in a rate, u = c·v + r, stands in for v and v̇ alike; two or three names
/// u = Y·v + y of as many rates stand in for all of these together, v = Y⁻¹(u − y). All names u = C·q + r with constant
/// C and without positions in r stand in together for as many coordinates: absolute angles for relative ones. A name in
/// t and p alone stands in for its expression where it occurs. Source: docs/theory/plain_form.md, section "names".
class LetNames {
public:
  static constexpr std::size_t most_names = 48; ///< further names are not looked at

  LetNames(const Equations& equations, AtomTable& atoms);

  struct Name {
    std::string text;
    std::string written; ///< its value in the user's words; may be empty
    Expr value;
    Expr symbol;
    Expr rate;         ///< u̇
    Expr acceleration; ///< ü
    std::size_t order; ///< among accelerations; see AtomTable::declare
  };
  [[nodiscard]] const std::vector<Name>& names() const { return names_; }
  [[nodiscard]] const std::vector<LetChoice>& ways() const { return ways_; }
  /// What the names and their derivatives mean in t, q, v, v̇, p.
  [[nodiscard]] const KnownTexts& meanings() const { return meanings_; }

private:
  enum class Level { constant, position, rate, other };
  [[nodiscard]] Level level(Expr value) const;
  void add_name(const Declared& declared, Expr value, std::string written);
  void add_position_ways(std::size_t name);
  void add_rate_ways(std::size_t name);
  void add_linear_way();
  void add_joint_way(const std::vector<std::size_t>& names);
  [[nodiscard]] Expr moved(Expr e) const; ///< de/dt

  const System& system_;
  AtomTable& atoms_;
  Graph& graph_;
  std::vector<Name> names_;
  std::vector<LetChoice> ways_;
  KnownTexts meanings_;
};

} // namespace textbook
} // namespace dalembert
