#include <dalembert/findings/fact_writer.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

namespace dalembert::inline findings {

std::optional<Formula> FactWriter::formula(Expr e, std::size_t longest) {
  std::optional<Formula> plain = plain_formula(form_, graph_, e, longest);
  if (!plain || written_length(*plain) > longest) return std::nullopt;
  return plain;
}

std::string FactWriter::set(const Formula& formula) const {
  return typesetting::formula(formula, style());
}

std::optional<std::string> FactWriter::text(Expr e, std::size_t longest) {
  const std::optional<Formula> plain = formula(e, longest);
  return plain ? std::optional(set(*plain)) : std::nullopt;
}

std::string FactWriter::text_or_long(Expr e) {
  return text(e).value_or(std::string(too_long));
}

void FactWriter::equation(std::string_view label, std::string_view name, Expr e) {
  page_.row(label, fmt::format("{} = {}", typesetting::formula(name, style()), text_or_long(e)));
}

std::string_view conserved_word(Answer answer) {
  switch (answer) {
  case Answer::yes:
    return "conserved";
  case Answer::no:
    return "not conserved";
  case Answer::undecided:
    return "undecided";
  }
  return "undecided";
}

} // namespace dalembert::inline findings
