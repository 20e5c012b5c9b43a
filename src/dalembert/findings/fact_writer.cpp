#include <dalembert/findings/fact_writer.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

namespace dalembert::inline findings {

std::optional<std::string> FactWriter::text(Expr e, std::size_t longest) {
  const std::optional<std::string> plain = plain_text(form_, graph_, e, longest);
  if (!plain || plain->size() > longest) return std::nullopt;
  return formula(*plain, style());
}

std::string FactWriter::text_or_long(Expr e) {
  return text(e).value_or("(too long to print)");
}

void FactWriter::equation(std::string_view label, std::string_view name, Expr e) {
  page_.row(label, fmt::format("{} = {}", formula(name, style()), text_or_long(e)));
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
