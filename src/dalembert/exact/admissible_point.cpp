#include <dalembert/exact/admissible_point.h>

#include <algorithm>

namespace dalembert {
inline namespace exact {

AdmissiblePoints::AdmissiblePoints(const Equations& equations, std::span<const Expr> claims, const RealSample* sample)
    : equations_(equations),
      sample_(sample),
      claims_(claims.begin(), claims.end()),
      motions_(friction_branch_count(equations.frictions.size())) {}

AdmissiblePoints::~AdmissiblePoints() = default;

RelaxedMotion& AdmissiblePoints::motion(std::size_t frictions) const {
  std::unique_ptr<RelaxedMotion>& motion = motions_[frictions];
  if (!motion)
    motion =
        std::make_unique<RelaxedMotion>(equations_, friction_branch(equations_.frictions.size(), frictions), sample_);
  return *motion;
}

bool AdmissiblePoints::is_solvable() const {
  return motion(0).is_solvable();
}

unsigned AdmissiblePoints::branches() const {
  return motion(0).branches() * static_cast<unsigned>(motions_.size());
}

bool AdmissiblePoints::is_solved_for(Expr symbol) const {
  return motion(0).is_solved_for(symbol);
}

std::optional<AdmissiblePoints::Values> AdmissiblePoints::values(std::uint64_t seed, unsigned branch,
                                                                 const SymbolValues& fixed) const {
  const unsigned roots = motion(0).branches();
  RelaxedMotion& motion = this->motion(branch / roots);
  auto state =
      motion.draw(seed, branch % roots, std::vector<bool>(motion.facts().size(), true), false, conditions(fixed));
  return state ? values_at(*state, claims_) : std::nullopt;
}

std::optional<AdmissiblePoints::Values> AdmissiblePoints::values_at(RelaxedMotion::State& state,
                                                                    std::span<const Expr> claims) {
  Values out;
  for (const Expr claim : claims) {
    const std::optional<Residue> value = state.value(claim);
    if (!value) return std::nullopt;
    out.claims.push_back(*value);
  }
  out.signs = state.signs();
  out.is_rational = state.is_rational();
  return out;
}

std::vector<RelaxedMotion::Condition> AdmissiblePoints::conditions(const SymbolValues& fixed) {
  std::vector<RelaxedMotion::Condition> out;
  for (const auto& [symbol, value] : fixed)
    out.push_back({.symbol = symbol, .other = std::nullopt, .value = value});
  return out;
}

AdmissiblePoints::Asked AdmissiblePoints::asked(std::span<const std::size_t> claims) const {
  Asked out{{}, RelaxedMotion::Reach::rates, {}};
  for (const std::size_t c : claims)
    out.claims.push_back(claims_[c]);
  for (std::size_t frictions = 0; frictions < motions_.size(); ++frictions)
    for (const Expr claim : out.claims)
      if (motion(frictions).holds_motion(claim)) out.reach = RelaxedMotion::Reach::motion;
  for (std::size_t frictions = 0; frictions < motions_.size(); ++frictions) {
    const std::vector<Expr> more = motion(frictions).symbols_below(out.claims, out.reach);
    out.symbols.insert(out.symbols.end(), more.begin(), more.end());
  }
  std::sort(out.symbols.begin(), out.symbols.end());
  out.symbols.erase(std::unique(out.symbols.begin(), out.symbols.end()), out.symbols.end());
  return out;
}

std::optional<AdmissiblePoints::Values> AdmissiblePoints::values(const Asked& asked, std::uint64_t seed,
                                                                 unsigned branch, const SymbolValues& fixed) const {
  const unsigned roots = motion(0).branches();
  auto state = motion(branch / roots).draw(seed, branch % roots, conditions(fixed), asked.reach);
  return state ? values_at(*state, asked.claims) : std::nullopt;
}

} // namespace exact
} // namespace dalembert
