#include <dalembert/algebra/atoms.h>
#include <dalembert/algebra/expression_formula.h>
#include <dalembert/algebra/merged_terms.h>
#include <dalembert/algebra/print_costs.h>
#include <dalembert/algebra/printed_text.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr int rank_stride = 1 << 20; ///< more than any count of declared names

/// How a coefficient prints: `3`, `/2`, `2/5`, `0.05`.
struct CoefficientParts {
  bool has_numerator = false;
  bool has_denominator = false;
};

CoefficientParts parts_of(const Rational& coefficient) {
  if (const auto whole = coefficient.as_integer()) return {*whole != 1 && *whole != -1, false};
  constexpr std::int64_t largest_plain_denominator = 64;
  const Rational denominator = coefficient.denominator();
  const bool decimal =
      denominator > Rational(largest_plain_denominator) && coefficient.decimal_text().find('/') == std::string::npos;
  if (decimal) return {true, false};
  return {!coefficient.numerator().abs().is_one(), !denominator.is_one()};
}

} // namespace

std::uint64_t sum_hash(const Sum& sum) {
  std::uint64_t hash = 0;
  for (const Summand& s : sum) {
    std::uint64_t x = s.monomial.hash() ^ (std::uint64_t{s.coefficient.hash()} * 0x9E3779B97F4A7C15U);
    x = (x ^ (x >> 31U)) * 0xBF58476D1CE4E5B9U;
    hash += x ^ (x >> 29U);
  }
  return hash;
}

bool is_same(const Sum& a, const Sum& b) {
  if (a.size() != b.size()) return false;
  const auto are_equal = [](const Summand& s, const Summand& t) {
    return s.monomial == t.monomial && s.coefficient == t.coefficient;
  };
  for (std::size_t i = 0; i < a.size(); ++i) { // most are sorted alike
    if (are_equal(a[i], b[i])) continue;
    if (std::ranges::none_of(b, [&](const Summand& t) { return are_equal(a[i], t); })) return false;
  }
  return true;
}

void merge(Sum& sum) {
  merge_terms(
      sum, [](const Summand& s) { return s.monomial.hash(); },
      [](const Summand& s, const Summand& t) { return s.monomial == t.monomial; });
}

void AtomTable::declare(Expr symbol, AtomClass type, std::size_t order) {
  declare(symbol, type, order, name_formula(std::string(graph_.name(symbol))));
}

void AtomTable::declare(Expr symbol, AtomClass type, std::size_t order, Formula printed) {
  Atom atom;
  atom.type = type;
  atom.has_only_parameters = type == AtomClass::parameter;
  atom.order = static_cast<int>(order);
  atom.expr = symbol;
  atom.formula = std::move(printed);
  atom.text = written(atom.formula);
  append(std::move(atom));
}

AtomTable::AtomTable(const System& system) : graph_(*system.graph) {
  for (std::size_t i = 0; i < system.parameters.size(); ++i)
    declare(system.parameters[i].symbol, AtomClass::parameter, i);
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    declare(system.coordinates[i].position, AtomClass::coordinate, i);
    declare(system.coordinates[i].rate, AtomClass::rate, i);
    declare(system.coordinates[i].acceleration, AtomClass::acceleration, i);
  }
  std::size_t order = 0;
  for (const Constraint& c : system.constraints)
    declare(c.multiplier, AtomClass::multiplier, order++);
  const auto declare_force = [&](Expr symbol) {
    if (graph_.kind(symbol) == NodeKind::symbol) declare(symbol, AtomClass::multiplier, order++);
  };
  for (const Reaction& r : system.reactions)
    declare_force(r.symbol);
  for (const Friction& f : system.frictions)
    declare_force(f.symbol);
  for (const Impact& i : system.impacts)
    declare_force(i.symbol);
}

AtomId AtomTable::append(Atom atom) {
  if (atoms_.size() >= std::numeric_limits<AtomId>::max()) throw BudgetSpent{};
  const auto id = static_cast<AtomId>(atoms_.size());
  if (!atom.is_bracket()) by_expr_.emplace(atom.expr.id, id);
  atoms_.push_back(std::move(atom));
  return id;
}

AtomId AtomTable::atom(Expr e) {
  if (const auto found = by_expr_.find(e.id); found != by_expr_.end()) return found->second;
  return atom(e, structural(e));
}

Formula AtomTable::structural(Expr e, std::size_t longest) const {
  const SymbolFormula declared = [this](Expr symbol) -> const Formula* {
    const auto found = by_expr_.find(symbol.id);
    return found == by_expr_.end() ? nullptr : &atoms_[found->second].formula;
  };
  return expression_formula(graph_, e, declared, longest);
}

