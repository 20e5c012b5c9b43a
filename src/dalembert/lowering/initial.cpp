#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/lowering/initial.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

/// q or v, and the place of each.
class Unknowns {
public:
  explicit Unknowns(std::vector<Expr> all) : all_(std::move(all)) {
    for (std::size_t i = 0; i < all_.size(); ++i)
      places_.emplace(all_[i], i);
  }

  [[nodiscard]] const std::vector<Expr>& all() const { return all_; }

  [[nodiscard]] std::optional<std::size_t> place(Expr e) const {
    const auto found = places_.find(e);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }

  /// The places of those in `roots`, in order.
  [[nodiscard]] std::vector<std::size_t> places_in(const Graph& graph, std::span<const Expr> roots) const {
    std::vector<std::size_t> out;
    for (const Expr symbol : free_symbols(graph, roots))
      if (const std::optional<std::size_t> i = place(symbol)) out.push_back(*i);
    std::ranges::sort(out);
    return out;
  }

private:
  std::vector<Expr> all_;
  std::map<Expr, std::size_t> places_;
};

InitialProgram::Row row_of(const Study& study, std::size_t entry, const Unknowns& q, const Unknowns& v) {
  const InitialValue& given = study.initial[entry];
  const Graph& graph = *study.system.graph;
  InitialProgram::Row row;
  row.entry = entry;
  row.kept = given.kept;
  const std::vector<Expr> sides{given.target, given.value};
  row.about_rates = !v.places_in(graph, sides).empty();
  const Unknowns& unknowns = row.about_rates ? v : q;
  row.unknown = unknowns.place(given.target);
  row.needs = unknowns.places_in(graph, std::span(sides).last(1));
  row.holds = unknowns.places_in(graph, sides);
  return row;
}

} // namespace

InitialProgram lower_initial(const Study& study, const std::vector<Expr>& state_inputs) {
  Graph& graph = *study.system.graph;
  const Unknowns q(study.system.positions());
  const Unknowns v(study.system.rates());
  InitialProgram program;
  std::vector<Expr> outputs;
  for (std::size_t entry = 0; entry < study.initial.size(); ++entry) {
    InitialProgram::Row row = row_of(study, entry, q, v);
    const InitialValue& given = study.initial[entry];
    const Expr residual = graph.sub(given.target, given.value);
    std::vector<Expr> held;
    for (const std::size_t i : row.holds)
      held.push_back((row.about_rates ? v : q).all()[i]);
    const std::vector<Expr> gradients = gradient(graph, residual, held);
    row.place = outputs.size();
    program.rows.push_back(std::move(row));
    outputs.push_back(given.value);
    outputs.push_back(residual);
    outputs.insert(outputs.end(), gradients.begin(), gradients.end());
  }
  program.tape = build_tape(graph, state_inputs, outputs);
  return program;
}

} // namespace lowering
} // namespace dalembert
