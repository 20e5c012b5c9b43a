#include <dalembert/export/c_model.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace dalembert {
inline namespace exporting {

namespace {

/// What is known of a state by other names.
std::set<Expr> named_quantities(const System& system) {
  std::set<Expr> out{system.time};
  for (const std::vector<Expr>& of : {system.positions(), system.rates(), system.accelerations(), system.multipliers()})
    out.insert(of.begin(), of.end());
  for (const Reaction& reaction : system.reactions)
    out.insert(reaction.symbol);
  for (const Friction& friction : system.frictions)
    out.insert(friction.symbol);
  return out;
}

/// The user's own text where its letters are those of ASCII, else the expression as the language writes it.
std::string name_of(const Graph& graph, const Quantity& quantity, std::size_t number) {
  constexpr std::size_t longest = 80;
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (std::ranges::all_of(quantity.text, is_plain)) return quantity.text;
  std::string out = text(graph, quantity.value, longest);
  return std::ranges::all_of(out, is_plain) ? out : fmt::format("output_{}", number + 1);
}

/// Symbols whose value a state does not decide.
std::vector<Expr> undecided(const Study& study, const Programs& programs) {
  std::vector<Expr> out;
  for (const std::size_t derived : programs.histories)
    out.push_back(study.derived[derived].symbol);
  for (const Impact& impact : study.system.impacts)
    out.push_back(impact.symbol);
  return out;
}

} // namespace

std::vector<OutputQuantity> output_quantities(const Study& study, const Programs& programs) {
  const Graph& graph = *study.system.graph;
  const std::vector<Expr> not_of_state = undecided(study, programs);
  std::set<Expr> taken = named_quantities(study.system);
  std::vector<OutputQuantity> out;
  const auto add = [&](const Quantity& quantity, std::size_t observable) {
    if (free_symbols(graph, quantity.value).empty() || depends(graph, quantity.value, not_of_state)) return;
    if (taken.insert(quantity.value).second)
      out.push_back({name_of(graph, quantity, out.size()), quantity.measure, observable});
  };
  for (std::size_t k = 0; k < study.plots.size(); ++k) {
    const Plot& plot = study.plots[k];
    const ObservedPart& part = programs.observed.plots[k];
    for (std::size_t c = 0; c < plot.curves.size(); ++c)
      add(plot.curves[c], part[c]);
    if (plot.versus) add(*plot.versus, part.last());
  }
  return out;
}

} // namespace exporting
} // namespace dalembert
