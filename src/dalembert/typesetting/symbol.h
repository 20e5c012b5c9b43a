#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace typesetting {

/// A name of the language taken apart: `theta_1''` is theta, subscript 1, two dots; `lambda.blade` is lambda, subscript
/// blade; `q[2,i]` is q, index 2,i; `xG` is x, subscript-like tail G.
struct Symbol {
  std::string_view head;  ///< the letters before the subscript
  std::string subscript;  ///< parts joined by ','; empty where there is none
  std::string_view index; ///< between index brackets: `2,i`
  std::string_view tail;  ///< letters read as a subscript: G of `xG`, s of `ms`, Bx of `wBx`; part of the name in text
  int primes = 0;
};

/// Takes `name` apart. Digits at the end of a name are a subscript: `m1` reads as `m_1`.
[[nodiscard]] Symbol symbol(std::string_view name);

/// A part of a subscript: a number, a letter with a number or a letter below it (θ₁, x_G), or a letter or word alone.
struct SubscriptPart {
  std::string_view letters; ///< empty for a number
  std::string_view below;   ///< the number, or what is below the letters
};

/// Cuts a subscript at its commas and underscores. The parts refer to `text`.
[[nodiscard]] std::vector<SubscriptPart> subscript_parts(std::string_view text);

/// Returns the Greek letter that `head` names (`theta` is θ), empty where it names none.
[[nodiscard]] std::string_view greek(std::string_view head);

/// Prints a name for a terminal: θ̈₁, λ_blade, ẋG, xₙ₋₁; a subscript without small characters stands behind an
/// underscore, such an index in brackets: M[max(i,j)].
[[nodiscard]] std::string unicode_name(std::string_view name);

/// Prints a name in LaTeX: `\ddot{\theta}_{1}`, `\lambda_{\mathrm{blade}}`.
[[nodiscard]] std::string latex_name(std::string_view name);

/// Returns a name without the primes at its end. Those of a function of anything but the time are no rates: V0'(r) is
/// V₀′(r), not V̇₀(r).
[[nodiscard]] std::string_view without_primes(std::string_view name);

/// Prints digits, signs and commas as small raised or lowered characters.
[[nodiscard]] std::string superscript(std::string_view digits);

/// Prints an index as small lowered characters, `i-1` as ᵢ₋₁; nothing where some have none.
[[nodiscard]] std::optional<std::string> small_index(std::string_view text);

} // namespace typesetting
} // namespace dalembert
