#include <dalembert/lowering/table_words.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/program/non_finite.h>
#include <dalembert/simulation/engine/listed.h>
#include <dalembert/simulation/start/initial_conflict.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace simulation {

namespace {

/// A count in words as a sentence starts with it.
std::string count_word(std::size_t n) {
  constexpr std::array<std::string_view, 7> words{"no", "one", "two", "three", "four", "five", "six"};
  return n < words.size() ? std::string(words[n]) : fmt::format("{}", n);
}

/// Combinations of rows that vanish: c with cᵀ·J = 0, of the first `count` rows.
std::vector<std::vector<double>> dependencies(const LevelRows& rows, std::size_t count, std::size_t n) {
  std::vector<double> identity(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    identity[i * n + i] = 1.0;
  const KktMatrices matrices{identity, std::span(rows.gradient).first(count * n), {}};
  return examine_kkt(matrices, {}, static_cast<int>(n), static_cast<int>(count)).row_dependencies;
}

/// The rows that take part in a contradiction: cᵀ·J = 0 but cᵀ·r ≠ 0.
std::set<std::size_t> contradictory(const LevelRows& rows, const std::vector<std::vector<double>>& combinations) {
  constexpr double share_in_row = 1e-9;
  std::set<std::size_t> involved;
  for (const std::vector<double>& c : combinations) {
    double sum = 0.0;
    for (std::size_t k = 0; k < c.size(); ++k)
      sum += c[k] * rows.residual[k];
    if (std::abs(sum) <= share_in_row) continue;
    for (std::size_t k = 0; k < c.size(); ++k)
      if (std::abs(c[k]) > 1e-6) involved.insert(k);
  }
  return involved;
}

struct Conflict {
  std::vector<const Constraint*> constraints;
  std::vector<double> violations;
  std::vector<const InitialValue*> entries;
};

Conflict conflict_of(const Engine& engine, const LevelRows& rows, const std::set<std::size_t>& involved) {
  Conflict conflict;
  for (const std::size_t k : involved) {
    if (k < rows.constraints.size()) {
      conflict.constraints.push_back(&engine.system().constraints[rows.constraints[k]]);
      conflict.violations.push_back(rows.residual[k]);
    } else {
      conflict.entries.push_back(&engine.study->initial[rows.kept[k - rows.constraints.size()]->entry]);
    }
  }
  return conflict;
}

template <class Items, class Text>
std::string listed_texts(const Items& items, Text text) {
  std::vector<std::string> words;
  words.reserve(items.size());
  for (const auto& item : items)
    words.push_back(text(item));
  return listed(words);
}

std::string violation_text(const Conflict& conflict, Level level) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < conflict.constraints.size(); ++k) {
    const Constraint& constraint = *conflict.constraints[k];
    const bool rate = level == Level::rate && constraint.kind == ConstraintKind::holonomic;
    std::string unit = (rate ? rate_of(constraint.measure) : constraint.measure).unit();
    if (unit == "1") unit.clear();
    parts.push_back(fmt::format("{}{} is {:.6g}{}{}, should be 0", rate ? "the rate of " : "", constraint.name,
                                conflict.violations[k], unit.empty() ? "" : " ", unit));
  }
  constexpr std::size_t most = 8;
  if (parts.size() <= most + 1) return fmt::format("{}", fmt::join(parts, "; "));
  return fmt::format("{}; and {} more", fmt::join(parts.begin(), parts.begin() + most, "; "), parts.size() - most);
}

Diagnostic contradiction(const Conflict& conflict, Level level) {
  Diagnostic d;
  d.code = "E0702";
  d.span = conflict.constraints.back()->span;
  d.message = fmt::format("the constraints {} contradict one another",
                          listed_texts(conflict.constraints, [](const Constraint* c) { return c->name; }));
  d.note = "no state satisfies them all";
  std::vector<SourceSpan> others;
  for (std::size_t k = 0; k + 1 < conflict.constraints.size(); ++k)
    others.push_back(conflict.constraints[k]->span);
  add_labels(d, others, "together with this one");
  d.help =
      fmt::format("at the nearest state {}; remove one of them or correct its value", violation_text(conflict, level));
  return d;
}

/// `constraints a and b`; of hidden rows `Lagrange's equation of y`.
std::string named_rows(const std::vector<const Constraint*>& rows) {
  if (rows.empty()) return "one another";
  const auto hidden = [](const Constraint* c) { return is_hidden(*c); };
  if (std::ranges::all_of(rows, hidden))
    return listed_texts(rows,
                        [](const Constraint* c) { return fmt::format("{}, `{}`", equation_of_hidden(*c), c->text); });
  return fmt::format("{} {}", rows.size() == 1 ? "constraint" : "constraints",
                     listed_texts(rows, [](const Constraint* c) { return c->name; }));
}

