#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/building/contacts.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/mechanics/method_names.h>
#include <dalembert/mechanics/tolerance_range.h>

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Returns one end of the run, in s.
std::optional<Expr> end_of_run(const ast::Expr& written, const ast::Range& range, const Scope* scope,
                               const Builder& builder) {
  Context& context = builder.context;
  auto value = builder.evaluator.scalar(written, scope);
  if (!value) return std::nullopt;
  if (range.unit != nullptr && is_bare_value(written, builder.declared.symbols, scope)) {
    const ReadUnit* unit = context.units.read(*range.unit);
    if (unit == nullptr) return std::nullopt;
    value->expr = context.graph.mul(value->expr, context.units.factor(unit->unit));
    value->dimension = unit->dimension;
    value->fits_any = false;
  }
  const Scalar second{context.graph.one(), context.dimensions.of(Dimension::time()), false, false, nullptr};
  if (!context.fit(second, *value)) {
    Diagnostic& made = context.complaints.error("E0412", written.span, "a run goes from one time to another, in [s]");
    made.note = describe(builder.evaluator, written, scope, *value);
    if (is_bare_number(written)) made.edit = Edit{written.span, context.text(written.span) + " [s]"};
    return std::nullopt;
  }
  if (context.content.has(value->expr, static_cast<Content>(~holds::parameter))) {
    context.complaints.error("E0801", written.span,
                             "the time of a run must be a number or an expression of parameters");
    return std::nullopt;
  }
  return value->expr;
}

constexpr double shortest_step = 1e-12; ///< s; a run of a second would never end
constexpr double longest_step = 1e12;   ///< s, as the end of a run

/// A length of steps, s; nothing where it is not one.
std::optional<double> step_setting(const Settings& settings, const char* name, const char* words, Context& context) {
  const std::optional<double> out = settings.number(name, Dimension::time());
  if (!out || (*out >= shortest_step && *out <= longest_step)) return out;
  context.complaints.error("E0803", settings.value_span(name),
                           fmt::format("{} must lie between 1e-12 s and 1e12 s", words));
  return std::nullopt;
}

/// A positive whole number; nothing where it is not one.
std::optional<std::size_t> count_setting(const Settings& settings, const char* name, Context& context) {
  constexpr double largest = 1e9;
  const std::optional<double> out = settings.number(name, Dimension());
  if (!out) return std::nullopt;
  if (*out >= 1 && *out <= largest && *out == std::floor(*out)) return static_cast<std::size_t>(*out);
  context.complaints.error("E0803", settings.value_span(name),
                           fmt::format("`{}` must be a whole number from 1 to {:g}", name, largest));
  return std::nullopt;
}

bool is_known_method(const std::string& method, SourceSpan span, Context& context) {
  if (is_method_name(method)) return true;
  context.complaints.error("E0803", span, fmt::format("there is no method `{}`", method)).help =
      "known: " + listed_methods();
  return false;
}

} // namespace

void build_simulation(const Builder& builder) {
  Context& context = builder.context;
  for (const auto& item : builder.declared.plain.of<ast::Simulate>()) {
    if (builder.draft.study.simulate) {
      context.complaints.error("E0804", item.statement->keyword, "only one `simulate` is allowed")
          .labels.push_back({builder.draft.study.simulate->span, "the first one is here"});
      continue;
    }
    const ast::Range& range = item.node->range;
    const auto begin = end_of_run(*range.lower, range, item.scope, builder);
    const auto end = end_of_run(*range.upper, range, item.scope, builder);
    const Settings settings(builder.evaluator, item.node->block, item.scope, ast::SettingPlace::simulate);
    Simulate made;
    made.span = item.statement->span;
    made.method = settings.word("method");
    made.method_span = made.method ? settings.value_span("method") : made.span;
    if (made.method && !is_known_method(*made.method, settings.value_span("method"), context)) made.method.reset();
    made.tolerance = settings.number("tolerance", Dimension());
    if (made.tolerance && !(*made.tolerance >= least_tolerance && *made.tolerance <= most_tolerance))
      context.complaints.error(
          "E0803", settings.value_span("tolerance"),
          fmt::format("a tolerance must lie between {:g} and {:g}", least_tolerance, most_tolerance));
    made.step = step_setting(settings, "step", "a step", context);
    made.max_step = step_setting(settings, "max_step", "the longest step", context);
    made.output_step = settings.number("output", Dimension::time());
    if (made.output_step && !(*made.output_step > 0))
      context.complaints.error("E0803", settings.value_span("output"), "the time between outputs must be positive");
    static_cast<void>(impact_law(settings, "impacts")); // the impacts have taken it
    made.max_impacts = count_setting(settings, "max_impacts", context);
    if (!begin || !end) continue;
    made.begin = *begin;
    made.end = *end;
    const bool is_empty = context.graph.is_number(*begin) && context.graph.is_number(*end) &&
                          context.graph.number(*end) == context.graph.number(*begin);
    if (is_empty) {
      context.complaints.error("E0801", range.span, "a run must end at another time than it begins");
      continue;
    }
    builder.draft.study.simulate = std::move(made);
  }
}

void build_assumptions(const Builder& builder) {
  for (const auto& item : builder.declared.plain.of<ast::Assume>())
    for (const ast::Relation& relation : item.node->relations) {
      const auto left = builder.evaluator.scalar(*relation.left, item.scope);
      const auto right = builder.evaluator.scalar(*relation.right, item.scope);
      if (!left || !right) continue;
      if (!same_dimension(builder.evaluator, {*relation.left, *left}, {*relation.right, *right}, item.scope)) continue;
      builder.draft.study.system.assumptions.push_back(
          {left->expr, right->expr, comparison(relation.op), relation.span});
    }
}

} // namespace elaboration
} // namespace dalembert
