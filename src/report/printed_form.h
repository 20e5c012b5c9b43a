#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/report/equation_text.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {

/// The forms of the equations that can be printed (docs/cli.md, `derive --form`).
enum class Form {
  lagrange, ///< with multipliers, not solved
  solved,   ///< `explicit`: accelerations and multipliers solved
  impulse,  ///< jumps and impulses at an impact
};

/// Finds a form by the name that the command line uses; nothing for one that cannot be printed yet.
[[nodiscard]] std::optional<Form> form_named(std::string_view name);
[[nodiscard]] std::string_view form_name(Form form);

/// One printed line and what it belongs to: `coordinate`, `multiplier`, `constraint` or `impact`.
struct FormLine {
  std::string_view kind;
  EquationLine line; ///< `left` is empty where no text within the limits says it
};

/// Returns the lines of the equations in `form`.
[[nodiscard]] std::vector<FormLine> form_lines(const Equations& equations, Form form, const TextBudget& budget = {});

/// Returns the multipliers solved from the equations of motion, each where that is short.
[[nodiscard]] std::vector<std::optional<std::string>> solved_multipliers(const Equations& equations);

} // namespace dalembert