Diagnostic too_many(const Conflict& conflict, Level level, std::size_t excess) {
  const bool rates = level == Level::rate;
  Diagnostic d;
  d.code = rates ? "E0705" : "E0704";
  d.span = conflict.entries.front()->span;
  const std::string names = listed_texts(conflict.entries, [](const InitialValue* e) { return e->text; });
  const std::string against = named_rows(conflict.constraints);
  d.message = fmt::format("the initial {}: they contradict {} ({} value{} too many)",
                          rates ? "rates over-determine the motion" : "positions over-determine the configuration",
                          against, count_word(excess), excess == 1 ? "" : "s");
  d.note = "held fixed because it is written with `=`";
  std::vector<SourceSpan> others;
  for (std::size_t k = 1; k < conflict.entries.size(); ++k)
    others.push_back(conflict.entries[k]->span);
  add_labels(d, others, "held fixed as well");
  const std::string violation = violation_text(conflict, level);
  d.help = fmt::format("{}{}write ~ instead of = for {} of {}: a value with ~ may be moved", violation,
                       violation.empty() ? "" : "; ", count_word(excess), names);
  return d;
}

Diagnostic not_found(const Engine& engine, const LevelRows& rows, Level level) {
  const auto size = [](double residual) { // what has no value is the worst
    return std::isfinite(residual) ? std::abs(residual) : std::numeric_limits<double>::infinity();
  };
  const auto worst = std::ranges::max_element(rows.residual, {}, size);
  const auto k = static_cast<std::size_t>(worst - rows.residual.begin());
  Diagnostic d;
  d.code = "E0703";
  const bool of_constraint = k < rows.constraints.size();
  const std::size_t entry = of_constraint ? 0 : rows.kept[k - rows.constraints.size()]->entry;
  d.span = of_constraint ? engine.system().constraints[rows.constraints[k]].span : engine.study->initial[entry].span;
  const std::string name =
      of_constraint ? engine.system().constraints[rows.constraints[k]].name : engine.study->initial[entry].text;
  d.message = fmt::format("found no initial {} that satisfy {}{}", level == Level::rate ? "rates" : "positions",
                          of_constraint ? "constraint " : "", name);
  d.note = std::isfinite(*worst) ? fmt::format("its residual is {:.6g} at the best state found", *worst)
                                 : "it has no finite value at the states that were tried";
  d.help = "give a better guess with ~ in `initial` for the coordinates it depends on; a coordinate that is not "
           "mentioned starts from 0";
  return d;
}

} // namespace

LevelRows level_rows(const Engine& engine, const InitialConditions& conditions, Level level,
                     std::span<const double> inputs) {
  const bool positions = level == Level::position;
  const RowValues values_of_rows = rows_at(engine, inputs, level);
  const RowsView at = values_of_rows.view();
  LevelRows rows;
  rows.constraints = engine.programs->positions.rows;
  if (!positions) {
    rows.constraints.resize(engine.constraints());
    std::iota(rows.constraints.begin(), rows.constraints.end(), std::size_t{0});
  }
  rows.residual.assign(at.residual.begin(), at.residual.end());
  rows.gradient.assign(at.gradient.begin(), at.gradient.end());
  const std::vector<double> values = conditions.evaluate(inputs);
  for (const InitialProgram::Row* row : conditions.rows(level)) {
    if (!row->kept) continue;
    rows.kept.push_back(row);
    rows.residual.push_back(conditions.residual(*row, values));
    rows.gradient.resize(rows.gradient.size() + engine.coordinates());
    conditions.gradient(*row, values, std::span(rows.gradient).last(engine.coordinates()));
  }
  return rows;
}

Diagnostic explain_conflict(const Engine& engine, const InitialConditions& conditions, Level level,
                            std::span<const double> inputs) {
  const LevelRows rows = level_rows(engine, conditions, level, inputs);
  const std::size_t n = engine.coordinates();
  // Rows without a value have no rank either.
  const auto is_finite = [](double value) { return std::isfinite(value); };
  std::vector<std::vector<double>> all;
  std::vector<std::vector<double>> among;
  if (std::ranges::all_of(rows.residual, is_finite) && std::ranges::all_of(rows.gradient, is_finite)) {
    all = dependencies(rows, rows.residual.size(), n);
    among = dependencies(rows, rows.constraints.size(), n);
  }
  const Conflict constraints_only = conflict_of(engine, rows, contradictory(rows, among));
  if (!constraints_only.constraints.empty()) return contradiction(constraints_only, level);
  const Conflict conflict = conflict_of(engine, rows, contradictory(rows, all));
  if (conflict.entries.empty()) {
    Diagnostic d = not_found(engine, rows, level);
    const Tape& tape = level == Level::position ? engine.programs->positions.tape : engine.programs->rates.tape;
    const auto born = first_non_finite(tape, inputs.first(engine.programs->layout.state_size()));
    if (born && !born->is_input && born->operation == Operation::table)
      d.note = outside_of_table(engine.system(), born->expr, born->operands[0]);
    return d;
  }
  return too_many(conflict, level, all.size() - among.size());
}

} // namespace simulation
} // namespace dalembert
