#include <dalembert/base/errors.h>
#include <dalembert/derivation/dimension_as_read.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/reactions.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace dalembert {
inline namespace derivation {

namespace {

/// Reactions and constraints that hang together through `of`.
struct Group {
  std::vector<std::size_t> reactions;
  std::vector<std::size_t> constraints;
};

/// Partitions the reactions into connected groups; every group lists its constraints in declaration order.
std::vector<Group> connected_groups(const System& system) {
  const std::size_t m = system.constraints.size();
  std::vector<std::size_t> parent(m + system.reactions.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&parent](std::size_t x) {
    while (parent[x] != x)
      x = parent[x] = parent[parent[x]];
    return x;
  };
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    for (const int k : system.reactions[r].of)
      parent[root(m + r)] = root(static_cast<std::size_t>(k));
  std::vector<Group> groups;
  std::vector<std::size_t> roots;
  for (std::size_t x = 0; x < parent.size(); ++x) {
    const std::size_t r = root(x);
    auto found = std::find(roots.begin(), roots.end(), r);
    if (found == roots.end()) {
      roots.push_back(r);
      groups.emplace_back();
      found = roots.end() - 1;
    }
    Group& group = groups[static_cast<std::size_t>(found - roots.begin())];
    if (x < m)
      group.constraints.push_back(x);
    else
      group.reactions.push_back(x - m);
  }
  std::erase_if(groups, [](const Group& group) { return group.reactions.empty(); });
  return groups;
}

/// What a reaction acts along, as the language writes it: `conjugate x'`, `at (x, y) along (0, 1)`.
std::string clause(const Reaction& reaction) {
  if (!reaction.at_point) return "conjugate " + reaction.speed_text;
  const auto& [point, direction, against] = *reaction.at_point;
  std::string out = fmt::format("at {} along {}", point, direction);
  if (!against.empty()) out += " against " + against;
  return out;
}

/// Solves the reactions of one system, group by group.
class ReactionSolver {
public:
  ReactionSolver(const System& system, const ExprMatrix& rows)
      : system_(system),
        rows_(rows),
        graph_(*system.graph),
        result_(system.reactions.size(),
                ReactionRow{std::vector<Expr>(system.constraints.size(), graph_.zero()), Determination::unique}) {
    for (const Reaction& reaction : system.reactions)
      speeds_.push_back(gradient(graph_, reaction.speed, system.rates()));
  }

  std::vector<ReactionRow> run() {
    for (const Group& group : connected_groups(system_))
      solve(group);
    if (!diagnostics_.empty()) throw ModelError(std::move(diagnostics_));
    return std::move(result_);
  }

private:
  /// Sᵀ K = Aᵀ for the given reactions and constraints.
  [[nodiscard]] LinearSolution solution(const std::vector<std::size_t>& reactions,
                                        const std::vector<std::size_t>& constraints) const {
    const int n = rows_.columns;
    ExprMatrix left(n, static_cast<int>(reactions.size()), graph_.zero());
    ExprMatrix right(n, static_cast<int>(constraints.size()), graph_.zero());
    for (int i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < reactions.size(); ++j)
        left.at(i, static_cast<int>(j)) = speeds_[reactions[j]][static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < constraints.size(); ++k)
        right.at(i, static_cast<int>(k)) = rows_.at(static_cast<int>(constraints[k]), i);
    }
    return solve_overdetermined(graph_, left, right);
  }

  void solve(const Group& whole) {
    const auto [group, repeated] = without_repeated(whole);
    const LinearSolution found = solution(group.reactions, group.constraints);
    if (!found.is_consistent) {
      for (const std::size_t r : whole.reactions)
        refuse(r, whole);
      return;
    }
    const bool is_open = std::ranges::find(found.is_determined, false) != found.is_determined.end();
    if (!is_open || !solve_each_description(group)) take(found, group);
    for (const auto& [name, of, sign] : repeated) {
      result_[name] = result_[of];
      for (Expr& entry : result_[name].row)
        entry = graph_.scale(Rational(sign), entry);
    }
    if (is_open) require_determined_loads(whole);
  }

  /// A reaction that is another one, or its negative, by a second name.
  struct Repeated {
    std::size_t name = 0;
    std::size_t of = 0;
    int sign = 1;
  };

  /// Takes out of a group the reactions that repeat an earlier one. They do where they rest on the same constraints and
  /// have the same speed: unless both say where they act, at points that differ, which makes them two supports.
  [[nodiscard]] std::pair<Group, std::vector<Repeated>> without_repeated(const Group& whole) const {
    Group out{{}, whole.constraints};
    std::vector<Repeated> repeated;
    for (const std::size_t r : whole.reactions) {
      int sign = 0;
      const auto same = std::ranges::find_if(out.reactions, [&](std::size_t s) { return (sign = ratio(r, s)) != 0; });
      if (same == out.reactions.end())
        out.reactions.push_back(r);
      else
        repeated.push_back({r, *same, sign});
    }
    return {std::move(out), std::move(repeated)};
  }

  /// ±1 where one reaction is ±1 times the other; else 0.
  [[nodiscard]] int ratio(std::size_t r, std::size_t s) const {
    const Reaction& left = system_.reactions[r];
    const Reaction& right = system_.reactions[s];
    const bool are_apart =
        left.at_point && right.at_point &&
        (left.at_point->point != right.at_point->point || left.at_point->against != right.at_point->against);
    if (are_apart || !std::ranges::is_permutation(left.of, right.of)) return 0;
    const auto is_scaled = [&](int by) {
      for (std::size_t i = 0; i < speeds_[r].size(); ++i)
        if (!are_equal(graph_, speeds_[r][i], graph_.scale(Rational(by), speeds_[s][i]))) return false;
      return true;
    };
    return is_scaled(1) ? 1 : is_scaled(-1) ? -1 : 0;
  }

  /// Coulomb's law needs what presses: a share of a load that the model does not distribute presses with no value.
  void require_determined_loads(const Group& group) {
    for (const std::size_t r : group.reactions) {
      if (result_[r].determination != Determination::combination) continue;
      for (const Friction& friction : system_.frictions)
        if (static_cast<std::size_t>(friction.of) == r) refuse_friction(friction, group);
    }
  }

  void refuse_friction(const Friction& friction, const Group& group) {
    const auto r = static_cast<std::size_t>(friction.of);
    std::vector<std::string> makers;
    for (const std::size_t k : group.constraints)
      makers.push_back(system_.constraints[k].name);
    Diagnostic d;
    d.code = "E0616";
    d.span = friction.span;
    d.message = fmt::format("the friction {} has no value: the model does not determine its reaction {}", friction.name,
                            system_.reactions[r].name);
    d.note = fmt::format("{} shares the load of {} with {}, in any proportion", system_.reactions[r].name,
                         fmt::join(makers, ", "), companions(r, group));
    d.help =
        "give each support a constraint of its own, or declare one reaction that carries the whole load; reactions "
        "with the same speed after `conjugate` are one load, which several frictions may have";
    diagnostics_.push_back(std::move(d));
  }

  void take(const LinearSolution& found, const Group& group) {
    for (std::size_t j = 0; j < group.reactions.size(); ++j) {
      ReactionRow& row = result_[group.reactions[j]];
      if (!found.is_determined[j]) row.determination = Determination::combination;
      for (std::size_t k = 0; k < group.constraints.size(); ++k)
        row.row[group.constraints[k]] = found.solution.at(static_cast<int>(j), static_cast<int>(k));
    }
  }

  /// Reactions that one statement declares.
  using Described = std::vector<std::size_t>;

  /// True where two statements cannot share a load: they speak of forces and of moments, or of forces at one point.
  [[nodiscard]] bool describe_one_load(const Described& a, const Described& b) const {
    const auto is_other = [&](std::size_t r, std::size_t s) {
      const Reaction& left = system_.reactions[r];
      const Reaction& right = system_.reactions[s];
      if (left.measure.dimension != right.measure.dimension) return true;
      return left.at_point && right.at_point && left.at_point->point == right.at_point->point &&
             left.at_point->against == right.at_point->against;
    };
    return std::ranges::all_of(
        a, [&](std::size_t r) { return std::ranges::all_of(b, [&](std::size_t s) { return is_other(r, s); }); });
  }

  /// Where each statement alone says what its constraints do, a moment about the axis and the force at a point say, all
  /// describe the same multipliers, and each is solved alone. False where they are not such.
  bool solve_each_description(const Group& group) {
    std::vector<Described> statements;
    for (const std::size_t r : group.reactions) {
      const auto same = [&](const Described& s) {
        return system_.reactions[s.front()].statement == system_.reactions[r].statement;
      };
      const auto found = std::ranges::find_if(statements, same);
      if (found == statements.end())
        statements.push_back({r});
      else
        found->push_back(r);
    }
    std::vector<LinearSolution> solutions;
    for (std::size_t a = 0; a < statements.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b)
        if (!describe_one_load(statements[a], statements[b])) return false;
      solutions.push_back(solution(statements[a], group.constraints));
      const LinearSolution& alone = solutions.back();
      if (!alone.is_consistent || std::ranges::find(alone.is_determined, false) != alone.is_determined.end())
        return false;
    }
    for (std::size_t a = 0; a < statements.size(); ++a)
      for (std::size_t j = 0; j < statements[a].size(); ++j)
        for (std::size_t k = 0; k < group.constraints.size(); ++k)
          result_[statements[a][j]].row[group.constraints[k]] =
              solutions[a].solution.at(static_cast<int>(j), static_cast<int>(k));
    return true;
  }

  [[nodiscard]] std::string coordinates_of(const std::vector<Expr>& row) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (!graph_.is_zero(row[i])) names.push_back(system_.coordinates[i].name);
    return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
  }

  /// Which single constraint could produce the reaction; empty if none can.
  [[nodiscard]] std::string able(std::size_t reaction) const {
    for (std::size_t k = 0; k < system_.constraints.size(); ++k) {
      bool acts = false;
      for (int i = 0; i < rows_.columns; ++i)
        acts = acts || !graph_.is_zero(rows_.at(static_cast<int>(k), i));
      if (acts && solution({reaction}, {k}).is_consistent) return system_.constraints[k].name;
    }
    return {};
  }

  [[nodiscard]] std::string declaration(const Reaction& reaction, const std::string& of,
                                        const std::string& along) const {
    const std::string unit = reaction.measure.unit();
    return fmt::format("reaction {}{} of {} {}", reaction.name, unit.empty() ? "" : " [" + unit + "]", of, along);
  }

  [[nodiscard]] Expr entry(std::size_t k, std::size_t i) const {
    return rows_.at(static_cast<int>(k), static_cast<int>(i));
  }

  /// True where forces along the coordinates of a row have the unit of the reaction.
  [[nodiscard]] bool is_force_along(std::size_t r, std::size_t k) const {
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
      if (graph_.is_zero(entry(k, i))) continue;
      const std::optional<Dimension> along = system_.coordinates[i].measure.dimension;
      const std::optional<Dimension>& force = system_.reactions[r].measure.dimension;
      if (along.has_value() != force.has_value()) return false;
      if (along && !(*along * *force == Dimension::energy())) return false;
    }
    return true;
  }

  /// The speed along which one constraint acts, where it has the dimension of the reaction's own: the row times the
  /// rates, scaled to agree with that in a coordinate where both are numbers; as it is, where the multiplier has the
  /// unit of the reaction; or, where the coordinates have one dimension, by a unit vector. Empty where there is none,
  /// or its text is long or would be refused.
  [[nodiscard]] std::string speed_along(std::size_t r, std::size_t k) const {
    Expr speed = graph_.zero();
    Expr square = graph_.zero();
    std::optional<Rational> factor;
    std::optional<Rational> scale;
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
      const Expr along = entry(k, i);
      if (graph_.is_zero(along)) continue;
      if (!factor) factor = graph_.value(graph_.as_term(along).coefficient);
      const Expr share = graph_.scale(Rational(1) / *factor, along);
      speed = graph_.add(speed, graph_.mul(share, system_.coordinates[i].rate));
      square = graph_.add(square, graph_.square(share));
      const Expr own = speeds_[r][i];
      if (!scale && graph_.is_number(share) && graph_.is_number(own) && !graph_.is_zero(own))
        scale = graph_.number(own) / graph_.number(share);
    }
    constexpr std::size_t longest = 80;
    const auto brief = [&](Expr e) {
      if (!dimension_as_read(system_, e)) return std::string();
      const std::string out = text(graph_, e, longest);
      return out.size() < longest && !out.ends_with("…") ? out : std::string();
    };
    if (!factor) return {};
    if (scale) return brief(graph_.scale(*scale, speed));
    if (system_.constraints[k].multiplier_measure.dimension == system_.reactions[r].measure.dimension)
      return brief(graph_.scale(*factor, speed));
    return is_force_along(r, k) ? brief(graph_.div(speed, graph_.sqrt(square))) : std::string();
  }

  void refuse(std::size_t r, const Group& group) {
    const Reaction& reaction = system_.reactions[r];
    std::vector<std::string> names;
    std::vector<Expr> acted(static_cast<std::size_t>(rows_.columns), graph_.zero());
    for (const std::size_t k : group.constraints) {
      names.push_back(system_.constraints[k].name);
      for (int i = 0; i < rows_.columns; ++i)
        if (const Expr entry = rows_.at(static_cast<int>(k), i); !graph_.is_zero(entry))
          acted[static_cast<std::size_t>(i)] = entry;
    }
    const std::string makers = fmt::format("{}", fmt::join(names, ", "));
    Diagnostic d;
    d.code = "E0603";
    d.span = reaction.of_spans.empty() ? reaction.span : reaction.of_spans.front();
    d.message = fmt::format("{} cannot produce the reaction {}", makers, reaction.name);
    d.note = fmt::format("{} acts on {}; {} {} acts on {}", makers, coordinates_of(acted), reaction.name,
                         reaction.at_point ? clause(reaction) : "with the speed " + reaction.speed_text,
                         coordinates_of(speeds_[r]));
    if (group.reactions.size() > 1) d.note += fmt::format("\nasked for together with {}", companions(r, group));
    const bool is_alone = group.reactions.size() == 1 && group.constraints.size() == 1;
    const std::string better = able(r);
    const std::string speed = is_alone ? speed_along(r, group.constraints.front()) : std::string();
    if (!better.empty())
      d.help = declaration(reaction, better, clause(reaction));
    else if (!speed.empty())
      d.help = declaration(reaction, makers, "conjugate " + speed);
    else
      d.help = fmt::format("no single constraint of this model produces it: its constraints must act exactly along its "
                           "speed; declare the other reactions of {} as well",
                           makers);
    diagnostics_.push_back(std::move(d));
  }

  [[nodiscard]] std::string companions(std::size_t r, const Group& group) const {
    std::vector<std::string> names;
    for (const std::size_t other : group.reactions)
      if (other != r) names.push_back(system_.reactions[other].name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  const System& system_;
  const ExprMatrix& rows_;
  Graph& graph_;
  std::vector<std::vector<Expr>> speeds_;
  std::vector<ReactionRow> result_;
  std::vector<Diagnostic> diagnostics_;
};

} // namespace

std::vector<ReactionRow> solve_reactions(const System& system, const ExprMatrix& constraint_matrix) {
  return ReactionSolver(system, constraint_matrix).run();
}

} // namespace derivation
} // namespace dalembert
