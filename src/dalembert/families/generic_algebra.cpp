#include <dalembert/expr/depends.h>
#include <dalembert/families/generic_algebra.h>
#include <dalembert/families/index_pattern.h>
#include <dalembert/textbook/print_balance.h>
#include <dalembert/textbook/print_expression.h>
#include <dalembert/typesetting/formula_reader.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace dalembert {
inline namespace families {

namespace {

/// `theta[max(i,j)]'` with one hole for each index: `theta[#]'`.
std::string family_of(std::string_view name) {
  const std::size_t open = name.find('[');
  const std::size_t close = name.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(name);
  std::string holes = "#";
  int depth = 0;
  for (const char c : name.substr(open, close - open)) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) holes += ",#";
  }
  return std::string(name.substr(0, open + 1)) + holes + std::string(name.substr(close));
}

std::string index_of(std::string_view name) {
  const std::size_t open = name.find('[');
  return std::string(name.substr(open + 1, name.rfind(']') - open - 1));
}

/// The factors of a product; a sum or a quotient is one.
std::vector<Formula> factors_of(const Formula& formula) {
  std::vector<Formula> out{formula};
  if (!formula.is(Formula::Kind::product)) return out;
  out.clear();
  for (const Formula& part : formula.parts) {
    if (!part.is(Formula::Kind::sign))
      out.push_back(part);
    else if (part.text == "/")
      return {formula};
  }
  return out;
}

/// `-a` for an `a` that is no sum.
bool is_minus_one_term(const Formula& formula) {
  return formula.is(Formula::Kind::row) && formula.parts.size() == 2 && formula.parts[0].is(Formula::Kind::prefix);
}

/// Own index first, its neighbours, what is constant, then the bound one.
int rank_of(const std::string& index, const IndexNames& names) {
  if (index == names.all_own()) return 0;
  const auto is_in = [&index](const std::string& own) { return mentions_index(index, own); };
  if (is_in(names.own) || std::ranges::any_of(names.further, is_in)) return 1;
  if (index == names.bound) return 3;
  return mentions_index(index, names.bound) ? 4 : 2;
}

} // namespace

GenericAlgebra::GenericAlgebra(const Equations& equations, IndexNames names, std::set<std::string> used)
    : algebra_(equations), names_(std::move(names)), used_(std::move(used)) {
  for (std::size_t id = 0; id < algebra_.atoms.size(); ++id) {
    const Atom& atom = algebra_.atoms[static_cast<AtomId>(id)];
    if (atom.is_bracket() || algebra_.graph.kind(atom.expr) != NodeKind::symbol) continue;
    places_.emplace(atom.expr.id, Place{atom.type, atom.order});
    if (atom.text.find('[') == std::string::npos)
      known_.emplace(atom.text, atom.expr);
    else
      families_.emplace(family_of(atom.text), Place{atom.type, atom.order});
  }
  for (const Count& count : equations.system->counts)
    counts_.insert(count.name);
  constexpr int behind_names = 1 << 15;
  for (const Let& let : equations.system->lets)
    if (let.member.index.size() == 1) families_.emplace(family_of(let.name), Place{AtomClass::function, behind_names});
  if (const Expr time = equations.system->time; algebra_.graph.kind(time) == NodeKind::symbol)
    known_.emplace(std::string(algebra_.graph.name(time)), time);
}

Expr GenericAlgebra::declared(Formula printed, AtomClass type, int order) {
  const std::string name = written(printed);
  const auto found = symbols_.find(name);
  if (found != symbols_.end()) return found->second;
  const Expr symbol = algebra_.graph.symbol(name);
  algebra_.atoms.declare(symbol, type, static_cast<std::size_t>(std::max(order, 0)), std::move(printed));
  symbols_.emplace(name, symbol);
  places_.emplace(symbol.id, Place{type, order});
  known_.emplace(name, symbol);
  return symbol;
}

