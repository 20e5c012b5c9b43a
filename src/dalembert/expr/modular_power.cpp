// Powers and roots at a ModularPoint.
#include <dalembert/expr/modular.h>

namespace dalembert {
inline namespace expr {

ModularPoint::Result ModularPoint::power(Residue base, const Rational& exponent) {
  if (exponent.is_one()) return base;
  if (const auto whole = exponent.as_integer()) {
    if (*whole >= 0) return base.pow(static_cast<std::uint64_t>(*whole));
    const auto inverse = base.inverse();
    return inverse ? inverse->pow(static_cast<std::uint64_t>(-*whole)) : fail(Failure::singular);
  }
  const auto numerator = exponent.numerator().as_integer();
  const auto denominator = exponent.denominator().as_integer();
  if (!numerator || !denominator) return fail(Failure::unsupported);
  rational_ = false;
  const Result root = base.rational_power(*numerator, *denominator);
  return root ? root : fail(Failure::singular);
}

ModularPoint::Result ModularPoint::whole_power(Expr base, std::int64_t exponent) {
  if (exponent >= 0) return known(base).pow(static_cast<std::uint64_t>(exponent));
  std::optional<Residue>& inverse = parts_[base.id].inverse;
  if (!inverse) inverse = known(base).inverse();
  return inverse ? inverse->pow(static_cast<std::uint64_t>(-exponent)) : fail(Failure::singular);
}

ModularPoint::Result ModularPoint::half_power(Expr base, std::int64_t halves) {
  rational_ = false;
  if (known(base).is_zero()) return halves > 0 ? Result(Residue()) : fail(Failure::singular);
  Parts& parts = parts_[base.id];
  if (!parts.root) parts.root = known(base).sqrt();
  if (!parts.root) return fail(Failure::singular);
  if (halves > 0) return parts.root->pow(static_cast<std::uint64_t>(halves));
  if (!parts.inverse_root) parts.inverse_root = parts.root->inverse();
  return parts.inverse_root->pow(static_cast<std::uint64_t>(-halves));
}

bool ModularPoint::has_root(Expr base, std::int64_t denominator) {
  const Result x = value(base);
  if (!x) return false;
  if (denominator != 2 || x->is_zero()) return x->rational_power(1, denominator).has_value();
  std::optional<Residue>& root = parts_[base.id].root;
  if (!root) root = x->sqrt();
  return root.has_value();
}

/// The same with the other root where it is asked for; as in the reals, only what is positive has an odd root.
ModularPoint::Result ModularPoint::power(Expr base, const Rational& exponent) {
  if (exponent.is_one()) return known(base);
  if (const auto whole = exponent.as_integer()) return whole_power(base, *whole);
  const bool is_even = has_even_root(exponent); // which exists of squares only
  const bool is_number = graph_.is_number(base);
  const bool is_positive = is_number ? graph_.number(base).sign() >= 0 : is_even || known(base).sign() >= 0;
  const auto halves = (exponent * Rational(2)).as_integer();
  const Result root = !is_positive ? fail(Failure::singular)
                      : halves     ? half_power(base, *halves)
                                   : power(known(base), exponent);
  return root && is_even && turned_roots_.contains(base.id) ? -*root : root;
}

ModularPoint::Result ModularPoint::compute_product(Expr e) {
  Residue total(1);
  for (const Factor& f : graph_.factors(e)) {
    if (f.exponent == one_id) {
      total *= known(f.base);
      continue;
    }
    const Result x = power(f.base, graph_.value(f.exponent));
    if (!x) return x;
    total *= *x;
  }
  return total;
}

} // namespace expr
} // namespace dalembert
