#pragma once

#include <dalembert/expr/graph.h>

#include <cmath>

namespace dalembert {
inline namespace expr {

/// Returns base^exponent; small exponents without a call of the library, whose last bit may differ.
inline double real_power(double base, double exponent) {
  if (exponent == 1.0) return base;
  if (exponent == 2.0) return base * base;
  if (exponent == -1.0) return 1.0 / base;
  if (exponent == 0.5) return std::sqrt(base);
  if (exponent == -0.5) return 1.0 / std::sqrt(base);
  return std::pow(base, exponent);
}

/// Whether a relation is true of two numbers.
inline bool holds(Relation relation, double left, double right) {
  switch (relation) {
  case Relation::less:
    return left < right;
  case Relation::less_equal:
    return left <= right;
  case Relation::equal:
    return left == right;
  case Relation::not_equal:
    return left != right;
  }
  return false;
}

} // namespace expr
} // namespace dalembert
