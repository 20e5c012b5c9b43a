#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/exact/friction_branch.h>
#include <dalembert/exact/known_facts.h>
#include <dalembert/exact/position_solutions.h>
#include <dalembert/exact/rooted_point.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/modular_sweep.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/time_derivative.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace exact {

/// How often a constraint was differentiated, or that a fact is an equation of motion.
enum class FactLevel { position, velocity, acceleration, equation };

/// One fact of a system that a proof may use: a constraint at one level, or the equation of one coordinate.
struct Fact {
  FactLevel level = FactLevel::equation;
  std::size_t index = 0; ///< of the constraint, or of the coordinate
  friend bool operator==(const Fact&, const Fact&) = default;
};

/// The motion of a system with an offset on every fact:
///   φ = P,  ψ = V,  χ = A,  E = e        docs/theory/prove.md (1)
/// with φ, ψ = φ̇, χ = ψ̇ the levels of the constraints and E the residuals of the equations of motion. All offsets zero
/// is the system; a random offset forgets that fact. States are exact random points modulo the prime of Residue.
/// Adds symbols and nodes to the graph of the system. Source: docs/theory/prove.md, section 1.
class RelaxedMotion {
public:
  /// `frictions`: the branch of each friction; both signs +1 where absent. `sample`: real states, with which the exact
  /// ones share their component of the variety and the rank of the rows; it must outlive this. `known`: the facts that
  /// are not forgotten altogether, all of them where absent. What holds by a part of the facts holds on every motion.
  explicit RelaxedMotion(const Equations& equations, std::vector<FrictionBranch> frictions = {},
                         const RealSample* sample = nullptr, std::optional<KnownFacts> known = std::nullopt);

  /// False where some constraint cannot be solved exactly, or only at states that are not like the real ones.
  [[nodiscard]] bool is_solvable() const { return solvable_; }
  [[nodiscard]] const RealSample* sample() const { return sample_; }
  /// True where the frictions act at a real state as they do here.
  [[nodiscard]] bool is_on_branch(const RealSample::Pair& state) const;
  /// Where the equations of motion and `claim` branch: roots and signs, but not the roots of the constraints'
  /// solutions, which have symbols of their own for their signs.
  [[nodiscard]] Branches branches_of(Expr claim);
  /// The same for the equations of motion alone.
  [[nodiscard]] const Branches& own_branches() const { return own_branches_; }
  /// True where the model reads tables: what the field knows of these is what holds of every function.
  [[nodiscard]] bool has_tables() const { return !equations_.system->tables.empty(); }
  /// True where the square roots of `radicands`, all that `claim` and the motion hold, have signs that are independent
  /// of one another: a claim that holds for some signs then holds for all.
  [[nodiscard]] bool has_free_roots(Expr claim, const std::vector<Expr>& radicands);
  /// The number of branches (roots of quadratic constraints) that must be looked at one by one.
  [[nodiscard]] unsigned branches() const { return 1U << positions_.roots().size(); }
  /// All facts, in the order in which they are tried to be forgotten: of each constraint acceleration, position,
  /// velocity; then the equations.
  [[nodiscard]] const std::vector<Fact>& facts() const { return facts_; }
  [[nodiscard]] const System& system() const { return *equations_.system; }
  [[nodiscard]] const Equations& equations() const { return equations_; }
  [[nodiscard]] Graph& graph() const { return graph_; }

  /// d/dt along the motion; up to the rates of accelerations and multipliers.
  [[nodiscard]] TimeDerivative& rates() { return rates_; }
  /// True where `e` holds what no equation here determines: fourth derivatives of coordinates and the like.
  [[nodiscard]] bool is_beyond(Expr e) const;
  /// True where `e` holds rates of accelerations or multipliers.
  [[nodiscard]] bool has_jerk(Expr e) const;
  /// Returns `e` with reactions and frictions written out and the solved symbols replaced.
  /// @throws std::domain_error where it divides by what the constraints hold at 0
  [[nodiscard]] Expr prepared(Expr e) { return preparation_->of(e); }
  /// The same; nothing instead of an error.
  [[nodiscard]] std::optional<Expr> prepared_if_defined(Expr e);
  /// Returns `e` with reactions and frictions in terms of the multipliers.
  [[nodiscard]] Expr written_out(Expr e) { return in_multipliers_->of(e); }
  /// Which way the frictions act.
  [[nodiscard]] const std::vector<FrictionBranch>& frictions() const { return frictions_; }

