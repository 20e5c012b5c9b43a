#include <dalembert/typesetting/signed_sum.h>

#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace typesetting {

namespace {

bool is_sign_between(const Formula& formula) {
  return formula.is(Formula::Kind::sign) && (operator_of(formula) == "+" || operator_of(formula) == "-");
}

bool is_minus(const Formula& formula) {
  return operator_of(formula) == "-";
}

} // namespace

Formula signed_sum(std::vector<SignedFormula> summands) {
  RowMaker out;
  for (SignedFormula& summand : summands) {
    if (!out.is_empty())
      out.add(sign_formula(summand.is_negative ? " - " : " + "));
    else if (summand.is_negative)
      out.add(prefix_formula("-"));
    out.add(std::move(summand.formula));
  }
  return out.take();
}

std::vector<SignedFormula> summands_of(const Formula& formula) {
  const std::vector<Formula>& parts = formula.parts;
  std::size_t at = formula.is(Formula::Kind::row) && !parts.empty() && parts[0].is(Formula::Kind::prefix) ? 1 : 0;
  std::vector<SignedFormula> out;
  bool is_negative = at == 1 && is_minus(parts[0]);
  for (; formula.is(Formula::Kind::row) && at < parts.size(); at += 2) {
    out.push_back({is_negative, parts[at]});
    if (at + 1 == parts.size()) return out;
    if (at + 2 == parts.size() || !is_sign_between(parts[at + 1])) break; // a relation, a list
    is_negative = is_minus(parts[at + 1]);
  }
  return {{false, formula}};
}

} // namespace typesetting
} // namespace dalembert
