#include <dalembert/derivation/dimension_as_read.h>
#include <dalembert/mechanics/dimension_rules.h>

#include <unordered_map>

namespace dalembert {
inline namespace derivation {

namespace {

class DimensionReader {
public:
  explicit DimensionReader(const System& system) : system_(system), graph_(*system.graph) {
    for (const Coordinate& q : system.coordinates) {
      know(q.position, q.measure);
      know(q.rate, rate_of(q.measure));
    }
    for (const Parameter& p : system.parameters)
      know(p.symbol, p.measure);
    known_[system.time.id] = system.has_units ? Dimension::time() : Dimension();
  }

  std::optional<Dimension> of(Expr e) {
    if (const auto found = known_.find(e.id); found != known_.end()) return found->second;
    const std::optional<Dimension> out = compute(e);
    known_[e.id] = out;
    return out;
  }

private:
  void know(Expr symbol, const Measure& measure) {
    known_[symbol.id] = system_.has_units ? measure.dimension : Dimension();
  }

  std::optional<Dimension> compute(Expr e) {
    switch (graph_.kind(e)) {
    case NodeKind::number:
    case NodeKind::pi:
      return Dimension();
    case NodeKind::sum:
      return of_sum(e);
    case NodeKind::product:
      return of_product(e);
    case NodeKind::function:
      return of_function(e);
    case NodeKind::select: {
      const auto args = graph_.args(e);
      return common(args[0], args[1]) ? common(args[2], args[3]) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  /// 0 fits everything.
  std::optional<Dimension> common(Expr a, Expr b) {
    if (graph_.is_zero(a)) return of(b);
    const std::optional<Dimension> out = of(a);
    return graph_.is_zero(b) || out == of(b) ? out : std::nullopt;
  }

  std::optional<Dimension> of_sum(Expr e) {
    const auto terms = graph_.terms(e);
    const std::optional<Dimension> out = of(terms[0].expr);
    for (const Term& t : terms)
      if (of(t.expr) != out) return std::nullopt;
    return out;
  }

  std::optional<Dimension> of_product(Expr e) {
    Dimension out;
    for (const Factor& f : graph_.factors(e)) {
      const std::optional<Dimension> base = of(f.base);
      if (!base) return std::nullopt;
      if (base->is_one()) continue;
      const std::optional<Exponent> exponent = dimension_exponent(graph_.value(f.exponent));
      if (!exponent) return std::nullopt;
      out = out * base->pow(*exponent);
    }
    return out;
  }

  std::optional<Dimension> of_function(Expr e) {
    const auto args = graph_.args(e);
    const std::optional<Dimension> argument = args.size() > 1 ? common(args[0], args[1]) : of(args[0]);
    const Function f = graph_.function(e);
    if (keeps_dimension(f)) return argument;
    const bool is_taken = argument && (argument->is_one() || takes_any_dimension(f));
    return is_taken ? std::optional(Dimension()) : std::nullopt;
  }

  const System& system_;
  const Graph& graph_;
  std::unordered_map<std::uint32_t, std::optional<Dimension>> known_;
};

} // namespace

std::optional<Dimension> dimension_as_read(const System& system, Expr e) {
  return DimensionReader(system).of(e);
}

} // namespace derivation
} // namespace dalembert
