#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/lowering/points_in.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

class PointFinder {
public:
  PointFinder(Graph& graph, const RateDefinitions& of) : graph_(graph), of_(of), holders_(of.problem.free) {
    for (Index i = 0; i < of.problem.free; ++i)
      numbers_.emplace(of.places[1 + i], i);
    for (std::size_t k = 0; k < of.problem.definitions.size(); ++k)
      for (const Minimisation::Term& t : of.problem.definitions[k])
        if (t.unknown < of.problem.free) holders_[t.unknown].push_back(k);
  }

  void look_at(Expr sum);
  [[nodiscard]] std::map<Expr, Point> take() { return std::move(points_); }

private:
  using Index = std::uint32_t;
  using RateForm = std::map<Index, Expr>; ///< Σ coefficient · unknown

  [[nodiscard]] std::optional<RateForm> form_of(Expr sum);
  [[nodiscard]] bool is_rate_of(const RateForm& form, std::size_t definition, bool is_minus);

  Graph& graph_;
  const RateDefinitions& of_;
  std::map<Expr, Index> numbers_;                 ///< of coordinates
  std::vector<std::vector<std::size_t>> holders_; ///< definitions that hold a free unknown
  std::map<Expr, Point> points_;
};

/// The rate of a sum as a definition is written. Nothing where it is long.
std::optional<PointFinder::RateForm> PointFinder::form_of(Expr sum) {
  constexpr std::size_t longest = 64; // nodes of what is no point
  RateForm out;
  const auto add_to = [&](Index unknown, Expr coefficient) {
    const auto [at, is_new] = out.try_emplace(unknown, coefficient);
    if (!is_new) at->second = graph_.add(at->second, coefficient);
  };
  const std::span<const Term> stored = graph_.terms(sum);
  for (const Term& t : std::vector<Term>(stored.begin(), stored.end())) {
    const Expr factor = graph_.number(graph_.value(t.coefficient));
    if (const auto known = points_.find(t.expr); known != points_.end()) {
      add_to(static_cast<Index>(of_.problem.free + known->second.definition),
             known->second.is_minus ? graph_.neg(factor) : factor);
      continue;
    }
    if (size_within(graph_, t.expr, longest) >= longest) return std::nullopt;
    for (const Expr symbol : free_symbols(graph_, t.expr)) {
      if (symbol == of_.places.front()) return std::nullopt; // time
      const auto number = numbers_.find(symbol);
      if (number == numbers_.end()) continue;
      const std::vector<Seed> moving{{symbol, graph_.one()}};
      add_to(number->second, graph_.mul(factor, directional(graph_, t.expr, moving)));
    }
  }
  return out;
}

bool PointFinder::is_rate_of(const RateForm& form, std::size_t definition, bool is_minus) {
  const std::vector<Minimisation::Term>& terms = of_.problem.definitions[definition];
  return terms.size() == form.size() && std::ranges::all_of(terms, [&](const Minimisation::Term& t) {
           const auto at = form.find(t.unknown);
           if (at == form.end()) return false;
           const Expr coefficient = of_.entries[t.coefficient];
           return at->second == (is_minus ? graph_.neg(coefficient) : coefficient);
         });
}

void PointFinder::look_at(Expr sum) {
  const std::optional<RateForm> form = form_of(sum);
  if (!form) return;
  for (const auto& term : *form) {
    if (term.first >= of_.problem.free) continue;
    for (const std::size_t k : holders_[term.first])
      for (const bool is_minus : {false, true})
        if (is_rate_of(*form, k, is_minus)) points_[sum] = {k, is_minus};
  }
}

} // namespace

std::map<Expr, Point> points_in(Graph& graph, Expr e, const RateDefinitions& definitions) {
  PointFinder finder(graph, definitions);
  for (const Expr node : reachable(graph, {&e, 1})) // children first
    if (graph.kind(node) == NodeKind::sum) finder.look_at(node);
  return finder.take();
}

} // namespace lowering
} // namespace dalembert