AtomId AtomTable::atom(Expr e, Formula printed) {
  if (const auto found = by_expr_.find(e.id); found != by_expr_.end()) return found->second;
  Atom atom;
  atom.expr = e;
  // Functions stand in the order of the first name that they contain.
  const std::vector<Expr> names = free_symbols(graph_, e);
  atom.order = names.empty() ? 0 : static_cast<int>(names.front().id);
  atom.formula = is_single(printed) ? std::move(printed) : fenced_formula(std::move(printed));
  atom.text = written(atom.formula);
  const NodeKind kind = graph_.kind(e);
  atom.cost = node_count(atom.formula);
  if (kind == NodeKind::symbol || kind == NodeKind::pi) {
    atom.type = AtomClass::coordinate; // time, say: neither a constant nor a function
    atom.has_only_parameters = kind == NodeKind::pi;
  } else {
    atom.type = AtomClass::function;
    const auto is_parameter = [this](Expr s) {
      const auto found = by_expr_.find(s.id);
      return found != by_expr_.end() && atoms_[found->second].type == AtomClass::parameter;
    };
    atom.has_only_parameters = std::ranges::all_of(names, is_parameter);
  }
  return append(std::move(atom));
}

int AtomTable::cost(const PowerProduct& monomial) const {
  int total = 0;
  for (const Power& p : monomial.powers())
    total += atoms_[p.atom].cost + print_costs::factor_cost(std::abs(int{p.exponent}) != 1);
  return std::max(total - print_costs::operator_cost, 0);
}

int AtomTable::cost(const Summand& summand) const {
  int total = 0;
  bool has_numerator = false;
  for (const Power& p : summand.monomial.powers()) {
    total += atoms_[p.atom].cost + print_costs::factor_cost(std::abs(int{p.exponent}) != 1);
    has_numerator = has_numerator || p.exponent > 0;
  }
  const CoefficientParts parts = parts_of(summand.coefficient);
  if (parts.has_numerator || !has_numerator) total += print_costs::number_cost;
  if (parts.has_denominator) total += print_costs::number_cost;
  return total - print_costs::operator_cost;
}

int AtomTable::cost(const Sum& sum) const {
  int total = 0;
  bool has_positive = sum.empty();
  for (const Summand& s : sum) {
    total += cost(s) + print_costs::operator_cost;
    has_positive = has_positive || s.coefficient.sign() > 0;
  }
  if (hides_quadratic(sum)) total += print_costs::hidden_quadratic_cost;
  return sum.empty() ? 0 : total - (has_positive ? print_costs::operator_cost : 0);
}

/// True for x² + y·(y + x·…).
bool AtomTable::hides_quadratic(const Sum& sum) const {
  if (sum.size() != 2) return false;
  const bool is_first = sum[0].monomial.powers().size() == 1;
  const auto square = (is_first ? sum[0] : sum[1]).monomial.powers();
  const auto product = (is_first ? sum[1] : sum[0]).monomial.powers();
  if (square.size() != 1 || square[0].exponent != 2 || product.size() != 2) return false;
  // A bracket is younger than what stands in it: its number is the larger one.
  const Power& y = product[0];
  const Atom& bracket = atoms_[product[1].atom];
  if (y.exponent != 1 || product[1].exponent != 1 || bracket.sum.size() != 2) return false;
  const bool has_y =
      std::ranges::any_of(bracket.sum, [&](const Summand& s) { return s.monomial == PowerProduct(y.atom); });
  const bool has_x =
      std::ranges::any_of(bracket.sum, [&](const Summand& s) { return s.monomial.exponent(square[0].atom) == 1; });
  return has_y && has_x;
}

int AtomTable::rank(const Atom& atom) const {
  switch (atom.type) {
  case AtomClass::acceleration:
    return atom.order == own_ ? -1 : atom.order;
  case AtomClass::rate:
    return rank_stride + atom.order;
  case AtomClass::multiplier:
    return 3 * rank_stride + atom.order;
  default:
    break;
  }
  int least = 2 * rank_stride;
  bool has_multiplier = false;
  int first_multiplier = 4 * rank_stride;
  for (const Summand& s : atom.sum) {
    const int r = rank(s.monomial);
    has_multiplier = has_multiplier || r >= 3 * rank_stride;
    (r >= 3 * rank_stride ? first_multiplier : least) = std::min(r >= 3 * rank_stride ? first_multiplier : least, r);
  }
  return least == 2 * rank_stride && has_multiplier ? first_multiplier : least;
}

int AtomTable::rank(const PowerProduct& monomial) const {
  int least = 2 * rank_stride;
  int first_multiplier = 4 * rank_stride;
  for (const Power& p : monomial.powers()) {
    const int r = rank(atoms_[p.atom]);
    int& place = r >= 3 * rank_stride ? first_multiplier : least;
    place = std::min(place, r);
  }
  return first_multiplier < 4 * rank_stride ? first_multiplier : least;
}

bool AtomTable::has_acceleration(const PowerProduct& monomial) const {
  return rank(monomial) < rank_stride;
}

bool AtomTable::is_dynamic(const PowerProduct& monomial) const {
  const int r = rank(monomial);
  return r < 2 * rank_stride || r >= 3 * rank_stride;
}

