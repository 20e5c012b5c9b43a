#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>
#include <dalembert/language/statement.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// The `at …`, `against …`, `along …`, `conjugate …`, `on …` of one statement.
class Clauses {
public:
  /// Reports clauses that do not belong to `what` (E0601), and those that stand twice.
  Clauses(Evaluator& evaluator, const ast::List<ast::Clause>& clauses, const Scope* scope, std::string_view what,
          std::initializer_list<ast::ClauseKind> allowed);

  [[nodiscard]] const ast::Clause* find(ast::ClauseKind kind) const;
  /// Returns the velocity of the point of `at`, relative to that of `against` where there is one; one component for
  /// each coordinate of the point. Nothing after an error.
  [[nodiscard]] std::optional<std::vector<Scalar>> velocity() const;
  /// The components of the point that follows `kind`; empty without such a clause. Precondition: velocity() has a value
  [[nodiscard]] std::vector<Expr> position(ast::ClauseKind kind) const;

private:
  [[nodiscard]] std::optional<std::vector<Scalar>> point(const ast::Clause& clause) const;

  Evaluator& evaluator_;
  const ast::List<ast::Clause>& clauses_;
  const Scope* scope_;
};

/// False where `speed` cannot be conjugate to a force: it holds accelerations or reactions, or is not affine in the
/// rates, or holds no rate; reported at `place`.
[[nodiscard]] bool is_conjugate_speed(Evaluator& evaluator, const Scalar& speed, const ast::Expr& place,
                                      const Scope* scope, std::string_view whose);

} // namespace elaboration
} // namespace dalembert
