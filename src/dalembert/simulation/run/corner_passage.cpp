#include <dalembert/base/errors.h>
#include <dalembert/simulation/run/corner_passage.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert {
inline namespace simulation {

double CornerPassage::pass(const RowCorner& corner, std::vector<double>& y) {
  constexpr int most_strikes = 50;
  require_law(corner);
  require_new(corner);
  y = corner.behind;
  double work = laws_.pass_time_jump(corner.time, y).work;
  const std::optional<std::size_t> contact = contact_of(corner.row);
  if (!contact || !corner.is_struck) return work;
  // What leaves one side of the corner may run into the other one.
  const auto n = static_cast<std::ptrdiff_t>(engine_.coordinates());
  const std::array<const std::vector<double>*, 2> sides{&corner.before, &corner.behind};
  for (std::size_t strike = 0; strike < most_strikes; ++strike) {
    std::vector<double> there = y;
    std::copy_n(sides[strike % sides.size()]->begin(), n, there.begin());
    Contacts& contacts = laws_.contacts();
    const std::vector<bool> none(contacts.size(), false);
    if (!contacts.states().touches(corner.time, there, none)[*contact].is_approaching) return work;
    y = there;
    work += laws_.pass_time_jump(corner.time, y).work;
  }
  refuse_rest(corner);
}

/// Where no law says what follows.
void CornerPassage::require_law(const RowCorner& corner) const {
  const std::string& name = engine_.system().constraints[corner.row].name;
  const bool is_contact = contact_of(corner.row).has_value();
  if (is_contact && corner.step < 0.0)
    throw SolveError(step_up(engine_, corner.row, corner.time, {corner.before, corner.behind}), {.time = corner.time});
  if (is_contact) return;
  if (corner.step != 0.0)
    throw SolveError(fmt::format("{} jumps by {:.6g} at {}: no motion meets it on both sides; make it continuous", name,
                                 corner.step, place(corner)),
                     {.time = corner.time});
  if (corner.is_struck || corner.is_left)
    throw SolveError(fmt::format("{} turns a corner at {}: an equation does not say whether a motion keeps its speed "
                                 "there or is struck; round the corner over a length a, as (u + sqrt(u^2 + a^2))/2 for "
                                 "max(0, u) and sqrt(u^2 + a^2) for abs(u), or write an inequality, which is struck",
                                 name, place(corner)),
                     {.time = corner.time});
}

/// A motion that is back at the same corner at once does not leave it.
void CornerPassage::require_new(const RowCorner& corner) {
  constexpr double at_once = 1e-6;    // of the time since the start
  constexpr double same_place = 1e-6; // of the size of each coordinate
  if (last_ && last_->row == corner.row && corner.time - last_->time < at_once * (corner.time - begin_)) {
    bool is_same = true;
    for (std::size_t i = 0; i < engine_.coordinates(); ++i)
      is_same = is_same && std::abs(corner.before[i] - last_->before[i]) <= same_place * engine_.scale(i);
    if (is_same && !corner.is_left) refuse_rest(corner);
  }
  last_ = corner;
}

void CornerPassage::refuse_rest(const RowCorner& corner) const {
  const std::string& name = engine_.system().constraints[corner.row].name;
  throw SolveError(fmt::format("the motion comes to rest in the corner of {} at {}, which takes the forces of both "
                               "sides, and one inequality has one; write one for each side, as z >= a and z >= b "
                               "instead of z >= max(a, b)",
                               name, place(corner)),
                   {.time = corner.time});
}

std::optional<std::size_t> CornerPassage::contact_of(std::size_t row) const {
  const std::vector<Contact>& contacts = engine_.study->contacts;
  const auto found = std::ranges::find(contacts, std::optional(row), &Contact::constraint);
  if (found == contacts.end()) return std::nullopt;
  return static_cast<std::size_t>(found - contacts.begin());
}

std::string CornerPassage::place(const RowCorner& corner) const {
  return place_on_row(engine_, corner.row, corner.time, {corner.before, corner.behind});
}

} // namespace simulation
} // namespace dalembert
