#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/proof.h>

namespace dalembert::inline textbook {

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

void prove_equal(const Graph& graph, Expr printed, Expr meant) {
  const std::vector<Expr> left{printed};
  const std::vector<Expr> right{meant};
  ENSURE(equality_test(graph, left, right).verdict != Answer::no);
}

} // namespace dalembert::inline textbook
