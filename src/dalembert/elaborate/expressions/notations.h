#pragma once

#include <dalembert/elaborate/meaning/context.h>
#include <dalembert/elaborate/meaning/symbol_table.h>
#include <dalembert/language/expression.h>

#include <optional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace elaboration {

/// Recognises what Mathematica, Maple, MATLAB, SymPy and handwriting write differently and the parser accepts:
/// `diff(theta, t)`, `dtheta/dt`, `Sin[theta]`, `theta(t)`, `2(x + y)`, `cot(theta)`. Each function reports the error
/// with the edit that corrects it and returns true, or returns false and reports nothing. Names that the model declares
/// are left alone.
class Notations {
public:
  Notations(Context& context, const SymbolTable& symbols) : context_(context), symbols_(symbols) {}

  /// `dtheta/dt`, `d(x)/dt`, `d/dt(x)`, `d2x/dt2`, and `30*deg`.
  [[nodiscard]] bool chain(const ast::Chain& chain, const Scope* scope);
  /// `diff(x, t)`, `der(x, 2)`, `ddot(x)`, `tg(x)`, `COS(x)`, `theta(t)`, `2(x + y)`, `x.diff(t)`.
  [[nodiscard]] bool call(const ast::Expr& whole, const ast::Call& call, const Scope* scope);
  /// `Sin[theta]`, `theta[t]`.
  [[nodiscard]] bool index(const ast::Expr& whole, const ast::Index& index, const Scope* scope);
  /// `r^2'`, `e^x`.
  [[nodiscard]] bool power(const ast::Expr& whole, const ast::Power& power, const Scope* scope);
  /// `Pi`.
  [[nodiscard]] bool name(std::string_view name, SourceSpan span);
  /// `theta(0)` on the left of an initial value.
  [[nodiscard]] bool initial(const ast::Expr& left);
  /// `theta.dot`.
  [[nodiscard]] bool member(const ast::Expr& whole, const ast::Member& member);

private:
  [[nodiscard]] bool is_known(std::string_view name, const Scope* scope) const;
  [[nodiscard]] bool is_time(const ast::Expr& expr) const;
  [[nodiscard]] std::string rate(const ast::Expr& of, int order) const;
  [[nodiscard]] std::optional<std::string> differential(const ast::Expr& expr, int order, const Scope* scope) const;
  [[nodiscard]] bool derivative(const ast::Expr& whole, const ast::Call& call, std::string_view name);
  [[nodiscard]] bool synonym(const ast::Expr& whole, std::string_view name, const std::string& arguments);
  [[nodiscard]] bool call_of_a_quantity(const ast::Expr& whole, const ast::Call& call);
  [[nodiscard]] bool unit_as_factor(const ast::Expr& number, const ast::Expr& factor, const Scope* scope);
  bool report(std::string code, SourceSpan span, std::string message, std::string text);

  Context& context_;
  const SymbolTable& symbols_;
};

} // namespace elaboration
} // namespace dalembert
