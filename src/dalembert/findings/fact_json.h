#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/printing/json.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/textbook/plain_form.h>

#include <string_view>
#include <vector>

namespace dalembert {
inline namespace findings {

/// Writes expressions of one system as JSON values in the language, and remembers what they share.
class FactJson {
public:
  /// `form` is of these equations.
  FactJson(const Equations& equations, PlainForm form)
      : equations_(equations), system_(*equations.system), names_(system_), form_(std::move(form)) {}

  [[nodiscard]] const Equations& equations() const { return equations_; }
  [[nodiscard]] const System& system() const { return system_; }
  [[nodiscard]] const QuantityNames& names() const { return names_; }
  [[nodiscard]] PlainForm& form() { return form_; }

  /// The text of an expression; null where it is too long.
  [[nodiscard]] Json text(Expr e);
  /// A list of texts.
  [[nodiscard]] Json texts(const std::vector<Expr>& all);
  /// {coordinate: text}, one component for each.
  [[nodiscard]] Json by_coordinate(const std::vector<Expr>& components);

private:
  const Equations& equations_;
  const System& system_;
  QuantityNames names_;
  PlainForm form_;
};

/// `yes`, `no`, `undecided`.
[[nodiscard]] std::string_view answer_word(Answer answer);

} // namespace findings
} // namespace dalembert
