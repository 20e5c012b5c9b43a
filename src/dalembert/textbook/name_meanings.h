#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/textbook/plain_text.h>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// Says what the names of a model's `let` and `speed` statements mean that stand in a formula.
///
/// A meaning is given as the user wrote it, with the names in it defined in turn, or in coordinates, rates and
/// parameters where that is no longer than the words with the further definitions that they need. A function is defined
/// as written, under the name `f(a, b)`.
class NameMeanings {
public:
  /// Prints an expression without definitions, or returns nothing; a print of more nodes is not asked for.
  using Printer = std::function<std::optional<Formula>(Expr, int most_nodes)>;

  NameMeanings(const System& system, Printer print) : system_(system), print_(std::move(print)) {}

  /// Appends definitions for all own names in `formula` that `out` has not, each behind those that it uses.
  void define(const Formula& formula, std::vector<Definition>& out) const;

private:
  struct Own {
    Formula name;                           ///< as it is defined: `xF`, `f(a, b)`
    std::string_view words;                 ///< as written, or empty
    std::optional<Expr> value;              ///< none of a function
    std::span<const std::string> arguments; ///< of a function
  };
  [[nodiscard]] std::vector<Own> own_names_in(const Formula& formula) const;
  [[nodiscard]] bool is_known(std::string_view identifier) const;
  [[nodiscard]] bool is_function(std::string_view identifier) const;
  [[nodiscard]] bool has_only_known_names(const Formula& words, std::span<const std::string> arguments) const;
  bool define_in_words(const Own& own, std::vector<Definition>& out, int& steps) const;
  bool define(const Own& own, std::vector<Definition>& out, int& steps) const;
  struct Printed {
    std::optional<Formula> formula;
    int most_nodes = -1; ///< as it was asked for
  };
  [[nodiscard]] const std::optional<Formula>& printed(Expr e, int most_nodes) const;

  const System& system_;
  Printer print_;
  mutable std::map<Expr, Printed> printed_;
};

} // namespace textbook
} // namespace dalembert
