#include <dalembert/typesetting/formula_syntax.h>

#include <iterator>

namespace dalembert {
inline namespace typesetting {

namespace {

using SyntaxKind = Formula::Kind;

/// Calls `put(piece)` for the pieces of the text, in order.
template <typename Put>
void for_each_piece(const Formula& formula, const Put& put) {
  const std::vector<Formula>& parts = formula.parts;
  const auto part = [&](std::size_t i) { for_each_piece(parts[i], put); };
  switch (formula.kind) {
  case SyntaxKind::number:
  case SyntaxKind::name:
  case SyntaxKind::word:
  case SyntaxKind::blank:
  case SyntaxKind::sign:
  case SyntaxKind::prefix:
    return put(formula.text);
  case SyntaxKind::row:
  case SyntaxKind::product:
    for (std::size_t i = 0; i < parts.size(); ++i)
      part(i);
    return;
  case SyntaxKind::power:
    part(0);
    put("^");
    return part(1);
  case SyntaxKind::call:
    put(formula.text);
    [[fallthrough]];
  case SyntaxKind::fenced:
    put("(");
    part(0);
    return put(")");
  case SyntaxKind::primed:
    part(0);
    return put(formula.text);
  case SyntaxKind::range:
    part(0);
    put(formula.text);
    part(1);
    put("..");
    return part(2);
  case SyntaxKind::big_sum:
    put("sum(");
    part(0);
    put(formula.text);
    part(1);
    return put(")");
  }
}

Formula leaf_of(SyntaxKind kind, std::string text) {
  return {kind, std::move(text), {}};
}

template <typename... Parts>
Formula node_of(SyntaxKind kind, std::string text, Parts... parts) {
  Formula out{kind, std::move(text), {}};
  out.parts.reserve(sizeof...(parts));
  (out.parts.push_back(std::move(parts)), ...);
  return out;
}

} // namespace

std::string written(const Formula& formula) {
  std::string out;
  for_each_piece(formula, [&out](std::string_view piece) { out += piece; });
  return out;
}

std::size_t written_length(const Formula& formula) {
  std::size_t out = 0;
  for_each_piece(formula, [&out](std::string_view piece) { out += piece.size(); });
  return out;
}

std::string_view operator_of(const Formula& sign) {
  std::string_view text = sign.text;
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

Formula number_formula(std::string digits) {
  return leaf_of(SyntaxKind::number, std::move(digits));
}

Formula name_formula(std::string name) {
  return leaf_of(SyntaxKind::name, std::move(name));
}

Formula sign_formula(std::string text) {
  return leaf_of(SyntaxKind::sign, std::move(text));
}

Formula prefix_formula(std::string text) {
  return leaf_of(SyntaxKind::prefix, std::move(text));
}

Formula fenced_formula(Formula inner) {
  return node_of(SyntaxKind::fenced, {}, std::move(inner));
}

Formula call_formula(std::string function, Formula argument) {
  return node_of(SyntaxKind::call, std::move(function), std::move(argument));
}

Formula power_formula(Formula base, Formula exponent) {
  return node_of(SyntaxKind::power, {}, std::move(base), std::move(exponent));
}

Formula range_formula(Formula index, Formula low, Formula high) {
  return node_of(SyntaxKind::range, " in ", std::move(index), std::move(low), std::move(high));
}

Formula sum_formula(Formula range, Formula summand) {
  return node_of(SyntaxKind::big_sum, ": ", std::move(range), std::move(summand));
}

Formula rational_formula(std::string_view text) {
  RowMaker out;
  if (text.starts_with('-')) {
    out.add(prefix_formula("-"));
    text.remove_prefix(1);
  }
  ProductMaker value;
  const std::size_t bar = text.find('/');
  value.multiply(number_formula(std::string(text.substr(0, bar))));
  if (bar != std::string_view::npos) value.divide(number_formula(std::string(text.substr(bar + 1))));
  out.add(value.take());
  return out.take();
}

void RowMaker::add(Formula part) {
  if (part.kind == SyntaxKind::row)
    std::move(part.parts.begin(), part.parts.end(), std::back_inserter(parts_));
  else
    parts_.push_back(std::move(part));
}

Formula RowMaker::take() {
  if (parts_.size() == 1) {
    Formula only = std::move(parts_.front());
    return only;
  }
  return {SyntaxKind::row, {}, std::move(parts_)};
}

void ProductMaker::join(std::string_view sign, Formula factor) {
  if (!parts_.empty()) parts_.push_back(sign_formula(std::string(sign)));
  if (factor.kind == SyntaxKind::product)
    std::move(factor.parts.begin(), factor.parts.end(), std::back_inserter(parts_));
  else
    parts_.push_back(std::move(factor));
}

Formula ProductMaker::take() {
  if (parts_.size() == 1) {
    Formula only = std::move(parts_.front());
    return only;
  }
  return {SyntaxKind::product, {}, std::move(parts_)};
}

Formula joined_formula(Formula left, std::string sign, Formula right) {
  RowMaker out;
  out.add(std::move(left));
  out.add(sign_formula(std::move(sign)));
  out.add(std::move(right));
  return out.take();
}

} // namespace typesetting
} // namespace dalembert
