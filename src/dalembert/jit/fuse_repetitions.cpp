#include <dalembert/jit/fuse_repetitions.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace jit {

namespace {

constexpr std::uint32_t most_rounds_ahead = 8;
constexpr std::uint32_t fewest_rounds_together = 8;

/// Whether rounds run as they stand or, where none reads another, from the last one to the first.
enum class Direction : std::uint8_t { forwards, backwards };

/// Repetitions that run together. Round f of the group is round f + ahead of each of them, counted in its direction;
/// their rounds before and behind stay single.
class Group {
public:
  Group(const InstructionStream& stream, const Repetition& first)
      : stream_(stream),
        begin_(first.first),
        members_{{first, Direction::forwards, 0}},
        is_early_(first.end() - first.first, false) {}

  [[nodiscard]] std::uint32_t begin() const { return begin_; }
  [[nodiscard]] std::uint32_t end() const { return members_.back().rounds.end(); }
  [[nodiscard]] bool has_several() const { return members_.size() > 1; }

  /// Takes in the repetition that follows, where it reads what the group computes, in rounds that fit.
  bool take(const Repetition& next) {
    const Member taken{next, reads_backwards(next) ? Direction::backwards : Direction::forwards, 0};
    Early early = is_early_;
    early.resize(next.end() - begin_, false);
    std::uint32_t further = 0; // rounds that all members go ahead
    bool reads_group = false;
    for (std::uint32_t b = 0; b < next.period; ++b) {
      const auto first = stream_.operands(taken.place(0, b));
      const auto second = stream_.operands(taken.place(1, b));
      for (std::uint32_t j = 0; j < first.count; ++j) {
        const OperandKind kind = operand_kind(stream_, next, b, j);
        if (kind != OperandKind::moving) {
          note_early(first.values[j], next.first, early);
          note_early(second.values[j], next.first, early);
          continue;
        }
        const std::uint32_t source = stream_.place_of(first.values[j]);
        if (source == InstructionStream::no_place || source < begin_) continue;
        const Member* const member = member_at(source);
        if (member == nullptr) return false;
        const std::int64_t step = std::int64_t{stream_.place_of(second.values[j])} - source;
        if (step != member->step()) return false;
        further = std::max(further, ahead_by(*member, member->round_of(source)));
        reads_group = true;
      }
    }
    for (std::uint32_t place = next.first; place-- > begin_;) {
      if (!early[place - begin_]) continue;
      if (const Member* const member = member_at(place)) {
        further = std::max(further, ahead_by(*member, member->round_of(place) + 1));
        early[place - begin_] = false;
      } else {
        for (const std::uint32_t v : stream_.operands(place))
          note_early(v, place, early);
      }
    }
    if (!reads_group || rounds(further, next.count) < fewest_rounds_together) return false;
    for (Member& member : members_)
      member.ahead += further;
    if (members_.front().ahead > most_rounds_ahead) return undo(further);
    members_.push_back(taken);
    is_early_ = std::move(early);
    return true;
  }

  /// The places in their new order: what has to be there before, the rounds together, the rest.
  void write(std::vector<std::uint32_t>& out) const {
    const std::uint32_t together = rounds(0, members_.back().rounds.count);
    const auto add_if = [&](bool is_wanted_early) {
      for (std::uint32_t place = begin_; place < end(); ++place) {
        const Member* const member = member_at(place);
        const std::uint32_t round = member != nullptr ? member->round_of(place) : 0;
        if (member != nullptr && round >= member->ahead && round < member->ahead + together) continue;
        const bool is_early = member != nullptr ? round < member->ahead : is_early_[place - begin_];
        if (is_early == is_wanted_early) out.push_back(place);
      }
    };
    add_if(true);
    for (std::uint32_t round = 0; round < together; ++round)
      for (const Member& member : members_)
        for (std::uint32_t b = 0; b < member.rounds.period; ++b)
          out.push_back(member.place(round + member.ahead, b));
    add_if(false);
  }

private:
  struct Member {
    Repetition rounds;
    Direction direction;
    std::uint32_t ahead; ///< rounds

