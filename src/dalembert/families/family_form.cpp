#include <dalembert/algebra/printed_text.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/families/family_form.h>
#include <dalembert/families/family_parts.h>
#include <dalembert/families/generic_algebra.h>
#include <dalembert/families/written_out.h>
#include <dalembert/textbook/print_expression.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/typesetting/formula_reader.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace dalembert {
inline namespace families {

namespace {

/// Both sides of one of Lagrange's equations, multiplied out.
struct Member {
  std::string coordinate;
  std::string family; ///< empty for a plain coordinate
  std::optional<int> own;
  Laurent motion;
  Laurent forces;
};

/// Equations first..last that a line may stand for.
struct Stretch {
  std::vector<Member> members;
  std::vector<GenericTerm> motion;
  std::vector<GenericTerm> forces;
};

/// Members of the user's own families of definitions, by name.
void add_lets(const System& system, KnownTexts& known) {
  for (const Let& let : system.lets)
    if (let.member.index.size() == 1) known.emplace(let.name, let.value);
}

/// The names of definitions that are one atom, a root or a function: d[i] = sqrt((x[i] - x[i-1])^2 + …).
AtomNames atom_names(const System& system) {
  const Graph& graph = *system.graph;
  AtomNames out;
  for (const Let& let : system.lets) {
    const NodeKind kind = graph.kind(let.value);
    if (let.member.index.size() == 1 && (kind == NodeKind::product || kind == NodeKind::function))
      out.emplace(let.value.id, let.name);
  }
  return out;
}

std::optional<std::vector<Member>> members_of(Algebra& algebra, const Equations& equations) {
  std::vector<Member> out;
  const std::vector<Coordinate>& coordinates = equations.system->coordinates;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const FamilyMember& member = coordinates[i].member;
    if (member.index.size() > 1) return std::nullopt;
    std::optional<BalanceTerms> terms = equation_terms(algebra, equations, i);
    if (!terms) return std::nullopt;
    Member& next = out.emplace_back();
    next.coordinate = coordinates[i].name;
    if (!member.index.empty()) {
      next.family = member.family;
      next.own = member.index.front();
    }
    next.motion = std::move(terms->motion);
    next.forces = std::move(terms->forces);
  }
  return out;
}

class FamilyFolder {
public:
  FamilyFolder(const Equations& equations, IndexNames names, std::set<std::string> used)
      : equations_(equations), names_(std::move(names)), used_(std::move(used)), algebra_(equations) {}

  std::optional<FamilyForm> form() {
    std::optional<KnownTexts> known = texts_below(algebra_.graph, equations_.residual);
    std::optional<std::vector<Member>> members = members_of(algebra_, equations_);
    if (!known || !members) return std::nullopt;
    add_lets(*equations_.system, *known);
    const GenericTerms generic(algebra_, *known, names_, atom_names(*equations_.system));
    std::vector<Stretch> stretches;
    bool has_family = false;
    for (auto begin = members->begin(); begin != members->end();) {
      const auto end = begin->family.empty() ? std::next(begin)
                                             : std::find_if(begin, members->end(),
                                                            [&](const Member& m) { return m.family != begin->family; });
      const std::vector<Member> group(begin, end);
      begin = end;
      if (!add_group(generic, group, stretches)) return std::nullopt;
      has_family = has_family || group.size() > 1;
    }
    if (!has_family) return std::nullopt;
    return printed(stretches);
  }

private:
  static bool add_single(const GenericTerms& generic, const Member& member, std::vector<Stretch>& out) {
    auto motion = generic.of({{member.own, member.motion}});
    auto forces = generic.of({{member.own, member.forces}});
    if (!motion || !forces) return false;
    out.push_back({{member}, std::move(*motion), std::move(*forces)});
    return true;
  }

  /// Finds the terms of the members in the middle, and the ends that have them too; those that have not stand alone.
  static bool add_group(const GenericTerms& generic, const std::vector<Member>& group, std::vector<Stretch>& out) {
    if (group.size() == 1) return add_single(generic, group.front(), out);
    if (group.size() < 4) return false;
    std::vector<MemberTerms> motion;
    std::vector<MemberTerms> forces;
    for (std::size_t i = 1; i + 1 < group.size(); ++i) {
      motion.push_back({group[i].own, group[i].motion});
      forces.push_back({group[i].own, group[i].forces});
    }
    auto motion_terms = generic.of(std::move(motion));
    if (!motion_terms) return false;
    auto force_terms = generic.of(std::move(forces));
    if (!force_terms) return false;
    const auto belongs = [&](const Member& m) {
      return generic.are_those_of(*motion_terms, {m.own, m.motion}) &&
             generic.are_those_of(*force_terms, {m.own, m.forces});
    };
    const bool has_first = belongs(group.front());
    const bool has_last = belongs(group.back());
    if (!has_first && !add_single(generic, group.front(), out)) return false;
    Stretch middle;
    middle.members.assign(group.begin() + (has_first ? 0 : 1), group.end() - (has_last ? 0 : 1));
    middle.motion = std::move(*motion_terms);
    middle.forces = std::move(*force_terms);
    out.push_back(std::move(middle));
    return has_last || add_single(generic, group.back(), out);
  }

  std::optional<FamilyForm> printed(const std::vector<Stretch>& stretches) {
    GenericAlgebra generic(equations_, names_, used_);
    std::vector<GenericTerm> all;
    for (const Stretch& stretch : stretches) {
      all.insert(all.end(), stretch.motion.begin(), stretch.motion.end());
      all.insert(all.end(), stretch.forces.begin(), stretch.forces.end());
    }
    generic.announce(all);
    FamilyForm out;
    out.count = names_.count;
    for (const Stretch& stretch : stretches) {
      const Member& first = stretch.members.front();
      FamilyLine line;
      std::string coordinate = first.coordinate;
      if (first.own) {
        const bool is_single = stretch.members.size() == 1;
        const std::string own = is_single ? constant_index(names_, *first.own) : names_.own;
        coordinate = first.family + "[" + own + "]";
        if (!is_single) {
          line.index = names_.own;
          line.low = constant_index(names_, *first.own);
          line.high = constant_index(names_, stretch.members.back().own.value());
        }
      }
      const std::optional<Expr> motion = generic.expression(stretch.motion);
      const std::optional<Expr> forces = generic.expression(stretch.forces);
      if (!motion || !forces) return std::nullopt;
      std::optional<PlainEquation> equation = generic.line(coordinate, *motion, *forces);
      if (!equation) return std::nullopt;
      line.equation = std::move(*equation);
      out.lines.push_back(std::move(line));
    }
    define(out, generic.definitions());
    explain(out);
    return out;
  }

  /// Puts the user's own definitions beside the lines that use them: `d[i] = sqrt(…)`.
  void explain(FamilyForm& form) {
    std::map<std::string, std::vector<Definition>> meanings;
    for (FamilyLine& line : form.lines)
      for (const std::string& name : indexed_names(line.equation.equation())) {
        const std::string family = name.substr(0, name.find('['));
        const auto [place, added] = meanings.try_emplace(family);
        if (added) place->second = let_definitions(family);
        std::vector<Definition>& said = line.equation.definitions;
        for (const Definition& d : place->second) {
          const bool is_open = d.name.text == family + "[" + names_.own + "]";
          const auto is_same = [&d](const Definition& other) { return d.name == other.name; };
          if ((is_open || d.name.text == name) && std::ranges::none_of(said, is_same)) said.push_back(d);
        }
      }
  }

  /// The text of a member of a family of definitions, its indices counted from its own.
  std::optional<IndexPattern> let_pattern(const Let& let) {
    const std::optional<PlainText> text = print(algebra_, let.value);
    if (!text || !text->definitions.empty()) return std::nullopt;
    IndexPattern pattern = index_pattern(written(text->formula));
    for (int& index : pattern.indices)
      index -= let.member.index.front();
    return pattern;
  }

  /// What the members of a family of definitions have in common, with its range where it is not all of them, and the
  /// first where it differs.
  std::vector<Definition> let_definitions(const std::string& family) {
    std::vector<const Let*> lets;
    for (const Let& let : equations_.system->lets)
      if (let.member.family == family && let.member.index.size() == 1) lets.push_back(&let);
    if (lets.size() < 4) return {};
    const std::optional<IndexPattern> common = let_pattern(*lets[1]);
    if (!common) return {};
    const auto differs = [&](const Let* let) {
      const std::optional<IndexPattern> pattern = let_pattern(*let);
      return !pattern || pattern->text != common->text || pattern->indices != common->indices;
    };
    const bool has_first = !differs(lets.front());
    const bool has_last = !differs(lets.back());
    if (std::any_of(lets.begin() + 2, lets.end() - 1, differs)) return {};
    std::vector<std::string> indices;
    for (const int shift : common->indices)
      indices.push_back(shifted(names_.own, shift));
    Formula meaning = read_formula(filled(common->text, indices));
    const auto end = [&](const Let* let) { return constant_index(names_, let->member.index.front()); };
    if (!has_first || !has_last)
      meaning = joined_formula(std::move(meaning), ", ",
                               IndexRange{names_.own, end(has_first ? lets.front() : lets[1]),
                                          end(has_last ? lets.back() : lets[lets.size() - 2])}
                                   .formula());
    std::vector<Definition> out{{name_formula(family + "[" + names_.own + "]"), std::move(meaning)}};
    if (const std::optional<PlainText> first = print(algebra_, lets.front()->value); !has_first && first)
      out.push_back({name_formula(lets.front()->name), first->formula});
    return out;
  }

  /// Puts definitions beside the lines that use them; a name that stands once only gives way to its sum.
  static void define(FamilyForm& form, const std::vector<Definition>& definitions) {
    for (const Definition& definition : definitions) {
      const std::string head = definition.name.text.substr(0, definition.name.text.find('[') + 1);
      const auto uses_in = [&head](const FamilyLine& line) {
        return std::ranges::count_if(indexed_names(line.equation.equation()),
                                     [&head](const std::string& name) { return name.starts_with(head); });
      };
      std::ptrdiff_t uses = 0;
      for (const FamilyLine& line : form.lines)
        uses += uses_in(line);
      for (FamilyLine& line : form.lines) {
        PlainEquation& equation = line.equation;
        if (uses == 1) {
          put_in(equation.left, head, definition.meaning);
          put_in(equation.right, head, definition.meaning);
          const bool is_balance = equation.right != number_formula("0");
          equation.nodes = node_count(equation.left) + (is_balance ? node_count(equation.right) + 1 : 0);
        } else if (uses_in(line) > 0) {
          equation.definitions.push_back(definition);
        }
      }
    }
  }

  /// Writes `M[i]` as the sum from i on that it stands for. The index of the sum is none that runs round the name.
  static void put_in(Formula& formula, const std::string& head, const Formula& sum) {
    if (formula.is(Formula::Kind::name) && formula.text.starts_with(head)) {
      const std::string low = formula.text.substr(head.size(), formula.text.size() - head.size() - 1);
      formula = sum;
      formula.parts[0].parts[1] = read_formula(low);
      return;
    }
    for (Formula& part : formula.parts)
      put_in(part, head, sum);
  }

  const Equations& equations_;
  IndexNames names_;
  std::set<std::string> used_;
  Algebra algebra_;
};

/// Compares one equation with what a line says of it.
bool says(const FamilyLine& line, const IndexValues& values, const Equations& equations, std::size_t coordinate,
          const KnownTexts& known) {
  Graph& graph = *equations.system->graph;
  // Names of the user's are known; ours mean what is said beside the line.
  std::vector<Definition> ours = line.equation.definitions;
  std::erase_if(ours, [&](const Definition& d) {
    const std::string family = d.name.text.substr(0, d.name.text.find('['));
    return std::ranges::any_of(equations.system->lets, [&](const Let& let) { return let.member.family == family; });
  });
  const auto meaning = [&](const Formula& side) -> std::optional<Expr> {
    const std::optional<Formula> whole = written_out(side, values, ours);
    return whole ? read_back(graph, written(*whole), known) : std::nullopt;
  };
  const std::optional<Expr> left = meaning(line.equation.left);
  const std::optional<Expr> right = meaning(line.equation.right);
  const std::optional<Expr> divisor = meaning(line.equation.divisor);
  if (!left || !right || !divisor) return false;
  return are_equal(graph, graph.mul(*divisor, graph.sub(*left, *right)), equations.residual[coordinate]);
}

} // namespace