  /// One drawn point.
  class State {
  public:
    /// The value of a claim in t, q, v, v̇, λ, F, p; nothing where it has none here.
    [[nodiscard]] std::optional<Residue> value(Expr claim);
    [[nodiscard]] std::size_t signs() const { return point_.signs(); }
    /// True where no root, sign or formal function was met so far.
    [[nodiscard]] bool is_rational() const { return point_.is_rational(); }
    /// The two sides of [M −Bᵀ; A 0] as it was met: for (f, g) of a combination.
    [[nodiscard]] const std::vector<Residue>& matrix() const { return matrix_; }
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    friend class RelaxedMotion;
    friend class RelaxedDraw;
    State(RelaxedMotion& motion, std::uint64_t seed) : motion_(&motion), point_(motion.graph_, seed) {}
    RelaxedMotion* motion_;
    ModularPoint point_;
    std::vector<Residue> matrix_;
    std::size_t size_ = 0;
  };

  /// A condition to try out: a parameter or coordinate equals another symbol or is 0, or a rate is 0.
  struct Condition {
    Expr symbol;
    std::optional<Expr> other; ///< none: the symbol is 0
    bool is_rate = false;
    std::optional<Residue> value = std::nullopt; ///< instead: the symbol has this value
  };
  /// True where a constraint was solved for `symbol`: it cannot be given a value.
  [[nodiscard]] bool is_solved_for(Expr symbol) const;

  /// Draws a point at which the facts marked in `imposed` (by place in `facts`) hold and the others are forgotten;
  /// nothing where this seed has none. `with_jerk`: also the rates of accelerations and multipliers.
  /// `turned`: the roots and signs of which the other branch is taken.
  [[nodiscard]] std::optional<State> draw(std::uint64_t seed, unsigned branch, const std::vector<bool>& imposed,
                                          bool with_jerk, const std::vector<Condition>& conditions = {},
                                          const Branches& turned = {});

  /// How far a point is drawn: to rates that meet the constraints, or to accelerations and multipliers as well.
  enum class Reach { rates, motion };
  /// Draws a point with all facts imposed, no further than `reach`: what lies beyond is free there.
  [[nodiscard]] std::optional<State> draw(std::uint64_t seed, unsigned branch, const std::vector<Condition>& conditions,
                                          Reach reach);
  /// True where the value of a claim depends on accelerations or multipliers.
  [[nodiscard]] bool holds_motion(Expr claim);
  /// The symbols that the values of claims at points drawn to `reach` depend on, in ascending order.
  [[nodiscard]] std::vector<Expr> symbols_below(const std::vector<Expr>& claims, Reach reach);

private:
  friend class RelaxedDraw;
  void seed_rates();
  void write_out_signs();
  void prepare();
  [[nodiscard]] std::optional<std::vector<Expr>> values_at(const std::vector<Replacement>& at,
                                                           const std::vector<Expr>& expressions) const;
  void prepare_rows();
  void list_facts();
  /// Evaluate what the rates follow from (A, drift), and what the motion does (M, A, both right-hand sides, friction).
  [[nodiscard]] const ModularSweep& rate_sweep();
  [[nodiscard]] const ModularSweep& motion_sweep();
  [[nodiscard]] std::optional<SymbolValues> rooted_values(std::uint64_t seed, const SymbolValues& fixed);
  void find_positive();
  void find_branches();
  void compare_rank();
  [[nodiscard]] Branches without_solutions(Branches all) const;

  const Equations& equations_;
  Graph& graph_;
  const RealSample* sample_;
  KnownFacts known_;
  TimeDerivative rates_;
  PositionSolutions positions_;
  std::vector<Fact> facts_;
  std::vector<Expr> jerks_;            ///< rates of the accelerations
  std::vector<Expr> multiplier_rates_; ///< rates of the multipliers
  Expr beyond_;                        ///< stands for what is differentiated too often
  std::vector<Expr> friction_symbols_; ///< σε of each friction
  std::vector<FrictionBranch> frictions_;
  std::vector<Replacement> meanings_; ///< reactions and frictions in terms of λ
  std::optional<Substitution> in_multipliers_;
  std::optional<Substitution> preparation_;
  // What a point needs, prepared.
  std::vector<Expr> drift_; ///< ψ at v = 0: the rows are A·v + drift
  std::vector<Expr> rows_;  ///< A
  std::vector<Expr> mass_;
  std::vector<Expr> forcing_;
  std::vector<Expr> row_forcing_;
  std::vector<Expr> friction_block_; ///< n×m: what friction adds to −Aᵀ
  std::vector<Expr> jerk_rest_;      ///< d/dt of (E, χ); made when first wanted
  std::optional<ModularSweep> rate_sweep_;
  std::optional<ModularSweep> motion_sweep_;
  std::optional<RootedPoints> rooted_; ///< where the roots in all of these exist
  std::vector<Expr> positive_;         ///< symbols assumed positive, and parameters with positive values
  Branches own_branches_;
  std::vector<Expr> solution_radicands_;
  bool solvable_ = true;
};

} // namespace exact
} // namespace dalembert
