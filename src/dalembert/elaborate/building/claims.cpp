// Claims about a model, stored as they were written, so that a correction changes one place of the text.
#include <dalembert/elaborate/building/builder.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

class ClaimReader {
public:
  explicit ClaimReader(const Builder& builder)
      : draft_(builder.draft), names_(builder.names), context_(builder.context), evaluator_(builder.evaluator) {}

  std::optional<Claim> claim(const ast::Relation& relation) {
    Claim made;
    made.relation = comparison(relation.op);
    made.span = relation.span;
    made.left = written(*relation.left);
    const auto* word = std::get_if<ast::Name>(&relation.right->node);
    made.is_constant = word != nullptr && word->text == "const";
    if (made.is_constant && relation.op != ast::Relop::equal) {
      context_.complaints.error("E0805", relation.operator_span, "a conserved quantity is written `X = const`");
      return std::nullopt;
    }
    if (!made.is_constant) made.right = written(*relation.right);
    return made;
  }

private:
  Written written(const ast::Expr& expr) {
    Written out = read(expr);
    out.span = expr.span;
    return out;
  }

  Written read(const ast::Expr& expr) {
    using namespace ast;
    if (const auto* group = std::get_if<Group>(&expr.node)) {
      Written inner = written(*group->inner);
      inner.bracketed = inner.bracketed || inner.kind == WrittenKind::sum || inner.kind == WrittenKind::product;
      return inner;
    }
    if (const auto* chain = std::get_if<Chain>(&expr.node)) return read_chain(*chain);
    if (const auto* unary = std::get_if<Unary>(&expr.node)) return read_sign(*unary);
    if (const auto* prime = std::get_if<Prime>(&expr.node)) return read_rate(*prime->operand);
    if (const auto* power = std::get_if<ast::Power>(&expr.node)) {
      Written out;
      out.kind = WrittenKind::power;
      out.parts.push_back(written(*power->base));
      out.parts.push_back(written(*power->exponent));
      return out;
    }
    if (const auto* call = std::get_if<Call>(&expr.node))
      if (auto made = read_call(*call)) return std::move(*made);
    return leaf(expr);
  }

  /// A chain of + and − or of * and /; the sign of a first factor belongs to the whole product.
  Written read_chain(const ast::Chain& chain) {
    const ast::Operator first_op = chain.rest.front().op;
    const bool is_sum = first_op == ast::Operator::add || first_op == ast::Operator::subtract;
    Written out;
    out.kind = is_sum ? WrittenKind::sum : WrittenKind::product;
    bool is_negative = false;
    append(out, *chain.first, false, is_negative);
    for (const ast::Link& link : chain.rest)
      append(out, *link.operand, link.op == ast::Operator::subtract || link.op == ast::Operator::divide, is_negative);
    return is_negative ? negated(std::move(out)) : out;
  }

  void append(Written& out, const ast::Expr& operand, bool inverse, bool& is_negative) {
    Written next = written(operand);
    // A sign in front: `-a + b` is a sum whose first part is subtracted, `-a*b` is −(a·b).
    while (next.kind == WrittenKind::sum && next.parts.size() == 1 && !next.bracketed) {
      const bool is_minus = next.parts.front().inverse;
      Written inner = std::move(next.parts.front());
      inner.inverse = false;
      next = std::move(inner);
      if (out.kind == WrittenKind::sum)
        inverse = inverse != is_minus;
      else
        is_negative = is_negative != is_minus;
    }
    next.inverse = inverse;
    out.parts.push_back(std::move(next));
  }

  static Written negated(Written operand) {
    Written out;
    out.kind = WrittenKind::sum;
    operand.inverse = true;
    out.parts.push_back(std::move(operand));
    return out;
  }

  Written read_sign(const ast::Unary& unary) {
    Written operand = written(*unary.operand);
    return unary.sign == ast::Sign::minus ? negated(std::move(operand)) : operand;
  }

  Written read_rate(const ast::Expr& operand) {
    Written inner = written(operand);
    if ((inner.kind == WrittenKind::name || inner.kind == WrittenKind::rate) && !inner.bracketed) {
      ++inner.dots;
      return inner;
    }
    Written out;
    out.kind = WrittenKind::rate;
    out.dots = 1;
    inner.bracketed = false;
    out.parts.push_back(std::move(inner));
    return out;
  }

  std::optional<Written> read_call(const ast::Call& call) {
    const auto* callee = std::get_if<ast::Name>(&call.callee->node);
    if (callee == nullptr || call.arguments.size() != 1 || names_.symbols().find(callee->text) != nullptr)
      return std::nullopt;
    const std::string name(callee->text);
    if (name == "der" || name == "ddt") return read_rate(**call.arguments.begin());
    const std::optional<Function> function = function_named(name);
    if (name != "sqrt" && (!function || arity(*function) != 1)) return std::nullopt;
    Written out;
    out.kind = WrittenKind::function;
    out.text = name;
    out.function = function;
    out.parts.push_back(written(**call.arguments.begin()));
    out.parts.front().bracketed = false;
    return out;
  }

  Written leaf(const ast::Expr& expr) {
    Written out;
    out.kind = std::holds_alternative<ast::Number>(expr.node) ? WrittenKind::number : WrittenKind::name;
    out.bracketed = std::holds_alternative<ast::Conditional>(expr.node); // `if … then … else` reaches as far as it can
    const std::optional<Scalar> scalar = evaluator_.scalar(expr, nullptr);
    out.text = draft_.shown(expr.span);
    if (!scalar) return out;
    out.value = scalar->expr;
    if (context_.dimensions.checks() && !scalar->fits_any && context_.dimensions.is_known(scalar->dimension))
      out.dimension = context_.dimensions.known(scalar->dimension);
    const bool is_history = context_.content.has(out.value, holds::history);
    if (is_history && !is_impulse(out.value))
      context_.complaints
          .error("E1001", expr.span, fmt::format("`{}` belongs to a whole run, not to a state", out.text))
          .help = "`prove` judges what holds at every instant; test this with a `check` line and `run`";
    return out;
  }

  /// True for `impulse(R)` in a model with an impact at its start, where a claim may speak of it.
  [[nodiscard]] bool is_impulse(Expr value) const {
    if (draft_.study.system.impacts.empty()) return false;
    return std::ranges::any_of(draft_.study.derived, [value](const Derived& derived) {
      return derived.kind == DerivedKind::impulse && derived.symbol == value;
    });
  }

  Draft& draft_;
  ModelNames& names_;
  Context& context_;
  Evaluator& evaluator_;
};

} // namespace

void build_claims(const Builder& builder) {
  ClaimReader reader(builder);
  for (const ast::Question* question : builder.context.options.questions)
    if (question->relation != nullptr)
      if (auto claim = reader.claim(*question->relation)) builder.draft.study.claims.push_back(std::move(*claim));
}

} // namespace elaboration
} // namespace dalembert