void GenericAlgebra::announce(const std::vector<GenericTerm>& terms) {
  std::set<std::string> names;
  for (const GenericTerm& term : terms)
    for (const std::string& factor : term.factors)
      for (std::string& name : indexed_names(factor))
        names.insert(std::move(name));
  std::vector<std::tuple<std::string, int, std::string>> order;
  order.reserve(names.size());
  for (const std::string& name : names)
    order.emplace_back(family_of(name), rank_of(index_of(name), names_), name);
  std::ranges::sort(order);
  std::map<std::string, int> seen;
  for (const auto& [family, rank, name] : order) {
    const auto place = families_.find(family);
    if (place == families_.end()) continue; // not a name of the system: reading it will fail
    declared(name_formula(name), place->second.type, place->second.order + seen[family]++);
  }
  // Angles in the order of their names, so that the own one leads in differences.
  std::vector<Expr> angles;
  for (const auto& [family, rank, name] : order)
    if (const auto found = symbols_.find(name); found != symbols_.end() && is_coordinate(found->second))
      angles.push_back(algebra_.graph.sin(found->second));
  for (const Expr angle : angles)
    algebra_.harmonics.announce(std::span<const Expr>(&angle, 1));
  // Numbers that stand for counts, `(n + 1 - j)`, are one name each.
  for (const GenericTerm& term : terms)
    for (const std::string& factor : term.factors)
      if (factor.find('[') == std::string::npos &&
          (mentions_index(factor, names_.own) || mentions_index(factor, names_.bound) ||
           mentions_index(factor, names_.count) || counts_.contains(factor)))
        declared(read_formula(factor == share_of(names_.count) ? names_.count : factor), AtomClass::parameter, 0);
}

bool GenericAlgebra::is_coordinate(Expr symbol) const {
  const auto found = places_.find(symbol.id);
  return found != places_.end() && found->second.type == AtomClass::coordinate;
}

/// An upper-case letter for a lower-case one, `M` for the sums of m; else a name that says what it is.
std::string GenericAlgebra::free_name(const std::string& family) const {
  if (family.size() == 1 && std::islower(static_cast<unsigned char>(family.front())) != 0) {
    std::string capital(1, static_cast<char>(std::toupper(static_cast<unsigned char>(family.front()))));
    if (!used_.contains(capital)) return capital;
  }
  std::string name = "S_" + family;
  while (used_.contains(name))
    name += "_";
  return name;
}

std::string GenericAlgebra::partial_name(const PartialSum& partial) {
  const std::size_t open = partial.factor.find('[');
  const bool reaches_end =
      partial.range.high == names_.count && partial.factor.substr(open) == "[" + names_.inner + "]";
  const auto place = families_.find(family_of(partial.factor));
  const int order = place == families_.end() ? 0 : place->second.order;
  Formula printed = partial.formula();
  if (reaches_end) {
    const std::string family = partial.factor.substr(0, open);
    auto& known = partial_names_[family];
    if (known.empty()) {
      known = free_name(family);
      used_.insert(known);
      const PartialSum all{{names_.bound, names_.inner, names_.count}, family + "[" + names_.bound + "]"};
      definitions_.push_back({name_formula(known + "[" + names_.inner + "]"), all.formula()});
    }
    printed = name_formula(known + "[" + partial.range.low + "]");
  }
  std::string name = written(printed);
  declared(std::move(printed), AtomClass::parameter, order);
  return name;
}

std::optional<Expr> GenericAlgebra::product(const std::vector<std::string>& factors) const {
  std::string text;
  for (const std::string& factor : factors)
    text += (text.empty() ? "" : "*") + factor;
  return read_back(algebra_.graph, text.empty() ? "1" : text, known_);
}

/// Where a sum stands among the names of a line: with the accelerations, rates, multipliers that it holds, behind them.
GenericAlgebra::Place GenericAlgebra::place_of(Expr body) const {
  Place out{AtomClass::function, 0};
  constexpr int behind_all = 1 << 16;
  const auto weight = [](AtomClass type) {
    return type == AtomClass::acceleration ? 3 : type == AtomClass::rate ? 2 : type == AtomClass::multiplier ? 1 : 0;
  };
  bool has_parameters_only = true;
  for (const Expr s : free_symbols(algebra_.graph, body)) {
    const auto found = places_.find(s.id);
    if (found == places_.end()) continue;
    has_parameters_only = has_parameters_only && found->second.type == AtomClass::parameter;
    if (weight(found->second.type) > weight(out.type)) out.type = found->second.type;
  }
  if (has_parameters_only) out.type = AtomClass::parameter;
  out.order = behind_all;
  return out;
}