std::optional<FamilyForm> family_form(const Equations& equations, const std::string& count, int size,
                                      MultipleKind multiples) {
  std::set<std::string> used = used_names(*equations.system);
  const std::vector<std::string> free = free_index_names(used);
  if (free.size() < 3) return std::nullopt;
  const IndexNames names{free[0], free[1], free[2], count, size, multiples, {}};
  try {
    return FamilyFolder(equations, names, std::move(used)).form();
  } catch (const BudgetSpent&) {
    return std::nullopt;
  }
}

namespace {

/// Calls `visit` with the values of the indices for every member that a line stands for, as long as it returns true.
bool all_members(const FamilyLine& line, IndexValues values, const std::function<bool(const IndexValues&)>& visit) {
  std::vector<IndexRange> ranges = line.further;
  if (!line.index.empty()) ranges.insert(ranges.begin(), {line.index, line.low, line.high});
  std::function<bool(std::size_t)> from = [&](std::size_t depth) {
    if (depth == ranges.size()) return visit(values);
    const int low = index_value(ranges[depth].low, values).value_or(1);
    const int high = index_value(ranges[depth].high, values).value_or(0);
    for (int i = low; i <= high; ++i) {
      values[ranges[depth].name] = i;
      if (!from(depth + 1)) return false;
    }
    return true;
  };
  return from(0);
}

} // namespace

