#include <dalembert/expr/depends.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/lowering/term_size.h>

#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

/// What a check is measured by beside its sides: the terms that cancel where a side is 0, or where a value is constant.
Expr size_of_check(Graph& graph, const Check& check) {
  if (check.is_constant || graph.is_zero(check.right)) return term_size(graph, check.left);
  return graph.is_zero(check.left) ? term_size(graph, check.right) : graph.zero();
}

} // namespace

Observed observed(const Study& study) {
  Observed out;
  const auto add = [&out](const std::vector<Expr>& values) {
    const ObservedPart part{out.values.size(), values.size()};
    append(out.values, values);
    return part;
  };
  std::vector<Expr> drifts;
  std::vector<Expr> drifting;
  for (const Derived& derived : study.derived) {
    if (derived.kind != DerivedKind::drift) continue;
    drifts.push_back(derived.symbol);
    drifting.push_back(derived.argument.value());
  }
  for (const Check& check : study.checks) {
    std::vector<Expr> values{check.left};
    if (!check.is_constant) values.push_back(check.right);
    out.check_of_run.push_back(depends(*study.system.graph, values, drifts));
    values.push_back(size_of_check(*study.system.graph, check));
    out.checks.push_back(add(values));
  }
  for (const Plot& plot : study.plots) {
    std::vector<Expr> values;
    for (const Quantity& curve : plot.curves)
      values.push_back(curve.value);
    values.push_back(plot.versus ? plot.versus->value : study.system.time);
    out.plots.push_back(add(values));
  }
  for (const TableExport& table : study.exports) {
    std::vector<Expr> values;
    for (const Quantity& column : table.columns)
      values.push_back(column.value);
    out.exports.push_back(add(values));
  }
  out.drifts = add(drifting);
  std::vector<Expr> speeds;
  for (const Speed& speed : study.system.speeds)
    speeds.push_back(speed.value);
  out.speeds = add(speeds);
  return out;
}

} // namespace lowering
} // namespace dalembert
