#include <dalembert/lowering/row_switches.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace dalembert {
inline namespace lowering {

std::vector<std::size_t> switched_rows(const Study& study) {
  std::vector<std::size_t> out;
  for (const Contact& contact : study.contacts)
    if (contact.constraint) out.push_back(*contact.constraint);
  for (const Imposed& imposed : study.imposed)
    out.push_back(imposed.constraint);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::size_t> switched_rows(const Study& study, RowInputs which) {
  if (which == RowInputs::of_some) return switched_rows(study);
  std::vector<std::size_t> out(study.system.constraints.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

RowSwitches::RowSwitches(const Study& study, RowInputs which)
    : graph_(*study.system.graph), rows_(switched_rows(study, which)) {
  for (const std::size_t k : rows_)
    symbols_.push_back(graph_.symbol(fmt::format("acts.{}", k)));
}

std::optional<Expr> RowSwitches::symbol_of(std::size_t k) const {
  const auto at = std::ranges::lower_bound(rows_, k);
  if (at == rows_.end() || *at != k) return std::nullopt;
  return symbols_[static_cast<std::size_t>(at - rows_.begin())];
}

Expr RowSwitches::where_acting(std::size_t k, Expr value) const {
  const std::optional<Expr> symbol = symbol_of(k);
  return symbol ? graph_.mul(*symbol, value) : value;
}

void RowSwitches::release(InertiaStructure& structure, const std::vector<std::size_t>& places) const {
  for (std::size_t r = 0; r < places.size(); ++r) {
    const std::optional<Expr> symbol = symbol_of(places[r]);
    if (!symbol) continue;
    const auto hold = [&](Minimisation::Place place) {
      structure.entries[place] = graph_.mul(*symbol, structure.entries[place]);
    };
    for (Minimisation::Term& t : structure.problem.rows[r]) {
      hold(t.coefficient);
      t.sign = 0;
    }
    hold(structure.problem.row_values[r]);
    structure.problem.releases.push_back(
        {static_cast<std::uint32_t>(r), static_cast<Minimisation::Place>(structure.entries.size())});
    structure.entries.push_back(graph_.sub(graph_.one(), *symbol));
  }
}

} // namespace lowering
} // namespace dalembert
