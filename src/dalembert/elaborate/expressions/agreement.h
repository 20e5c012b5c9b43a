#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>

#include <string>

namespace dalembert {
inline namespace elaboration {

/// One side of a relation: its tree and what it means.
struct Side {
  const ast::Expr& written;
  const Scalar& value;
};

/// True where the two sides have one dimension; else reports E0412, or E0411 where a bare number meets a name in a
/// non-coherent unit.
bool same_dimension(Evaluator& evaluator, const Side& left, const Side& right, const Scope* scope);
/// True unless `number` is bare and `named` was declared in degrees or the like, which is reported (E0411).
bool same_scale(Context& context, const ast::Expr& number, const Scalar& named);

/// Says what `expr` is, with its factors: `this is a force [N]: k [N/m] · (r - r0) [m]`.
[[nodiscard]] std::string describe(Evaluator& evaluator, const ast::Expr& expr, const Scope* scope,
                                   const Scalar& scalar);

} // namespace elaboration
} // namespace dalembert
