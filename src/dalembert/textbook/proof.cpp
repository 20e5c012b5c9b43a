#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/proof.h>

namespace dalembert {
inline namespace textbook {

namespace {

Answer equality(const Graph& graph, Expr a, Expr b) {
  return equality_test(graph, std::span<const Expr>(&a, 1), std::span<const Expr>(&b, 1)).verdict;
}

} // namespace

std::optional<KnownTexts> texts_below(const Graph& graph, std::span<const Expr> roots) {
  KnownTexts known;
  for (const Expr e : reachable(graph, roots)) {
    const NodeKind kind = graph.kind(e);
    const bool is_name = kind == NodeKind::symbol;
    if (!is_name && kind != NodeKind::select && kind != NodeKind::unknown) continue;
    const bool added = known.emplace(is_name ? std::string(graph.name(e)) : text(graph, e), e).second;
    if (!added && is_name) return std::nullopt;
  }
  return known;
}

Expr read_printed(Graph& graph, const Formula& formula, const KnownTexts& known) {
  const std::optional<Expr> out = read_back(graph, written(formula), known);
  ENSURE(out.has_value());
  return *out;
}

void read_definitions(Graph& graph, const std::vector<Definition>& definitions, KnownTexts& known) {
  for (const Definition& d : definitions)
    known[written(d.name)] = read_printed(graph, d.meaning, known);
}

Answer says_what_is_meant(Graph& graph, Expr printed, Expr meant) {
  const Answer answer = equality(graph, printed, meant);
  ENSURE(answer != Answer::no);
  if (answer == Answer::yes || PointBudget::is_spent()) return answer;
  // What is equal whatever number pi is, is equal: an exact point has no sine of pi/7.
  const std::vector<Replacement> any_pi{{graph.pi(), graph.symbol("pi")}};
  const std::vector<Expr> both = substitute(graph, std::vector<Expr>{printed, meant}, any_pi);
  const bool has_pi = both[0] != printed || both[1] != meant;
  return has_pi && equality(graph, both[0], both[1]) == Answer::yes ? Answer::yes : Answer::undecided;
}

} // namespace textbook
} // namespace dalembert