int AtomTable::leading_sign(const Sum& sum) const {
  if (own_ < 0) return 0;
  int first = 0;
  int total = 0;
  for (const Summand& s : sum) {
    if (rank(s.monomial) >= 0) continue;
    int sign = s.coefficient.sign();
    for (const Power& p : s.monomial.powers())
      if (atoms_[p.atom].is_bracket() && rank(atoms_[p.atom]) < 0) sign *= leading_sign(atoms_[p.atom].sum);
    if (first == 0) first = sign;
    total += sign;
  }
  return total > 0 ? 1 : total < 0 ? -1 : first;
}

int AtomTable::nesting(const Sum& sum) const {
  int deepest = 0;
  for (const Summand& s : sum)
    for (const Power& p : s.monomial.powers())
      deepest = std::max(deepest, atoms_[p.atom].nesting);
  return deepest;
}

/// True where the sign of a bracket should be turned: its leading acceleration, else its accelerations (majority) are
/// positive, else it has few minus signs, else its first term is positive.
bool AtomTable::is_turned(const Sum& sum) const {
  if (const int sign = leading_sign(sum); sign != 0) return sign < 0;
  int dynamic = 0;
  int signs = 0;
  for (const Summand& s : sum) {
    signs += s.coefficient.sign();
    if (has_acceleration(s.monomial)) dynamic += s.coefficient.sign();
  }
  if (dynamic != 0) return dynamic < 0;
  if (signs != 0) return signs < 0;
  const auto first = std::ranges::min_element(sum, [this](const Summand& a, const Summand& b) {
    const int left = rank(a.monomial);
    const int right = rank(b.monomial);
    if (left != right) return left < right;
    return std::ranges::lexicographical_compare(a.monomial.powers(), b.monomial.powers(),
                                                [](Power p, Power q) { return p.atom < q.atom; });
  });
  return first->coefficient.sign() < 0;
}

Sum spliced(const AtomTable& atoms, const Sum& sum) {
  const auto stands_alone = [&atoms](const Summand& s) {
    const auto powers = s.monomial.powers();
    return powers.size() == 1 && powers[0].exponent == 1 && atoms[powers[0].atom].is_bracket() &&
           s.coefficient.abs().is_one();
  };
  if (std::ranges::none_of(sum, stands_alone)) return sum;
  Sum out;
  for (const Summand& s : sum) {
    if (!stands_alone(s)) {
      out.push_back(s);
      continue;
    }
    for (const Summand& inner : atoms[s.monomial.powers()[0].atom].sum)
      out.push_back({s.coefficient * inner.coefficient, inner.monomial});
  }
  merge(out);
  return spliced(atoms, out); // what was opened may hold such brackets in turn
}

AtomTable::Bracket AtomTable::bracket(const Sum& from) {
  Sum content = spliced(*this, from);
  std::int64_t numerators = 0;
  std::int64_t denominators = 1;
  for (const Summand& s : content) {
    const auto p = s.coefficient.numerator().as_integer();
    const auto q = s.coefficient.denominator().as_integer();
    constexpr std::int64_t largest = 1'000'000; // beyond, contents are not worth a search
    if (!p || !q || std::abs(*p) > largest || *q > largest || denominators > largest) {
      numerators = denominators = 1;
      break;
    }
    numerators = std::gcd(numerators, *p);
    denominators = std::lcm(denominators, *q);
  }
  const int sign = is_turned(content) ? -1 : 1;
  Bracket best{Rational(sign), 0};
  if (sign < 0)
    for (Summand& s : content)
      s.coefficient = -s.coefficient;
  int least = cost(content);
  int inside = least; // nodes of the content alone
  for (const Rational& candidate : {Rational(sign * numerators), Rational(sign * numerators, denominators)}) {
    if (candidate == best.factor) continue;
    Sum other = content;
    const Rational rest = best.factor / candidate;
    for (Summand& s : other)
      s.coefficient *= rest;
    const bool divides = candidate.numerator().abs().is_one(); // (…)/4, against 4*(…) and 3/4*(…)
    const int beside = divides ? cost(Summand{candidate.denominator(), {}}) : cost(Summand{candidate, {}});
    const int outside = candidate.abs().is_one() ? 0 : beside + 1;
    const int nodes = cost(other);
    if (nodes + outside > least) continue;
    least = nodes + outside;
    inside = nodes;
    best.factor = candidate;
    content = std::move(other);
  }
  const std::uint64_t hash = sum_hash(content);
  const auto [first, last] = by_sum_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (!is_same(atoms_[it->second].sum, content)) continue;
    best.atom = it->second;
    return best;
  }
  Atom atom;
  atom.cost = inside;
  atom.nesting = 1 + nesting(content);
  atom.has_only_parameters = std::ranges::all_of(content, [this](const Summand& s) {
    return std::ranges::all_of(s.monomial.powers(), [this](Power p) { return atoms_[p.atom].has_only_parameters; });
  });
  atom.type = atom.has_only_parameters ? AtomClass::parameter : AtomClass::bracket;
  atom.order = -1;
  atom.sum = std::move(content);
  best.atom = append(std::move(atom));
  by_sum_.emplace(hash, best.atom);
  return best;
}

} // namespace algebra
} // namespace dalembert
