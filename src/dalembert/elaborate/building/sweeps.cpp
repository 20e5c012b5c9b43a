// What the members of an ensemble differ in: `sweep m in 1..2 [kg] { count = 50 }`.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/expressions/time_derivative.h>
#include <dalembert/elaborate/meaning/suggestion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::size_t default_values = 11;
constexpr double most_values = 1e9;

class SweepBuilder {
public:
  explicit SweepBuilder(const Builder& builder)
      : study_(builder.draft.study),
        draft_(builder.draft),
        symbols_(builder.declared.symbols),
        names_(builder.names),
        context_(builder.context),
        evaluator_(builder.evaluator) {}

  void build(const Plain<ast::Sweep>& item) {
    const ast::Sweep& node = *item.node;
    const Settings settings(evaluator_, node.block, item.scope, ast::SettingPlace::sweep);
    const std::optional<Scalar> varied = name(node, item.scope);
    if (!varied) return;
    const bool is_read =
        node.values != nullptr ? read_values(item, settings, *varied) : read_range(item, settings, *varied);
    if (!is_read) return;
    made_.span = item.statement->span;
    const auto is_same = [this](const Sweep& other) { return other.name == made_.name; };
    if (const auto known = std::ranges::find_if(study_.sweeps, is_same); known != study_.sweeps.end()) {
      context_.complaints.error("E0831", node.name.name.span, fmt::format("`{}` is varied twice", made_.name))
          .labels.push_back({known->span, "the first one is here"});
      return;
    }
    draft_.later([&study = study_, &context = context_, at = study_.sweeps.size(), varied = *varied] {
      study.sweeps[at].measure = context.measure(varied);
    });
    study_.sweeps.push_back(std::move(made_));
  }

private:
  bool read_range(const Plain<ast::Sweep>& item, const Settings& settings, const Scalar& varied) {
    const ast::Range& range = item.node->range;
    const auto low = end(*range.lower, range, item.scope, varied);
    const auto high = low ? end(*range.upper, range, item.scope, varied) : std::nullopt;
    made_.choice =
        settings.choice<Sweep::Choice>("draw", {{"uniform", Sweep::Choice::uniform}, {"normal", Sweep::Choice::normal}})
            .value_or(Sweep::Choice::even);
    made_.count = made_.choice == Sweep::Choice::even ? default_values : 0;
    if (const auto count = settings.number("count", Dimension())) {
      if (!(*count >= 1 && *count <= most_values && *count == std::floor(*count)))
        context_.complaints.error("E0803", settings.value_span("count"),
                                  "the number of values is a whole number from 1 to 1000000000");
      else
        made_.count = static_cast<std::size_t>(*count);
    }
    if (!low || !high) return false;
    made_.low = *low;
    made_.high = *high;
    return true;
  }

  bool read_values(const Plain<ast::Sweep>& item, const Settings& settings, const Scalar& varied) {
    bool is_whole = true;
    for (const char* key : {"count", "draw"}) {
      if (settings.find(key) == nullptr) continue;
      context_.complaints.error("E0803", settings.value_span(key), fmt::format("a list of values has no `{}`", key))
          .help = "leave it out, or give a range: `1..2 [kg]`";
      is_whole = false;
    }
    for (const ast::Expr* value : ast::get_if<ast::Tuple>(item.node->values)->items) {
      const auto read = end(*value, item.node->range, item.scope, varied);
      if (!read) return false; // the others would be wrong in the same way
      made_.values.push_back(*read);
    }
    if (!is_whole) return false;
    made_.choice = Sweep::Choice::listed;
    made_.count = made_.values.size();
    made_.low = made_.high = made_.values.front();
    return true;
  }