std::optional<Expr> GenericAlgebra::sum_of(const std::vector<IndexRange>& ranges, Expr body) {
  const std::optional<PlainText> plain = print(algebra_, body);
  if (!plain || !plain->definitions.empty()) return std::nullopt;
  // What does not run stands before the sum.
  std::vector<std::string> outside;
  ProductMaker inside;
  // A sign too, where the body is no sum.
  const bool is_negative = is_minus_one_term(plain->formula);
  for (Formula& factor : factors_of(is_negative ? plain->formula.parts[1] : plain->formula)) {
    std::string text = written(factor);
    if (std::ranges::none_of(ranges, [&](const IndexRange& r) { return mentions_index(text, r.name); }))
      outside.push_back(std::move(text));
    else
      inside.multiply(std::move(factor));
  }
  const std::optional<Expr> before = product(outside);
  if (!before) return std::nullopt;
  const Place place = place_of(body);
  Formula sum = inside.take();
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range)
    sum = sum_formula(range->formula(), std::move(sum));
  const Expr symbol = declared(std::move(sum), place.type, place.order);
  const Expr out = algebra_.graph.mul(*before, symbol);
  return is_negative ? algebra_.graph.neg(out) : out;
}

namespace {

/// True where another of the terms is `term` with a member that runs in the place of `factor`: of x[i]·f and x[j]·f
/// both stay in the sum, as (x[i] − x[j])·f.
bool has_running_partner(const std::vector<GenericTerm>& terms, const GenericTerm& term, const std::string& factor) {
  if (!term.range || factor.find('[') == std::string::npos) return false;
  const std::string family = family_of(factor);
  return std::ranges::any_of(terms, [&](const GenericTerm& other) {
    if (other.range != term.range || other.further != term.further || other.partial.has_value() ||
        other.factors.size() != term.factors.size())
      return false;
    std::vector<std::string> rest = other.factors;
    const auto partner = std::ranges::find_if(rest, [&](const std::string& f) {
      return mentions_index(f, term.range->name) && family_of(f) == family && f.find('(') == std::string::npos;
    });
    if (partner == rest.end()) return false;
    *partner = factor;
    return std::ranges::is_permutation(rest, term.factors);
  });
}

} // namespace

std::optional<Expr> GenericAlgebra::expression(const std::vector<GenericTerm>& terms) {
  Graph& graph = algebra_.graph;
  struct Group {
    std::vector<IndexRange> ranges;
    std::vector<std::string> outside;
    Rational number; ///< of the first term; the others are divided by it
    Expr body;
  };
  std::vector<Group> groups;
  Expr out = graph.zero();
  for (const GenericTerm& term : terms) {
    std::vector<std::string> outside;
    std::vector<std::string> inside;
    std::vector<IndexRange> ranges = term.further;
    if (term.range) ranges.insert(ranges.begin(), *term.range);
    const auto put = [&](const std::string& factor) {
      const bool runs =
          std::ranges::any_of(ranges, [&](const IndexRange& range) { return mentions_index(factor, range.name); });
      (runs || has_running_partner(terms, term, factor) ? inside : outside).push_back(factor);
    };
    if (term.partial) put(partial_name(*term.partial));
    std::ranges::for_each(term.factors, put);
    const std::optional<Expr> body = product(term.range ? inside : outside);
    if (!body) return std::nullopt;
    if (!term.range) {
      out = graph.add(out, graph.scale(term.coefficient, *body));
      continue;
    }
    const auto same =
        std::ranges::find_if(groups, [&](const Group& g) { return g.ranges == ranges && g.outside == outside; });
    if (same != groups.end())
      same->body = graph.add(same->body, graph.scale(term.coefficient / same->number, *body));
    else
      groups.push_back({std::move(ranges), std::move(outside), term.coefficient, *body});
  }
  for (const Group& group : groups) {
    const std::optional<Expr> before = product(group.outside);
    const std::optional<Expr> sum = sum_of(group.ranges, group.body);
    if (!before || !sum) return std::nullopt;
    out = graph.add(out, graph.scale(group.number, graph.mul(*before, *sum)));
  }
  return out;
}

std::optional<PlainEquation> GenericAlgebra::line(const std::string& coordinate, Expr motion, Expr forces) {
  Balance balance;
  balance.of = coordinate;
  balance.motion = motion;
  balance.forces = forces;
  balance.meant = algebra_.graph.sub(motion, forces);
  if (const auto own = known_.find(coordinate + "''"); own != known_.end())
    if (const auto place = places_.find(own->second.id); place != places_.end()) balance.leader = place->second.order;
  const std::vector<Expr> roots{motion, forces};
  algebra_.harmonics.announce(roots);
  std::optional<PlainEquation> out = print(algebra_, balance);
  if (!out || !out->definitions.empty()) return std::nullopt;
  return out;
}

} // namespace families
} // namespace dalembert
