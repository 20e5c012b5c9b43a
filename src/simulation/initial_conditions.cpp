#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/simulation/initial_conditions.h>

#include <algorithm>

namespace dalembert {

namespace {

std::vector<Assignment> assignments(const std::vector<Expr>& symbols, std::span<const double> inputs) {
  std::vector<Assignment> values;
  values.reserve(symbols.size());
  for (std::size_t i = 0; i < symbols.size(); ++i)
    values.push_back({symbols[i], inputs[i]});
  return values;
}

std::optional<std::size_t> place_of(const std::vector<Expr>& symbols, Expr symbol) {
  const auto found = std::find(symbols.begin(), symbols.end(), symbol);
  if (found == symbols.end()) return std::nullopt;
  return static_cast<std::size_t>(found - symbols.begin());
}

} // namespace

InitialConditions::InitialConditions(const Engine& engine)
    : engine_(engine), q_(engine.system().positions()), v_(engine.system().rates()) {
  symbols_.push_back(engine.system().time);
  symbols_.insert(symbols_.end(), q_.begin(), q_.end());
  symbols_.insert(symbols_.end(), v_.begin(), v_.end());
  for (const Parameter& parameter : engine.system().parameters)
    symbols_.push_back(parameter.symbol);
  for (std::size_t i = 0; i < engine.study->initial.size(); ++i)
    sort(i);
}

void InitialConditions::sort(std::size_t entry) {
  const InitialValue& given = engine_.study->initial[entry];
  Graph& graph = *engine_.system().graph;
  InitialRow row{entry, std::nullopt, given.kept, graph.sub(given.target, given.value), {}};
  const bool about_rates = depends(graph, row.residual, v_);
  const std::vector<Expr>& unknowns = about_rates ? v_ : q_;
  row.unknown = place_of(unknowns, given.target);
  row.gradient = dalembert::gradient(graph, row.residual, unknowns);
  (about_rates ? rates_ : positions_).rows.push_back(std::move(row));
}

double InitialConditions::residual(const InitialRow& row, std::span<const double> inputs) const {
  return evaluate(*engine_.system().graph, row.residual, assignments(symbols_, inputs));
}

std::vector<double> InitialConditions::gradient(const InitialRow& row, std::span<const double> inputs) const {
  return evaluate(*engine_.system().graph, row.gradient, assignments(symbols_, inputs));
}

bool InitialConditions::resolve(const InitialRow& row, Level level, Start& start, std::vector<bool>& known,
                                std::span<double> inputs) const {
  const Graph& graph = *engine_.system().graph;
  const std::vector<Expr>& unknowns = level == Level::position ? q_ : v_;
  const Expr value = engine_.study->initial[row.entry].value;
  bool all_fixed = true;
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    if (!depends(graph, value, unknowns[i])) continue;
    if (!known[i]) return false;
    all_fixed = all_fixed && start.fixed[i];
  }
  const InputLayout& layout = engine_.programs->layout;
  const std::size_t place = level == Level::position ? layout.position() : layout.rate();
  inputs[place + *row.unknown] = evaluate(graph, value, assignments(symbols_, inputs));
  known[*row.unknown] = true;
  start.given[*row.unknown] = true;
  start.fixed[*row.unknown] = row.kept && all_fixed;
  return true;
}

InitialConditions::Start InitialConditions::start(Level level, std::span<double> inputs) const {
  const std::size_t n = q_.size();
  Start start{std::vector<bool>(n, false), std::vector<bool>(n, false)};
  std::vector<bool> known(n, true);
  std::vector<const InitialRow*> waiting;
  for (const InitialRow& row : at(level).rows) {
    if (!row.unknown) continue;
    known[*row.unknown] = false;
    waiting.push_back(&row);
  }
  // Values may speak of other coordinates; what remains in a circle starts from 0 and is met as a row.
  for (std::size_t before = waiting.size() + 1; before != waiting.size();) {
    before = waiting.size();
    std::erase_if(waiting, [&](const InitialRow* row) { return resolve(*row, level, start, known, inputs); });
  }
  return start;
}

} // namespace dalembert
