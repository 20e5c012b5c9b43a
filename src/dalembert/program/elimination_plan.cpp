#include <dalembert/base/watch.h>
#include <dalembert/program/elimination_plan.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace dalembert {
inline namespace program {

namespace {

/// Multipliers that may be neighbours of a pivot before one of them is eliminated early: each costs its products with
/// the others, and one that waits longer has more unknowns behind it that keep its pivot from vanishing.
constexpr std::size_t most_waiting = 4;

constexpr std::size_t not_ready = static_cast<std::size_t>(-1);

enum class Multipliers : std::uint8_t { when_alone, early, before_roots, last };

/// The structure of the matrix while unknowns leave it.
class Planner {
public:
  Planner(const Minimisation& problem, Multipliers multipliers, double most);
  [[nodiscard]] EliminationPlan run();

private:
  using Index = std::uint32_t;

  void find_turns();
  [[nodiscard]] std::optional<Index> next_definition();
  void couple(Index i, Index j);
  void exchange_what_can_be();
  [[nodiscard]] std::optional<Index> exchangeable(std::size_t definition) const;
  void insert(Index unknown);
  void pivot(Index unknown);
  void remove_definition(std::size_t definition);
  void leave(Index unknown);
  void look_at(Index unknown);
  void eliminate_early(const std::vector<Index>& beside);
  [[nodiscard]] std::set<Index>& held_of(Index multiplier) { return holds_[multiplier - first_multiplier()]; }
  [[nodiscard]] bool is_unknown(Index i) const { return i < problem_.unknowns(); }
  [[nodiscard]] bool is_defined(Index i) const {
    return i >= problem_.free && is_unknown(i) && is_live_[i - problem_.free];
  }
  [[nodiscard]] Index first_multiplier() const { return static_cast<Index>(problem_.unknowns()); }
  void record(EliminationStep::Kind kind, Index unknown, Index definition);

  const Minimisation& problem_;
  Multipliers multipliers_;
  double most_;
  std::vector<std::set<Index>> holds_;      ///< unknowns left in each row, definitions inserted
  std::vector<std::size_t> pivots_in_;      ///< how many have left each row by a pivot
  std::vector<std::set<Index>> coupled_;    ///< by unknown and multiplier, itself among them where it has an entry
  std::vector<std::size_t> held_by_;        ///< definitions left that hold it on their right side, by unknown
  std::vector<std::vector<Index>> holders_; ///< by unknown: definitions that hold it, those that are gone among them
  std::vector<Index> turns_;                ///< unknowns, the one to go first last
  std::vector<bool> is_live_;               ///< definitions that are left
  std::vector<bool> is_gone_;               ///< by unknown and multiplier
  std::set<std::pair<std::size_t, Index>> ready_;             ///< unknowns that no definition holds, by neighbours
  std::set<std::pair<std::size_t, Index>> ready_multipliers_; ///< whose rows hold no unknown that is left, likewise
  std::vector<std::size_t> ready_degree_;                     ///< as it stands in one of these
  EliminationPlan plan_;
};

Planner::Planner(const Minimisation& problem, Multipliers multipliers, double most)
    : problem_(problem),
      multipliers_(multipliers),
      most_(most),
      holds_(problem.rows.size()),
      pivots_in_(problem.rows.size(), 0),
      coupled_(problem.unknowns() + problem.rows.size()),
      held_by_(problem.unknowns(), 0),
      is_live_(problem.definitions.size(), true),
      is_gone_(coupled_.size(), false),
      ready_degree_(coupled_.size(), not_ready) {
  for (const auto& definition : problem.definitions)
    for (const Minimisation::Term& t : definition)
      ++held_by_[t.unknown];
  for (const Minimisation::Entry& e : problem.inertia)
    couple(e.row, e.column);
  for (std::size_t r = 0; r < problem.rows.size(); ++r)
    for (const Minimisation::Term& t : problem.rows[r]) {
      couple(first_multiplier() + static_cast<Index>(r), t.unknown);
      holds_[r].insert(t.unknown);
    }
  for (const Minimisation::Release& release : problem.releases)
    couple(first_multiplier() + release.row, first_multiplier() + release.row);
}

/// Every unknown lies one below the lowest definition that holds it. Those at the tips of a system are the highest
/// ones, and what is defined beside a link lies near to it whatever it is made of: they go in this order, each as soon
/// as the definitions above it are inserted.
void Planner::find_turns() {
  std::vector<std::size_t> depths(problem_.unknowns(), 0);
  holders_.assign(problem_.unknowns(), {});
  for (std::size_t k = problem_.definitions.size(); k-- > 0;)
    for (const Minimisation::Term& t : problem_.definitions[k]) {
      depths[t.unknown] = std::max(depths[t.unknown], depths[problem_.free + k] + 1);
      holders_[t.unknown].push_back(static_cast<Index>(k));
    }
  turns_.resize(problem_.unknowns());
  std::iota(turns_.begin(), turns_.end(), Index{0});
  // A definition that is left when all others are gone holds nothing.
  const auto turn = [&](Index i) { return std::tuple(is_defined(i), depths[i], i); };
  std::ranges::sort(turns_, {}, turn);
  std::ranges::reverse(turns_);
}

/// The definition to be inserted next: the highest above the unknown whose turn it is, or above a definition that is
/// left. Nothing where all are gone.
std::optional<std::uint32_t> Planner::next_definition() {
  while (!turns_.empty() && is_gone_[turns_.back()])
    turns_.pop_back();
  if (turns_.empty()) return std::nullopt;
  Index at = turns_.back();
  for (;;) {
    std::vector<Index>& holders = holders_[at];
    while (!holders.empty() && !is_live_[holders.back()])
      holders.pop_back();
    if (holders.empty()) return at;
    at = static_cast<Index>(problem_.free) + holders.back();
  }
}

void Planner::couple(Index i, Index j) {
  coupled_[i].insert(j);
  coupled_[j].insert(i);
}

/// Sets what can be done next with an unknown or a multiplier that is left.
void Planner::look_at(Index unknown) {
  if (is_gone_[unknown]) return;
  auto& ready = is_unknown(unknown) ? ready_ : ready_multipliers_;
  if (ready_degree_[unknown] != not_ready) ready.erase({ready_degree_[unknown], unknown});
  ready_degree_[unknown] = not_ready;
  if (is_unknown(unknown) ? held_by_[unknown] > 0 : !held_of(unknown).empty()) return;
  if (is_defined(unknown)) return;
  ready_degree_[unknown] = coupled_[unknown].size();
  ready.insert({ready_degree_[unknown], unknown});
}

void Planner::remove_definition(std::size_t definition) {
  is_live_[definition] = false;
  for (const Minimisation::Term& t : problem_.definitions[definition])
    --held_by_[t.unknown];
}

void Planner::leave(Index unknown) {
  for (const Index other : coupled_[unknown])
    if (other != unknown) coupled_[other].erase(unknown);
  is_gone_[unknown] = true;
  if (ready_degree_[unknown] != not_ready)
    (is_unknown(unknown) ? ready_ : ready_multipliers_).erase({ready_degree_[unknown], unknown});
}

void Planner::record(EliminationStep::Kind kind, Index unknown, Index definition) {
  EliminationStep step{kind, unknown, definition, {}, !is_unknown(unknown) && !held_of(unknown).empty()};
  for (const Index other : coupled_[unknown])
    if (other != unknown) step.neighbours.push_back(other);
  plan_.steps.push_back(std::move(step));
}

/// A free unknown without entries of its own that stands in this definition alone, by ±1: a relative angle.
std::optional<std::uint32_t> Planner::exchangeable(std::size_t definition) const {
  for (const Minimisation::Term& t : problem_.definitions[definition])
    if (t.unknown < problem_.free && t.sign != 0 && held_by_[t.unknown] == 1 && coupled_[t.unknown].empty())
      return t.unknown;
  return std::nullopt;
}

void Planner::exchange_what_can_be() {
  for (std::size_t k = 0; k < problem_.definitions.size(); ++k) {
    const std::optional<Index> unknown = exchangeable(k);
    if (!unknown) continue;
    record(EliminationStep::Kind::exchange, *unknown, static_cast<Index>(k));
    remove_definition(k);
    leave(*unknown);
    plan_.multiplications += 2 * static_cast<double>(problem_.definitions[k].size());
  }
}

void Planner::insert(Index unknown) {
  const std::size_t k = unknown - problem_.free;
  record(EliminationStep::Kind::insertion, unknown, static_cast<Index>(k));
  const bool has_entry = coupled_[unknown].contains(unknown);
  const std::vector<Index>& others = plan_.steps.back().neighbours;
  leave(unknown);
  remove_definition(k);
  const auto& terms = problem_.definitions[k];
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (const Index other : others)
      couple(terms[i].unknown, other);
    for (std::size_t j = 0; has_entry && j <= i; ++j)
      couple(terms[i].unknown, terms[j].unknown);
  }
  const auto width = static_cast<double>(terms.size());
  plan_.multiplications += width * (static_cast<double>(others.size()) + 3) + width * (width + 1) / 2;
  for (const Index other : others)
    if (!is_unknown(other) && held_of(other).erase(unknown) > 0)
      for (const Minimisation::Term& t : terms)
        held_of(other).insert(t.unknown);
  for (const Minimisation::Term& t : terms)
    look_at(t.unknown);
  for (const Index other : others)
    look_at(other);
}

void Planner::pivot(Index unknown) {
  record(EliminationStep::Kind::pivot, unknown, 0);
  const std::vector<Index> others = plan_.steps.back().neighbours;
  plan_.has_early_pivots |= plan_.steps.back().is_early;
  leave(unknown);
  for (std::size_t i = 0; i < others.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      couple(others[i], others[j]);
  const auto width = static_cast<double>(others.size());
  plan_.multiplications += width * (width + 1) / 2 + 3 * width + 4;
  for (const Index other : others) {
    if (is_unknown(unknown) && !is_unknown(other))
      pivots_in_[other - first_multiplier()] += held_of(other).erase(unknown);
    look_at(other);
  }
  const bool is_early = multipliers_ == Multipliers::early || multipliers_ == Multipliers::before_roots;
  if (is_early && is_unknown(unknown)) eliminate_early(others);
}

/// Of the multipliers among these, those with most pivots in their rows, while more than `most_waiting` are left.
void Planner::eliminate_early(const std::vector<Index>& beside) {
  std::vector<Index> waiting;
  for (const Index i : beside)
    if (!is_unknown(i) && !held_of(i).empty()) waiting.push_back(i);
  const auto pivots_in = [this](Index i) { return pivots_in_[i - first_multiplier()]; };
  std::ranges::stable_sort(waiting, std::ranges::greater{}, pivots_in);
  // With twice as many unknowns gone as rows wait, their pivots vanish at singular positions alone.
  const std::size_t enough = multipliers_ == Multipliers::before_roots ? 2 * waiting.size() + 2 : not_ready;
  for (std::size_t k = 0; k < waiting.size() && pivots_in(waiting[k]) > 0; ++k) {
    if (k + most_waiting >= waiting.size() && pivots_in(waiting[k]) < enough) break;
    pivot(waiting[k]);
  }
}

EliminationPlan Planner::run() {
  exchange_what_can_be();
  find_turns();
  for (Index i = 0; i < coupled_.size(); ++i)
    look_at(i);
  while (plan_.multiplications <= most_) {
    poll();
    if (!ready_.empty()) {
      pivot(ready_.begin()->second);
    } else if (!ready_multipliers_.empty() && !(multipliers_ == Multipliers::last && next_definition())) {
      pivot(ready_multipliers_.begin()->second);
    } else if (const std::optional<Index> definition = next_definition()) {
      insert(*definition);
    } else {
      return std::move(plan_);
    }
  }
  return {};
}

/// What the residual of a solution and the solution for it take, as often as `eliminate` refines.
double multiplications_of_refinement(const Minimisation& problem, const EliminationPlan& plan) {
  double out = 2.0 * static_cast<double>(problem.inertia.size());
  for (const auto* const lists : {&problem.definitions, &problem.rows})
    for (const auto& terms : *lists)
      out += 2.0 * static_cast<double>(terms.size());
  for (const EliminationStep& step : plan.steps)
    out += step.kind == EliminationStep::Kind::pivot
               ? 2.0 * static_cast<double>(step.neighbours.size()) + 1
               : 2.0 * static_cast<double>(problem.definitions[step.definition].size());
  return early_refinements * out;
}

} // namespace

EliminationPlan plan_elimination(const Minimisation& problem, double most, MultiplierOrder order) {
  const auto by = [&](Multipliers multipliers, double limit) { return Planner(problem, multipliers, limit).run(); };
  if (order == MultiplierOrder::before_roots) return by(Multipliers::before_roots, most);
  if (order == MultiplierOrder::last) return by(Multipliers::last, most);
  if (problem.rows.size() <= most_waiting) return by(Multipliers::when_alone, most);
  // The early order first: its work is bounded where that of the other grows as n³.
  EliminationPlan early = by(Multipliers::early, most);
  if (!early.has_early_pivots) return early;
  early.multiplications += multiplications_of_refinement(problem, early);
  EliminationPlan alone = by(Multipliers::when_alone, std::min(most, early.multiplications));
  if (!alone.steps.empty()) return alone;
  return early.multiplications > most ? EliminationPlan{} : early;
}

} // namespace program
} // namespace dalembert
