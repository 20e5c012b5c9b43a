// The normal form of sums: like terms merged, the common magnitude and the leading sign pulled out.
#include <dalembert/expr/graph.h>

#include <algorithm>

namespace dalembert {
inline namespace expr {

namespace {} // namespace

Term Graph::as_term(Expr e) const {
  const Node& node = nodes_[e.id];
  if (node.kind == NodeKind::number) return {one(), NumberId{node.offset}};
  if (node.kind == NodeKind::sum && node.count == 1) return terms_[node.offset];
  return {e, one_id};
}

void Graph::gather(Expr e, NumberId factor) {
  const Term term = as_term(e);
  open_terms_.push_back({term.expr, times(factor, term.coefficient)});
}

Expr Graph::scale(NumberId factor, Expr a) {
  if (factor == zero_id) return zero();
  if (factor == one_id) return a;
  const Term term = as_term(a);
  const Term scaled{term.expr, times(factor, term.coefficient)};
  if (is_one(scaled.expr)) return number(numbers_[scaled.coefficient.id]);
  if (scaled.coefficient == one_id) return scaled.expr;
  return make(NodeKind::sum, 0, std::span<const Term>(&scaled, 1), terms_);
}

Expr Graph::add(Expr a, Expr b) {
  open_terms_.clear();
  gather(a, one_id);
  gather(b, one_id);
  return finish_sum();
}

Expr Graph::sub(Expr a, Expr b) {
  open_terms_.clear();
  gather(a, one_id);
  gather(b, minus_one_id);
  return finish_sum();
}

Expr Graph::sum(std::span<const Term> terms) {
  open_terms_.clear();
  for (const Term& t : terms)
    gather(t.expr, t.coefficient);
  return finish_sum();
}

Expr Graph::sum(std::initializer_list<Expr> terms) {
  open_terms_.clear();
  for (const Expr e : terms)
    gather(e, one_id);
  return finish_sum();
}

/// True where all coefficients are `size` or −`size`.
bool Graph::is_uniform(std::span<const Term> terms, NumberId size) const {
  if (size == one_id || size == minus_one_id)
    return std::ranges::all_of(terms,
                               [](const Term& t) { return t.coefficient == one_id || t.coefficient == minus_one_id; });
  const Rational magnitude = numbers_[size.id].abs();
  return std::ranges::all_of(
      terms, [&](const Term& t) { return t.coefficient == size || numbers_[t.coefficient.id].abs() == magnitude; });
}

Expr Graph::finish_sum() {
  std::vector<Term>& terms = open_terms_;
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.expr < b.expr; });
  // Merge like terms, drop those that cancel.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size();) {
    Term merged = terms[i++];
    for (; i < terms.size() && terms[i].expr == merged.expr; ++i)
      merged.coefficient = plus(merged.coefficient, terms[i].coefficient);
    if (merged.coefficient != zero_id) terms[kept++] = merged;
  }
  terms.resize(kept);
  if (kept == 0) return zero();
  if (kept == 1) return scale(terms[0].coefficient, terms[0].expr);

  // The first term that is not the constant leads: its sign, and the magnitude where all share it, move outside.
  const Term& leader = is_one(terms[0].expr) ? terms[1] : terms[0];
  const NumberId lead = leader.coefficient;
  const NumberId sign = numbers_[lead.id].sign() < 0 ? minus_one_id : one_id;
  const NumberId outside = is_uniform(terms, lead) ? lead : sign;
  if (outside != one_id) {
    const NumberId inverse = outside == minus_one_id ? outside : intern(numbers_[outside.id].inverse());
    for (Term& t : terms)
      t.coefficient = times(t.coefficient, inverse);
  }
  return scale(outside, make(NodeKind::sum, 0, std::span<const Term>(terms), terms_));
}

} // namespace expr
} // namespace dalembert
