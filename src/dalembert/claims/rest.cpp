#include <dalembert/claims/rest.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dalembert {
inline namespace claims {

namespace {

using Numbers = std::vector<std::size_t>;

/// The coordinates that the equations or the constraints hold: the others are ignorable.
Numbers essential_coordinates(RelaxedMotion& motion) {
  const Equations& equations = motion.equations();
  std::vector<Expr> all = equations.residual;
  all.insert(all.end(), equations.constraint_rates.begin(), equations.constraint_rates.end());
  const std::vector<Expr> held = free_symbols(motion.graph(), all);
  Numbers out;
  for (std::size_t i = 0; i < motion.system().coordinates.size(); ++i)
    if (std::ranges::binary_search(held, motion.system().coordinates[i].position)) out.push_back(i);
  return out;
}

/// False where the rate of an ignorable coordinate has a factor in a row that may vanish at special positions.
bool moves_alike_everywhere(RelaxedMotion& motion, const Numbers& all, const Numbers& still) {
  const Equations& equations = motion.equations();
  const std::vector<Expr> positions = motion.system().positions();
  for (const std::size_t i : all) {
    if (std::ranges::find(still, i) != still.end()) continue;
    for (int k = 0; k < equations.constraint_matrix.rows; ++k)
      if (depends(motion.graph(), equations.constraint_matrix.at(k, static_cast<int>(i)), positions)) return false;
  }
  return true;
}

/// True where the rows stop the others as well: a rope s + u = 0, of which the equations hold s alone. That is an
/// equilibrium.
bool stops_all(RelaxedMotion& motion, const Numbers& all, const Numbers& still) {
  constexpr std::uint64_t tries = 16; // half of the square roots have no value
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= tries && seen < 2; ++seed) {
    auto state = motion.draw(seed, 0, conditions_of(motion.system(), {all, still, {}}), RelaxedMotion::Reach::rates);
    if (!state) continue;
    ++seen;
    for (const std::size_t i : all) {
      const std::optional<Residue> rate = state->value(motion.system().coordinates[i].rate);
      if (!rate || !rate->is_zero()) return false;
    }
  }
  return seen == 2;
}

bool is_angle(const Coordinate& q) {
  return q.measure.dimension && *q.measure.dimension == Dimension();
}

void add_with_zeros(const System& system, Rest rest, const Numbers& essential, std::vector<Rest>& out) {
  Numbers angles;
  for (const std::size_t i : essential) {
    rest.zero = {i};
    out.push_back(rest);
    if (is_angle(system.coordinates[i])) angles.push_back(i);
  }
  rest.zero = angles;
  if (angles.size() > 1) out.push_back(rest);
}

bool can_rest(RelaxedMotion& motion) {
  const System& system = motion.system();
  const Equations& equations = motion.equations();
  if (!system.frictions.empty() || !system.impacts.empty()) return false;
  std::vector<Expr> all = equations.residual;
  all.insert(all.end(), equations.constraint_rates.begin(), equations.constraint_rates.end());
  return !depends(motion.graph(), all, std::vector<Expr>{system.time}) &&
         !depends(motion.graph(), equations.constraint_matrix.entries, system.rates());
}

} // namespace

std::vector<Rest> kinds_of_rest(CorrectionSearch& search) {
  constexpr std::size_t most_coordinates = 12;
  RelaxedMotion& motion = search.motion();
  const System& system = motion.system();
  Numbers all;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    if (search.about().coordinates[i]) all.push_back(i);
  if (all.size() > most_coordinates || !motion.is_solvable() || !can_rest(motion)) return {};
  Numbers essential = essential_coordinates(motion);
  std::erase_if(essential, [&search](std::size_t i) { return !search.about().coordinates[i]; });
  if (essential.empty()) return {};
  std::vector<Numbers> kinds{all};
  if (essential.size() < all.size() && moves_alike_everywhere(motion, all, essential) &&
      !stops_all(motion, all, essential))
    kinds.insert(kinds.begin(), essential);
  std::vector<Rest> out;
  for (const Numbers& still : kinds)
    out.push_back({all, still, {}});
  for (const Numbers& still : kinds)
    add_with_zeros(system, {all, still, {}}, essential, out);
  std::erase_if(out, [&](const Rest& rest) {
    return std::ranges::any_of(rest.zero,
                               [&](std::size_t i) { return motion.is_solved_for(system.coordinates[i].position); });
  });
  return out;
}

std::vector<RelaxedMotion::Condition> conditions_of(const System& system, const Rest& rest) {
  std::vector<RelaxedMotion::Condition> out;
  for (const std::size_t i : rest.still)
    out.push_back({system.coordinates[i].rate, std::nullopt, true, std::nullopt});
  for (const std::size_t i : rest.zero)
    out.push_back({system.coordinates[i].position, std::nullopt, false, std::nullopt});
  return out;
}

bool is_parameter(const System& system, Expr e) {
  return std::ranges::all_of(free_symbols(*system.graph, e), [&system](Expr symbol) {
    return std::ranges::any_of(system.parameters, [symbol](const Parameter& p) { return p.symbol == symbol; });
  });
}

Exclusions exclusions_of(CorrectionSearch& search, const Factors& factors) {
  Exclusions out;
  for (const auto& [base, exponent] : factors) {
    if (exponent.sign() < 0 || is_parameter(search.motion().system(), base)) continue;
    const Factors alone{{base, Rational(1)}};
    out.push_back(text(written(search.graph(), search.words(), alone, Rational(1))) + " != 0");
  }
  return out;
}

std::string text(const System& system, const Rest& rest, const std::vector<std::string>& nonzero) {
  constexpr std::size_t most_named = 3;
  const bool is_relative = rest.still.size() < rest.among.size();
  std::vector<std::string> still;
  for (const std::size_t i : rest.still)
    still.push_back(fmt::format("{0}'' = 0, {0}' = 0", system.coordinates[i].name));
  std::string out = is_relative ? "relative equilibrium" : "equilibrium";
  if (still.size() <= most_named) out += fmt::format(" ({})", fmt::join(still, ", "));
  std::vector<std::string> besides;
  for (const std::size_t i : rest.zero)
    besides.push_back(system.coordinates[i].name + " = 0");
  for (const std::string& each : nonzero)
    besides.push_back(each);
  return besides.empty() ? out : fmt::format("{} with {}", out, fmt::join(besides, " and "));
}

} // namespace claims
} // namespace dalembert
