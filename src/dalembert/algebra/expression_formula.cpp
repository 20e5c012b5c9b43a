#include <dalembert/algebra/expression_formula.h>
#include <dalembert/expr/expression_printer.h>
#include <dalembert/typesetting/signed_sum.h>

#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

namespace {

/// Makes trees of printed expressions.
class FormulaMaker {
public:
  using Text = Formula;

  FormulaMaker(const Graph& graph, const SymbolFormula& symbols) : graph_(graph), symbols_(symbols) {}

  static std::size_t length(const Formula& leaf) { return written_length(leaf); }
  static Formula left_out() { return {Formula::Kind::word, "…", {}}; }
  static Formula pi() { return name_formula("pi"); }
  static Formula number(const std::string& text) { return rational_formula(text); }
  static Formula fenced(Formula inner) { return fenced_formula(std::move(inner)); }
  static Formula power(Formula base, Formula exponent) { return power_formula(std::move(base), std::move(exponent)); }

  [[nodiscard]] Formula symbol(Expr e) const {
    const Formula* known = symbols_ ? symbols_(e) : nullptr;
    return known != nullptr ? *known : name_formula(std::string(graph_.name(e)));
  }

  static Formula call(std::string name, std::vector<Formula> arguments) {
    return call_formula(std::move(name), list(std::move(arguments)));
  }

  /// `D[1,0](phi)(x, t)`
  static Formula derivative(std::string orders, std::string name, std::vector<Formula> arguments) {
    RowMaker out;
    out.add(call_formula(std::move(orders), name_formula(std::move(name))));
    out.add(fenced_formula(list(std::move(arguments))));
    return out.take();
  }

  static Formula select(std::vector<Formula> parts, std::string_view relation) {
    RowMaker out;
    const auto word = [&out](const char* text) {
      out.add({Formula::Kind::blank, " ", {}});
      out.add(name_formula(text));
      out.add({Formula::Kind::blank, " ", {}});
    };
    out.add(name_formula("if"));
    out.add({Formula::Kind::blank, " ", {}});
    out.add(std::move(parts[0]));
    out.add(sign_formula(" " + std::string(relation) + " "));
    out.add(std::move(parts[1]));
    word("then");
    out.add(std::move(parts[2]));
    word("else");
    out.add(std::move(parts[3]));
    return fenced_formula(out.take());
  }

  static Formula sum(std::vector<Signed<Formula>> parts) {
    std::vector<SignedFormula> summands;
    summands.reserve(parts.size());
    for (Signed<Formula>& part : parts)
      summands.push_back({part.is_negative, std::move(part.text)});
    return signed_sum(std::move(summands));
  }

  static Formula product(std::vector<Formula> above, std::vector<Formula> below) {
    ProductMaker out;
    for (Formula& factor : above)
      out.multiply(std::move(factor));
    if (below.empty()) return out.take();
    ProductMaker divisor;
    for (Formula& factor : below)
      divisor.multiply(std::move(factor));
    out.divide(below.size() == 1 ? divisor.take() : fenced_formula(divisor.take()));
    return out.take();
  }

private:
  static Formula list(std::vector<Formula> arguments) {
    RowMaker out;
    for (Formula& argument : arguments) {
      if (!out.is_empty()) out.add(sign_formula(", "));
      out.add(std::move(argument));
    }
    return out.take();
  }

  const Graph& graph_;
  const SymbolFormula& symbols_;
};

} // namespace

Formula expression_formula(const Graph& graph, Expr e, const SymbolFormula& symbols, std::size_t longest) {
  FormulaMaker maker(graph, symbols);
  return ExpressionPrinter<FormulaMaker>(graph, longest, maker).print(e).text;
}

} // namespace algebra
} // namespace dalembert
