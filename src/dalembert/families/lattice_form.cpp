#include <dalembert/algebra/print_costs.h>
#include <dalembert/families/family_parts.h>
#include <dalembert/families/generic_algebra.h>
#include <dalembert/families/lattice_blocks.h>
#include <dalembert/families/lattice_form.h>
#include <dalembert/families/lattice_sums.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace dalembert {
inline namespace families {

namespace {

constexpr std::size_t most_guesses = 27;
constexpr int constant_dimension = -1;

/// One of the equations, its terms taken apart.
struct LatticeMember {
  std::string family;
  std::vector<int> own;
  std::vector<IndexedTerm> motion;
  std::vector<IndexedTerm> forces;
};

/// All members of a family of coordinates.
struct Lattice {
  std::vector<LatticeMember> members;
  std::vector<int> low;
  std::vector<int> high;
  [[nodiscard]] std::size_t dimensions() const { return low.size(); }
};

/// The dimension that the one index of a family of parameters follows in a lattice of several.
using Followed = std::map<std::string, int>;

/// The lines of a block, before they are printed.
struct BlockLines {
  Block block;
  std::vector<GenericTerm> motion;
  std::vector<GenericTerm> forces;
};

class LatticeFolder {
public:
  LatticeFolder(const Equations& equations, const IndexValues& sizes, std::set<std::string> used,
                const std::vector<std::string>& letters, MultipleKind multiples)
      : equations_(equations),
        sizes_(sizes),
        used_(std::move(used)),
        letters_(letters),
        multiples_(multiples),
        algebra_(equations) {}

  std::optional<FamilyForm> form() {
    std::optional<std::vector<Lattice>> lattices = found();
    if (!lattices) return std::nullopt;
    find_member_counts(*lattices);
    FamilyForm out;
    out.count = sizes_.begin()->first;
    std::size_t members = 0;
    for (const Lattice& lattice : *lattices) {
      members += lattice.members.size();
      const std::optional<std::vector<BlockLines>> blocks = blocks_of(lattice);
      if (!blocks || !print_blocks(lattice, *blocks, out)) return std::nullopt;
    }
    if (out.lines.size() * print_costs::lattice_saving > members) return std::nullopt;
    return out;
  }

private:
  /// The families of coordinates, one that belongs to none by itself; nothing where a family has holes.
  std::optional<std::vector<Lattice>> found() {
    std::vector<Lattice> out;
    const std::vector<Coordinate>& coordinates = equations_.system->coordinates;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const FamilyMember& member = coordinates[i].member;
      const std::optional<BalanceTerms> terms = equation_terms(algebra_, equations_, i);
      if (!terms) return std::nullopt;
      const std::string& family = member.index.empty() ? coordinates[i].name : member.family;
      if (out.empty() || out.back().members.back().family != family) out.push_back({{}, member.index, member.index});
      Lattice& lattice = out.back();
      for (std::size_t d = 0; d < lattice.dimensions(); ++d) {
        lattice.low[d] = std::min(lattice.low[d], member.index[d]);
        lattice.high[d] = std::max(lattice.high[d], member.index[d]);
      }
      LatticeMember& next = lattice.members.emplace_back(LatticeMember{family, member.index, {}, {}});
      for (const LaurentTerm& term : terms->motion)
        next.motion.push_back(indexed_term(algebra_, term, next.own, {}));
      for (const LaurentTerm& term : terms->forces)
        next.forces.push_back(indexed_term(algebra_, term, next.own, {}));
    }
    const auto is_whole = [](const Lattice& lattice) {
      std::size_t volume = 1;
      for (std::size_t d = 0; d < lattice.dimensions(); ++d)
        volume *= static_cast<std::size_t>(lattice.high[d] - lattice.low[d] + 1);
      return volume == lattice.members.size();
    };
    if (!std::ranges::all_of(out, is_whole)) return std::nullopt;
    return out;
  }

  /// A constant index, counted from the nearer end: `2`, `n-1`. A count is known by its value.
  [[nodiscard]] std::string end_text(int value) const {
    for (const auto& [count, size] : sizes_)
      if (2 * value > size && std::abs(value - size) <= farthest_neighbour) return shifted(count, value - size);
    return std::to_string(value);
  }

  /// An index beside `own`, at an end of the family: counted from that end, however far into it.
  [[nodiscard]] std::string beside_end(int own, int value) const {
    for (const auto& [count, size] : sizes_)
      if (2 * own > size && std::abs(own - size) <= farthest_neighbour) return shifted(count, value - size);
    return 2 * own > smallest_size() ? end_text(value) : std::to_string(value);
  }

  [[nodiscard]] int smallest_size() const {
    return std::ranges::min_element(sizes_, {}, [](const auto& size) { return size.second; })->second;
  }

  /// The families with one index that stand in the equations of a lattice with several.
  static std::set<std::string> single_families(const Lattice& lattice) {
    std::set<std::string> out;
    for (const LatticeMember& member : lattice.members)
      for (const std::vector<IndexedTerm>* terms : {&member.motion, &member.forces})
        for (const IndexedTerm& term : *terms)
          for (const Slot& slot : slots_of(term.factors))
            if (slot.arity == 1 && lattice.dimensions() > 1) out.insert(slot.family);
    return out;
  }

  /// A term in the indices of its equation; in `wide` dimensions of the block these run.
  [[nodiscard]] GenericTerm generic(const RunningTerm& running, const std::vector<int>& own,
                                    const std::vector<bool>& wide, const Followed& followed) const {
    const IndexedTerm& term = running.term;
    std::vector<std::string> texts;
    const std::vector<Slot> slots = slots_of(term.factors);
    for (std::size_t s = 0; s < term.indices.size(); ++s) {
      if (!running.runs.empty() && running.runs[s]) {
        texts.push_back(letters_[own.size()]);
        continue;
      }
      const bool is_own = slots[s].arity >= own.size() && slots[s].position < own.size();
      int dimension = is_own ? static_cast<int>(slots[s].position) : constant_dimension;
      if (const auto at = followed.find(slots[s].family); slots[s].arity == 1 && at != followed.end())
        dimension = at->second;
      const auto d = static_cast<std::size_t>(std::max(dimension, 0));
      const int shift = term.indices[s] - own[d];
      const bool is_near = dimension >= 0 && std::abs(shift) <= farthest_neighbour;
      if (is_near && wide[d])
        texts.push_back(shifted(letters_[d], shift));
      else
        texts.push_back(is_near ? beside_end(own[d], term.indices[s]) : end_text(term.indices[s]));
    }
    GenericTerm out;
    out.coefficient = term.coefficient;
    std::size_t next = 0;
    for (const std::string& pattern : term.factors) {
      const auto holes = static_cast<std::size_t>(std::ranges::count(pattern, '#'));
      out.factors.push_back(filled(pattern, {texts.begin() + static_cast<std::ptrdiff_t>(next),
                                             texts.begin() + static_cast<std::ptrdiff_t>(next + holes)}));
      next += holes;
    }
    if (!running.runs.empty()) out.range = {letters_[own.size()], end_text(running.low), end_text(running.high)};
    if (multiples_ == MultipleKind::counts) count_members(out);
    return out;
  }

  [[nodiscard]] std::vector<GenericTerm> generic(const std::vector<IndexedTerm>& terms, const std::vector<int>& own,
                                                 const std::vector<bool>& wide, const Followed& followed) const {
    std::vector<GenericTerm> out;
    for (const RunningTerm& term : with_running_index(terms, own.size()))
      out.push_back(generic(term, own, wide, followed));
    return out;
  }

  /// What all terms of a member say, the same for members that one line stands for.
  [[nodiscard]] std::string saying(const LatticeMember& member, const std::vector<bool>& wide,
                                   const Followed& followed) const {
    std::vector<std::string> parts;
    for (const bool is_force : {false, true})
      for (const GenericTerm& term : generic(is_force ? member.forces : member.motion, member.own, wide, followed))
        parts.push_back((is_force ? "= " : "") + term.coefficient.text() + "*" + written(term.formula()));
    std::ranges::sort(parts);
    std::string out;
    for (const std::string& part : parts)
      out += part + "\n";
    return out;
  }

  [[nodiscard]] static bool is_in(const LatticeMember& member, const Block& block) {
    for (std::size_t d = 0; d < block.size(); ++d)
      if (member.own[d] < block[d].first || member.own[d] > block[d].second) return false;
    return true;
  }

  [[nodiscard]] static std::vector<bool> wide(const Block& block) {
    std::vector<bool> out;
    for (const auto& [low, high] : block)
      out.push_back(high > low);
    return out;
  }

  /// What the members say, by the dimensions that are wide; written once.
  struct Sayings {
    std::map<std::vector<bool>, std::vector<std::string>> by_width;
  };

  /// The equation of a coordinate that belongs to no family.
  [[nodiscard]] std::optional<std::vector<BlockLines>> single(const LatticeMember& member) const {
    const auto constant = [this](int value) { return end_text(value); };
    std::optional<std::vector<GenericTerm>> motion = sums_over_members(member.motion, letters_, constant);
    std::optional<std::vector<GenericTerm>> forces = sums_over_members(member.forces, letters_, constant);
    if (!motion || !forces) return std::nullopt;
    if (multiples_ == MultipleKind::counts)
      for (std::vector<GenericTerm>* terms : {&*motion, &*forces})
        std::ranges::for_each(*terms, [this](GenericTerm& term) { count_members(term); });
    return std::vector<BlockLines>{{Block{}, std::move(*motion), std::move(*forces)}};
  }

  /// Writes a coefficient that is a multiple of the number of members, or of one count, as that: 36 as n·n.
  void count_members(GenericTerm& term) const {
    const auto whole = term.coefficient.as_integer();
    if (term.range || !whole) return;
    std::vector<std::vector<std::string>> choices{member_counts_};
    for (const std::string& count : member_counts_)
      choices.push_back({count});
    for (const std::vector<std::string>& counts : choices) {
      std::int64_t members = 1;
      for (const std::string& count : counts)
        members *= sizes_.at(count);
      if (members < 2 || *whole % members != 0) continue;
      term.coefficient = Rational(*whole / members);
      term.factors.insert(term.factors.begin(), counts.begin(), counts.end());
      return;
    }
  }

  /// The counts that the members of the largest family are as many as, one for each index; none where they are not.
  void find_member_counts(const std::vector<Lattice>& lattices) {
    const Lattice& largest =
        *std::ranges::max_element(lattices, {}, [](const Lattice& lattice) { return lattice.members.size(); });
    for (std::size_t d = 0; d < largest.dimensions(); ++d)
      for (const auto& [count, size] : sizes_)
        if (largest.high[d] - largest.low[d] + 1 == size) member_counts_.push_back(count);
    if (member_counts_.size() != largest.dimensions()) member_counts_.clear();
  }

  std::optional<std::vector<BlockLines>> blocks_of(const Lattice& lattice) const {
    if (lattice.dimensions() == 0) return single(lattice.members.front());
    const std::set<std::string> singles = single_families(lattice);
    std::vector<Followed> guesses{{}};
    for (const std::string& family : singles) {
      std::vector<Followed> longer;
      for (const Followed& guess : guesses)
        for (int d = 0; d < static_cast<int>(lattice.dimensions()); ++d) {
          longer.push_back(guess);
          longer.back()[family] = d;
        }
      guesses = std::move(longer);
      if (guesses.size() > most_guesses) return std::nullopt;
    }
    const std::vector<std::vector<Block>> all = cuts(lattice.low, lattice.high);
    std::optional<std::vector<BlockLines>> best;
    for (const Followed& guess : guesses) {
      Sayings sayings;
      const auto fits = std::ranges::find_if(
          all, [&](const std::vector<Block>& blocks) { return are_uniform(lattice, blocks, guess, sayings); });
      if (fits == all.end() || (best && best->size() <= fits->size())) continue;
      best = lines_of(lattice, *fits, guess);
    }
    return best;
  }

  [[nodiscard]] bool are_uniform(const Lattice& lattice, const std::vector<Block>& blocks, const Followed& guess,
                                 Sayings& sayings) const {
    return std::ranges::all_of(blocks, [&](const Block& block) {
      std::vector<std::string>& said = sayings.by_width[wide(block)];
      said.resize(lattice.members.size());
      const std::string* first = nullptr;
      for (std::size_t m = 0; m < lattice.members.size(); ++m) {
        if (!is_in(lattice.members[m], block)) continue;
        if (said[m].empty()) said[m] = saying(lattice.members[m], wide(block), guess);
        if (first == nullptr) first = &said[m];
        if (said[m] != *first) return false;
      }
      return true;
    });
  }

  [[nodiscard]] std::vector<BlockLines> lines_of(const Lattice& lattice, const std::vector<Block>& blocks,
                                                 const Followed& guess) const {
    std::vector<BlockLines> out;
    for (const Block& block : blocks) {
      const auto first =
          std::ranges::find_if(lattice.members, [&](const LatticeMember& member) { return is_in(member, block); });
      out.push_back({block, generic(first->motion, first->own, wide(block), guess),
                     generic(first->forces, first->own, wide(block), guess)});
    }
    // The inside first, then the edges, then the corners.
    std::ranges::stable_sort(out, std::greater<>(), [](const BlockLines& lines) {
      return std::ranges::count_if(lines.block, [](const auto& range) { return range.second > range.first; });
    });
    return out;
  }

  bool print_blocks(const Lattice& lattice, const std::vector<BlockLines>& blocks, FamilyForm& out) {
    const std::size_t dimensions = lattice.dimensions();
    IndexNames names;
    names.own = dimensions == 0 ? letters_.back() : letters_[0];
    if (dimensions > 1)
      names.further.assign(letters_.begin() + 1, letters_.begin() + static_cast<std::ptrdiff_t>(dimensions));
    names.bound = letters_[dimensions];
    names.inner = letters_[dimensions + 1];
    names.count = out.count;
    names.size = sizes_.begin()->second;
    GenericAlgebra algebra(equations_, names, used_);
    std::vector<GenericTerm> all;
    for (const BlockLines& lines : blocks) {
      all.insert(all.end(), lines.motion.begin(), lines.motion.end());
      all.insert(all.end(), lines.forces.begin(), lines.forces.end());
    }
    algebra.announce(all);
    return std::ranges::all_of(blocks, [&](const BlockLines& lines) {
      const std::optional<Expr> motion = algebra.expression(lines.motion);
      const std::optional<Expr> forces = algebra.expression(lines.forces);
      if (!motion || !forces) return false;
      FamilyLine line = ranged(lines.block);
      std::optional<PlainEquation> equation = algebra.line(coordinate_text(lattice, lines.block), *motion, *forces);
      if (!equation) return false;
      line.equation = std::move(*equation);
      out.lines.push_back(std::move(line));
      return true;
    });
  }

  [[nodiscard]] std::string coordinate_text(const Lattice& lattice, const Block& block) const {
    const std::string& family = lattice.members.front().family;
    return block.empty() ? family : family + "[" + own_text(block) + "]";
  }

  /// `i,j` inside, `1,j` at an edge.
  [[nodiscard]] std::string own_text(const Block& block) const {
    std::string out;
    for (std::size_t d = 0; d < block.size(); ++d)
      out += (d == 0 ? "" : ",") + (block[d].second > block[d].first ? letters_[d] : end_text(block[d].first));
    return out;
  }

  [[nodiscard]] FamilyLine ranged(const Block& block) const {
    std::vector<IndexRange> ranges;
    for (std::size_t d = 0; d < block.size(); ++d)
      if (block[d].second > block[d].first)
        ranges.push_back({letters_[d], end_text(block[d].first), end_text(block[d].second)});
    FamilyLine out;
    if (ranges.empty()) return out;
    out.index = ranges.front().name;
    out.low = ranges.front().low;
    out.high = ranges.front().high;
    out.further.assign(ranges.begin() + 1, ranges.end());
    return out;
  }

  const Equations& equations_;
  const IndexValues& sizes_;
  std::set<std::string> used_;
  const std::vector<std::string>& letters_;
  MultipleKind multiples_;
  std::vector<std::string> member_counts_;
  Algebra algebra_;
};

} // namespace

std::optional<FamilyForm> lattice_form(const Equations& equations, const IndexValues& sizes, MultipleKind multiples) {
  std::set<std::string> used = used_names(*equations.system);
  const std::vector<std::string> letters = free_index_names(used);
  std::size_t dimensions = 0;
  for (const Coordinate& c : equations.system->coordinates)
    dimensions = std::max(dimensions, c.member.index.size());
  if (sizes.empty() || letters.size() < dimensions + 2) return std::nullopt;
  try {
    return LatticeFolder(equations, sizes, std::move(used), letters, multiples).form();
  } catch (const BudgetSpent&) {
    return std::nullopt;
  }
}

} // namespace families
} // namespace dalembert
