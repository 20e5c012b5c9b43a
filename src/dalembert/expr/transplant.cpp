#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/transplant.h>

#include <unordered_map>

namespace dalembert {
inline namespace expr {

namespace {

/// The copy under way: what stands in `to` for each node of `from`.
class Copy {
public:
  Copy(const Graph& from, Graph& to, const Soil& soil) : from_(from), to_(to), soil_(soil) {}

  void take(Expr e) { images_[e.id] = made(e); }
  [[nodiscard]] Expr image(Expr e) const { return images_.at(e.id); }

private:
  Expr made(Expr e) {
    switch (from_.kind(e)) {
    case NodeKind::number:
      return to_.number(from_.number(e));
    case NodeKind::pi:
      return to_.pi();
    case NodeKind::symbol:
      return soil_.symbol(e);
    case NodeKind::sum:
      return sum(e);
    case NodeKind::product:
      return product(e);
    case NodeKind::function: {
      const auto args = from_.args(e);
      return args.size() == 1 ? to_.apply(from_.function(e), image(args[0]))
                              : to_.apply(from_.function(e), image(args[0]), image(args[1]));
    }
    case NodeKind::unknown:
      return unknown(e);
    case NodeKind::select: {
      const auto args = from_.args(e);
      return to_.select(from_.relation(e), image(args[0]), image(args[1]), image(args[2]), image(args[3]));
    }
    }
    ENSURE(false);
  }

  Expr sum(Expr e) {
    std::vector<Term> terms;
    for (const Term& term : from_.terms(e))
      terms.push_back({image(term.expr), to_.intern(from_.value(term.coefficient))});
    return to_.sum(terms);
  }

  Expr product(Expr e) {
    std::vector<Factor> factors;
    for (const Factor& factor : from_.factors(e))
      factors.push_back({image(factor.base), to_.intern(from_.value(factor.exponent))});
    return to_.product(factors);
  }

  Expr unknown(Expr e) {
    std::vector<Argument> arguments;
    for (const Argument& argument : from_.arguments(e))
      arguments.push_back({image(argument.expr), argument.order});
    return to_.unknown(soil_.function(from_.unknown_id(e)), arguments);
  }

  const Graph& from_;
  Graph& to_;
  const Soil& soil_;
  std::unordered_map<std::uint32_t, Expr> images_;
};

} // namespace

std::vector<Expr> transplant(const Graph& from, std::span<const Expr> roots, Graph& to, const Soil& soil) {
  Copy copy(from, to, soil);
  for (const Expr e : reachable(from, roots))
    copy.take(e);
  std::vector<Expr> out;
  for (const Expr root : roots)
    out.push_back(copy.image(root));
  return out;
}

} // namespace expr
} // namespace dalembert
