#include <dalembert/findings/fact_writer.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/formula_reader.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace findings {

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
  page_.row(label, equation_text(name, e));
}

std::string FactWriter::equation_text(std::string_view left, Expr e) {
  const std::optional<Formula> right = formula(e);
  if (!right) return fmt::format("{} = {}", typesetting::formula(left, style()), too_long);
  return set(joined_formula(read_formula(left), " = ", *right));
}

std::string FactWriter::rate_text(const std::optional<Formula>& quantity, std::string_view relation,
                                  const std::optional<Formula>& rate) {
  const std::string right = rate ? set(*rate) : std::string(too_long);
  if (!quantity) return fmt::format("d/dt of a quantity that is too long to print {} {}", relation, right);
  const bool is_name = quantity->is(Formula::Kind::name);
  if (!style().marks_formulas)
    return is_name ? fmt::format("d/dt {} {} {}", set(*quantity), relation, right)
                   : fmt::format("d/dt ({}) {} {}", set(*quantity), relation, right);
  const std::string left = fmt::format("{}'", written(is_name ? *quantity : fenced_formula(*quantity)));
  if (relation != "=" || !rate) return fmt::format("{} {} {}", typesetting::formula(left, style()), relation, right);
  return typesetting::formula(fmt::format("{} = {}", left, written(*rate)), style());
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

} // namespace findings
} // namespace dalembert