bool holds_for(const FamilyForm& form, const Equations& equations, int size) {
  return holds_for(form, equations, IndexValues{{form.count, size}});
}

bool holds_for(const FamilyForm& form, const Equations& equations, const IndexValues& sizes) {
  std::optional<KnownTexts> known = texts_below(*equations.system->graph, equations.residual);
  if (!known) return false;
  add_lets(*equations.system, *known);
  const std::vector<Coordinate>& coordinates = equations.system->coordinates;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    places.emplace(coordinates[i].name, i);
  std::vector<int> said(coordinates.size(), 0);
  const auto holds = [&](const FamilyLine& line) {
    return all_members(line, sizes, [&](const IndexValues& values) {
      const std::optional<Formula> name = written_out(name_formula(line.equation.coordinate), values);
      const auto at = name ? places.find(name->text) : places.end();
      return at != places.end() && ++said[at->second] == 1 && says(line, values, equations, at->second, *known);
    });
  };
  return std::ranges::all_of(form.lines, holds) && std::ranges::all_of(said, [](int times) { return times == 1; });
}

std::vector<Formula> FamilyLine::ranges() const {
  std::vector<Formula> out;
  if (!index.empty()) out.push_back(IndexRange{index, low, high}.formula());
  for (const IndexRange& range : further)
    out.push_back(range.formula());
  return out;
}

} // namespace families
} // namespace dalembert
