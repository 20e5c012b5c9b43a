#pragma once

#include <dalembert/language/statement.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Which values of the room `picture` a kind becomes.
enum class DrawnFamily : std::uint8_t {
  mark,
  segment,
  path,
  surface,
  shape,
  support,
  arrow,
  gauge,
  trail,
  axes,
  angle
};

/// A set of clauses.
class ClauseSet {
public:
  constexpr ClauseSet() = default;
  constexpr ClauseSet(std::initializer_list<ast::DrawClauseKind> kinds) { // NOLINT: a set is written by its members
    for (const ast::DrawClauseKind kind : kinds)
      bits_ |= bit(kind);
  }
  [[nodiscard]] constexpr bool has(ast::DrawClauseKind kind) const { return (bits_ & bit(kind)) != 0; }

private:
  static constexpr unsigned bit(ast::DrawClauseKind kind) { return 1U << static_cast<unsigned>(kind); }
  unsigned bits_ = 0;
};

/// Settings beside `colour` and `visible`.
enum class DrawnSettings : std::uint8_t { none, width, coils, mass, points, length };

/// One way to write a kind of thing that is drawn.
struct DrawingKind {
  std::string_view word;
  DrawnFamily family = DrawnFamily::mark;
  std::uint8_t value = 0; ///< of the enumeration of the family
  std::size_t fewest = 0; ///< arguments
  std::size_t most = 0;
  ClauseSet needs;
  ClauseSet may;
  DrawnSettings settings = DrawnSettings::none;
  std::size_t parameters = 0; ///< real ones, behind `for`, of a curve or a surface
  std::string_view written;   ///< `disc(R) at P`
  std::string_view arguments; ///< what they are: `its radius`
};

/// The ways to write `word`; none where there is no such kind.
[[nodiscard]] std::vector<const DrawingKind*> drawing_kinds(std::string_view word);
/// The words of all kinds, each once.
[[nodiscard]] std::vector<std::string> drawing_words();
/// The settings that a kind may have.
[[nodiscard]] std::vector<std::string_view> drawing_settings(const DrawingKind& kind);
/// The settings that some kind may have, each once.
[[nodiscard]] std::vector<std::string_view> all_drawing_settings();
/// The kind in a sentence: `a disc`, `an arrow`.
[[nodiscard]] std::string phrase(const DrawingKind& kind);
/// The word of a clause.
[[nodiscard]] std::string_view word(ast::DrawClauseKind kind);
/// The clause of this kind of `node`, or null.
[[nodiscard]] const ast::DrawClause* find_clause(const ast::Draw& node, ast::DrawClauseKind kind);

} // namespace elaboration
} // namespace dalembert