    [[nodiscard]] std::uint32_t in_direction(std::uint32_t round) const {
      return direction == Direction::forwards ? round : rounds.count - 1 - round;
    }
    [[nodiscard]] std::uint32_t round_of(std::uint32_t place) const { return in_direction(rounds.round_of(place)); }
    [[nodiscard]] std::uint32_t place(std::uint32_t round, std::uint32_t offset) const {
      return rounds.first + in_direction(round) * rounds.period + offset;
    }
    [[nodiscard]] std::int64_t step() const {
      return direction == Direction::forwards ? std::int64_t{rounds.period} : -std::int64_t{rounds.period};
    }
  };
  using Early = std::vector<bool>; ///< of places from begin_ on that are in no
                                   ///< member: they come before the rounds

  [[nodiscard]] const Member* member_at(std::uint32_t place) const {
    for (const Member& member : members_)
      if (place >= member.rounds.first && place < member.rounds.end()) return &member;
    return nullptr;
  }
  /// True where no round reads another, and what they read of the group moves against its rounds.
  [[nodiscard]] bool reads_backwards(const Repetition& next) const {
    bool out = false;
    for (std::uint32_t b = 0; b < next.period; ++b) {
      const auto first = stream_.operands(next.first + b);
      const auto second = stream_.operands(next.first + next.period + b);
      for (std::uint32_t j = 0; j < first.count; ++j) {
        const std::uint32_t source = stream_.place_of(first.values[j]);
        if (source == InstructionStream::no_place) continue;
        const OperandKind kind = operand_kind(stream_, next, b, j);
        if (kind == OperandKind::internal && source < next.first) return false;
        const Member* const member = kind == OperandKind::moving && source >= begin_ ? member_at(source) : nullptr;
        if (member != nullptr && stream_.place_of(second.values[j]) == source - member->step()) out = true;
      }
    }
    return out;
  }
  [[nodiscard]] static std::uint32_t ahead_by(const Member& member, std::uint32_t rounds) {
    return rounds > member.ahead ? rounds - member.ahead : 0;
  }
  void note_early(std::uint32_t value, std::uint32_t before, Early& early) const {
    const std::uint32_t place = stream_.place_of(value);
    if (place != InstructionStream::no_place && place >= begin_ && place < before) early[place - begin_] = true;
  }
  [[nodiscard]] std::uint32_t rounds(std::uint32_t further, std::uint32_t of_next) const {
    std::uint32_t out = of_next;
    for (const Member& member : members_)
      out = std::min(out, member.rounds.count - std::min(member.rounds.count, member.ahead + further));
    return out;
  }
  bool undo(std::uint32_t further) {
    for (Member& member : members_)
      member.ahead -= further;
    return false;
  }

  const InstructionStream& stream_;
  std::uint32_t begin_;
  std::vector<Member> members_;
  Early is_early_;
};

} // namespace

std::vector<std::uint32_t> fused_order(const InstructionStream& stream, const TurnBatches& order,
                                       std::span<const Repetition> repetitions) {
  std::vector<std::uint32_t> places;
  places.reserve(stream.size());
  std::optional<Group> group;
  const auto finish = [&] {
    if (!group || !group->has_several()) return;
    while (places.size() < group->begin())
      places.push_back(static_cast<std::uint32_t>(places.size()));
    group->write(places);
  };
  for (const Repetition& next : repetitions) {
    const auto is_between = [&](const TurnBatch& batch) {
      return batch.before > group->begin() && batch.before < next.end();
    };
    if (group && std::ranges::none_of(order.batches, is_between) && group->take(next)) continue;
    finish();
    group.emplace(stream, next);
  }
  finish();
  while (places.size() < stream.size())
    places.push_back(static_cast<std::uint32_t>(places.size()));
  std::vector<std::uint32_t> out;
  out.reserve(places.size());
  for (const std::uint32_t place : places)
    out.push_back(order.others[place]);
  return out;
}

} // namespace jit
} // namespace dalembert
