#include <dalembert/base/watch.h>
#include <dalembert/program/elimination_plan.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace dalembert::inline program {

namespace {

/// The structure of the matrix while unknowns leave it.
class Planner {
public:
  Planner(const Minimisation& problem, double most);
  [[nodiscard]] EliminationPlan run();

private:
  using Index = std::uint32_t;
  using Turn = std::tuple<std::size_t, std::size_t, Index>; ///< the greatest is inserted first

  void find_depths();
  [[nodiscard]] Turn turn_of(Index unknown) const;
  void couple(Index i, Index j);
  void exchange_what_can_be();
  [[nodiscard]] std::optional<Index> exchangeable(std::size_t definition) const;
  void insert(Index unknown);
  void pivot(Index unknown);
  void remove_definition(std::size_t definition);
  void leave(Index unknown);
  void look_at(Index unknown);
  [[nodiscard]] bool is_unknown(Index i) const { return i < problem_.unknowns(); }
  [[nodiscard]] bool is_defined(Index i) const {
    return i >= problem_.free && is_unknown(i) && is_live_[i - problem_.free];
  }
  [[nodiscard]] Index first_multiplier() const { return static_cast<Index>(problem_.unknowns()); }
  void record(EliminationStep::Kind kind, Index unknown, Index definition);

  const Minimisation& problem_;
  double most_;
  std::vector<std::set<Index>> coupled_; ///< by unknown and multiplier, itself among them where it has an entry
  std::vector<std::size_t> held_by_;     ///< definitions left that hold it on their right side, by unknown
  std::vector<std::size_t> depths_;      ///< of definitions
  std::vector<bool> is_live_;            ///< definitions that are left
  std::vector<bool> is_gone_;            ///< by unknown and multiplier
  std::set<std::pair<std::size_t, Index>> ready_; ///< unknowns that no definition holds, by neighbours
  std::vector<std::size_t> ready_degree_;         ///< as it stands in `ready_`
  bool has_multipliers_alone_ = false;            ///< all unknowns are gone
  std::set<Turn> insertable_;                     ///< defined unknowns that no other definition holds
  EliminationPlan plan_;
};

constexpr std::size_t not_ready = static_cast<std::size_t>(-1);

Planner::Planner(const Minimisation& problem, double most)
    : problem_(problem),
      most_(most),
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
    for (const Minimisation::Term& t : problem.rows[r])
      couple(first_multiplier() + static_cast<Index>(r), t.unknown);
  find_depths();
}

/// How many definitions stand one on the other below each that no other holds; the others lie one below the lowest
/// that holds them, so that a sum on the side is inserted with the link that it belongs to. One that nobody holds and
/// that holds free unknowns alone, an angular velocity of the link, lies beside the deepest that holds one of these:
/// none of them can leave before both are inserted.
void Planner::find_depths() {
  const std::size_t count = problem_.definitions.size();
  std::vector<std::size_t> heights(count, 1);
  depths_.assign(count, 0);
  for (std::size_t k = 0; k < count; ++k)
    for (const Minimisation::Term& t : problem_.definitions[k])
      if (t.unknown >= problem_.free) heights[k] = std::max(heights[k], heights[t.unknown - problem_.free] + 1);
  for (std::size_t k = count; k-- > 0;) {
    if (depths_[k] == 0) depths_[k] = heights[k];
    for (const Minimisation::Term& t : problem_.definitions[k]) {
      if (t.unknown < problem_.free) continue;
      std::size_t& below = depths_[t.unknown - problem_.free];
      below = below == 0 ? depths_[k] - 1 : std::min(below, depths_[k] - 1);
    }
  }
  std::vector<std::size_t> deepest(problem_.free, 0); // definition with this unknown
  for (std::size_t k = 0; k < count; ++k)
    for (const Minimisation::Term& t : problem_.definitions[k])
      if (t.unknown < problem_.free) deepest[t.unknown] = std::max(deepest[t.unknown], depths_[k]);
  for (std::size_t k = 0; k < count; ++k) {
    if (heights[k] > 1 || held_by_[problem_.free + k] > 0) continue;
    for (const Minimisation::Term& t : problem_.definitions[k])
      depths_[k] = std::max(depths_[k], deepest[t.unknown]);
  }
}

/// Of the definitions of one depth those without others in them come first.
Planner::Turn Planner::turn_of(Index unknown) const {
  const std::size_t k = unknown - problem_.free;
  const auto is_defined = [this](const Minimisation::Term& t) { return t.unknown >= problem_.free; };
  const auto held = static_cast<std::size_t>(std::ranges::count_if(problem_.definitions[k], is_defined));
  return {depths_[k], problem_.unknowns() - held, unknown};
}

void Planner::couple(Index i, Index j) {
  coupled_[i].insert(j);
  coupled_[j].insert(i);
}

/// Sets what can be done next with an unknown that is left.
void Planner::look_at(Index unknown) {
  if (is_gone_[unknown] || is_unknown(unknown) == has_multipliers_alone_) return;
  if (ready_degree_[unknown] != not_ready) ready_.erase({ready_degree_[unknown], unknown});
  ready_degree_[unknown] = not_ready;
  if (is_unknown(unknown) && held_by_[unknown] > 0) return;
  if (is_defined(unknown)) {
    insertable_.insert(turn_of(unknown));
    return;
  }
  ready_degree_[unknown] = coupled_[unknown].size();
  ready_.insert({ready_degree_[unknown], unknown});
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
  if (ready_degree_[unknown] != not_ready) ready_.erase({ready_degree_[unknown], unknown});
}

void Planner::record(EliminationStep::Kind kind, Index unknown, Index definition) {
  EliminationStep step{kind, unknown, definition, {}};
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
  for (const Minimisation::Term& t : terms)
    look_at(t.unknown);
  for (const Index other : others)
    look_at(other);
}

void Planner::pivot(Index unknown) {
  record(EliminationStep::Kind::pivot, unknown, 0);
  const std::vector<Index>& others = plan_.steps.back().neighbours;
  leave(unknown);
  for (std::size_t i = 0; i < others.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      couple(others[i], others[j]);
  const auto width = static_cast<double>(others.size());
  plan_.multiplications += width * (width + 1) / 2 + 3 * width + 4;
  for (const Index other : others)
    look_at(other);
}

EliminationPlan Planner::run() {
  exchange_what_can_be();
  for (Index i = 0; i < first_multiplier(); ++i)
    look_at(i);
  while (!ready_.empty() || !insertable_.empty()) {
    poll();
    if (!ready_.empty()) {
      pivot(ready_.begin()->second);
    } else {
      const Index deepest = std::get<Index>(*insertable_.rbegin());
      insertable_.erase(std::prev(insertable_.end()));
      insert(deepest);
    }
    if (plan_.multiplications > most_) return {};
  }
  has_multipliers_alone_ = true;
  for (Index r = first_multiplier(); r < coupled_.size(); ++r)
    look_at(r);
  while (!ready_.empty()) {
    pivot(ready_.begin()->second);
    if (plan_.multiplications > most_) return {};
  }
  return std::move(plan_);
}

} // namespace

EliminationPlan plan_elimination(const Minimisation& problem, double most) {
  return Planner(problem, most).run();
}

} // namespace dalembert::inline program