  /// Finds what is varied.
  std::optional<Scalar> name(const ast::Sweep& node, const Scope* scope) {
    const ast::Name& written = node.name.name;
    const Symbol* const symbol = symbols_.find(written.text);
    std::optional<std::vector<int>> index = std::vector<int>();
    if (node.name.index != nullptr) index = evaluator_.indices(*node.name.index, scope);
    if (!index) return std::nullopt;
    const DeclaredName* const definition = symbol == nullptr ? nullptr : symbol->member(*index);
    const std::string full = member_name(written.text, *index) + (node.is_rate ? "'" : "");
    if (definition == nullptr) {
      refuse_unknown(written, full, symbol);
      return std::nullopt;
    }
    const bool is_parameter = symbol->kind == SymbolKind::parameter || symbol->kind == SymbolKind::input;
    if (symbol->kind != SymbolKind::coordinate && (!is_parameter || node.is_rate)) {
      context_.complaints
          .error("E0831", written.span, fmt::format("`{}` cannot be varied: it is {}", full, phrase(symbol->kind)))
          .help = "a sweep varies parameters, inputs, and the initial values of coordinates and their rates";
      return std::nullopt;
    }
    Value value = names_.definitions().meaning(*symbol, *definition);
    if (node.is_rate) value = time_derivative(context_, value, written.span);
    if (!value.is_scalar()) return std::nullopt;
    const Scalar out = value.scalar();
    made_.name = full;
    if (is_parameter)
      made_.parameter = static_cast<std::size_t>(names_.definitions().of(*definition).slot);
    else if (!find_initial(out.expr, full, written.span))
      return std::nullopt;
    return out;
  }

  /// False, which is reported, where the model gives no initial value that could be varied.
  bool find_initial(Expr target, const std::string& full, SourceSpan span) {
    const auto found = std::ranges::find(study_.initial, target, &InitialValue::target);
    if (found != study_.initial.end()) {
      made_.initial = static_cast<std::size_t>(found - study_.initial.begin());
      return true;
    }
    context_.complaints.error("E0831", span, fmt::format("`{}` has no initial value to be varied", full)).help =
        fmt::format("add `initial {} = 0` to the model", full);
    return false;
  }

  void refuse_unknown(const ast::Name& written, const std::string& full, const Symbol* symbol) {
    Diagnostic& made = context_.complaints.error(
        "E0831", written.span,
        symbol == nullptr ? fmt::format("there is no parameter or coordinate `{}` to be varied", full)
                          : fmt::format("`{}` is a family: vary one of its members, `{}[1]`", full, written.text));
    if (symbol != nullptr) return;
    std::vector<std::string> candidates;
    for (const Symbol& candidate : symbols_.all())
      if (candidate.kind == SymbolKind::parameter || candidate.kind == SymbolKind::input ||
          candidate.kind == SymbolKind::coordinate)
        candidates.push_back(candidate.name);
    if (const std::string nearest = nearest_name(written.text, candidates); !nearest.empty())
      made.help = fmt::format("did you mean `{}`?", nearest);
  }

  /// Returns one end of the range or one value of a list, in SI units. A bare number takes the unit behind all.
  std::optional<Expr> end(const ast::Expr& written, const ast::Range& range, const Scope* scope, const Scalar& varied) {
    auto value = evaluator_.scalar(written, scope);
    if (!value) return std::nullopt;
    if (context_.content.has(value->expr, static_cast<Content>(~holds::parameter))) {
      context_.complaints.error("E0505", written.span,
                                "the values of a sweep are numbers or expressions of parameters");
      return std::nullopt;
    }
    if (is_bare_value(written, symbols_, scope)) {
      const ReadUnit* const unit = range.unit != nullptr ? context_.units.read(*range.unit) : nullptr;
      if (range.unit != nullptr && unit == nullptr) return std::nullopt;
      if (unit != nullptr) {
        value->expr = context_.graph.mul(value->expr, context_.units.factor(unit->unit));
        value->dimension = unit->dimension;
      } else if (varied.written_in != nullptr && is_bare_number(written)) {
        context_.complaints
            .error("E0411", written.span,
                   fmt::format("`{}` has no unit, but the name is declared in {}", context_.text(written.span),
                               varied.written_in->text))
            .help = "write the unit behind all: `0..90 [deg]`, `(0, 30, 90) [deg]`";
        return std::nullopt;
      } else {
        value->dimension = varied.dimension;
      }
      value->fits_any = false;
    }
    if (context_.fit(varied, *value)) return value->expr;
    Diagnostic& made = context_.complaints.error("E0412", written.span, "the two sides differ in dimension");
    made.note = describe(evaluator_, written, scope, *value);
    made.help = fmt::format("`{}` is in [{}]", made_.name, context_.measure(varied).unit());
    return std::nullopt;
  }

  Study& study_;
  Draft& draft_;
  const SymbolTable& symbols_;
  ModelNames& names_;
  Context& context_;
  Evaluator& evaluator_;
  Sweep made_;
};

} // namespace

void build_sweeps(const Builder& builder) {
  for (const auto& item : builder.declared.plain.of<ast::Sweep>())
    SweepBuilder(builder).build(item);
}

} // namespace elaboration
} // namespace dalembert
