// Tables of the time whose range `simulate` leaves: said before a run ends there.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/tabulated.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Values of the parameters, in SI; those that have none are left out.
std::vector<Assignment> parameter_assignments(const Draft& draft) {
  std::vector<Assignment> out;
  for (const Parameter& parameter : draft.study.system.parameters)
    if (parameter.value) out.push_back({parameter.symbol, 0.0});
  // A value may be an expression of other parameters, declared before or behind it.
  constexpr int deepest = 8;
  for (int round = 0; round < deepest; ++round) {
    std::size_t k = 0;
    for (const Parameter& parameter : draft.study.system.parameters)
      if (parameter.value) out[k++].value = evaluate(draft.context.graph, *parameter.value, out);
  }
  return out;
}

/// The first of a thousand times of a run at which `argument` leaves the range of `table`.
std::optional<double> first_outside(const Graph& graph, Expr argument, const TabulatedFunction& table,
                                    std::vector<Assignment> values, std::pair<double, double> run) {
  constexpr int places = 1000;
  for (int i = 0; i <= places; ++i) {
    const double t = run.first + (run.second - run.first) * i / places;
    values.front().value = t;
    const double at = evaluate(graph, argument, values);
    if (std::isfinite(at) && !table.covers(at)) return t;
  }
  return std::nullopt;
}

/// The time and parameters that have a value.
class KnownValues {
public:
  explicit KnownValues(const Draft& draft) : values_(parameter_assignments(draft)) {
    values_.insert(values_.begin(), Assignment{draft.study.system.time, 0.0});
  }
  [[nodiscard]] const std::vector<Assignment>& all() const { return values_; }

  /// True of an expression of the time, and of these alone.
  [[nodiscard]] bool is_of_time(const Graph& graph, Expr e) const {
    const std::vector<Expr> needed = free_symbols(graph, e);
    const auto is_known = [this](Expr s) {
      return std::ranges::find(values_, s, &Assignment::symbol) != values_.end();
    };
    return std::ranges::all_of(needed, is_known) && std::ranges::find(needed, values_.front().symbol) != needed.end();
  }

private:
  std::vector<Assignment> values_;
};

} // namespace

void look_for_ends_of_tables(const Builder& builder) {
  Context& context = builder.context;
  const Graph& graph = context.graph;
  const System& system = builder.draft.study.system;
  const std::optional<Simulate>& run = builder.draft.study.simulate;
  if (system.tables.empty() || !run) return;
  const KnownValues known(builder.draft);
  const double begin = evaluate(graph, run->begin, known.all());
  const double end = evaluate(graph, run->end, known.all());
  std::set<std::pair<Expr, std::uint32_t>> seen;
  for (const Expr e : reachable(graph, system.written_parts())) {
    if (graph.kind(e) != NodeKind::unknown || !graph.table(graph.unknown_id(e))) continue;
    const Expr argument = graph.arguments(e).front().expr;
    const UnknownId id = graph.unknown_id(e);
    const auto input = std::ranges::find(system.tables, id, &TableInput::id);
    if (input == system.tables.end() || !known.is_of_time(graph, argument)) continue;
    if (!seen.insert({argument, id.id}).second) continue;
    const TabulatedFunction& table = *graph.table(id);
    const std::optional<double> t = first_outside(graph, argument, table, known.all(), {begin, end});
    if (!t) continue;
    Diagnostic& made = context.complaints.warning(
        "W0817", input->span,
        fmt::format("`simulate` goes beyond the table `{}`: its range {:.6g}..{:.6g} is left at about t = {:.6g} s",
                    input->file, table.first(), table.last(), *t));
    made.note = "tables are not extrapolated, so a run ends there";
    made.help = "end the run earlier, or extend the table";
    made.labels.push_back({run->span, fmt::format("the run is from {:.6g} s to {:.6g} s", begin, end)});
  }
}

} // namespace elaboration
} // namespace dalembert
