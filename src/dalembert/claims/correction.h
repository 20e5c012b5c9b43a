#pragma once

#include <dalembert/claims/dimensions.h>
#include <dalembert/claims/edit_costs.h>
#include <dalembert/claims/judgement.h>
#include <dalembert/exact/coupling.h>
#include <dalembert/exact/truth.h>
#include <dalembert/exact/vocabulary.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dalembert {
inline namespace claims {

/// Returns what must vanish for `claim` to hold: left − right, or d/dt of the left side of `X = const`. Nothing where
/// it divides by the number 0.
[[nodiscard]] std::optional<Expr> residual_of(RelaxedMotion& motion, const Claim& claim);

/// A claim that is true, made from a false one by few edits.
struct Correction {
  Claim claim;
  Expr residual;
  MistakeKind kind = MistakeKind::none;
  double cost = 0.0;
  std::string term;      ///< what stands there now, in left − right
  std::string found;     ///< what stood there before, in left − right
  bool is_left = true;   ///< the side on which it stands
  std::string was;       ///< what stood there before, as it is written on its side
  std::string should_be; ///< what stands there now, as it is written on its side
  std::string note;      ///< `a dot is missing`
  std::vector<std::string> all;
  bool changes_dots = false;   ///< an acceleration may have become a rate
  bool is_small_angle = false; ///< an angle was made its sine
  bool is_of_rows = false;     ///< it follows from constraints alone
  bool is_identity = false;    ///< it holds without any fact of the motion
  bool is_definition = false;  ///< it holds by the meaning of a name, on the constraints at most
  bool is_of_branch = false;   ///< true for positive parameters or one root only, as far as the field sees
  std::size_t mistakes = 1;    ///< terms that are changed
};

/// Above this cost nothing is said of `correction`.
[[nodiscard]] inline double highest_cost(const Correction& correction) {
  const bool is_edit = correction.mistakes == 1 && correction.kind != MistakeKind::missing;
  return is_edit ? cost::highest_of_edit : cost::highest_of_several;
}

/// What an edit is about, before it is known whether it makes the claim true.
struct Trial {
  MistakeKind kind = MistakeKind::none;
  double cost = 0.0;
  std::string note;
  bool changes_dots = false;
  bool is_small_angle = false;
};

/// A word with its value and its inverse at the first state.
struct KnownWord {
  const NamedFactor* word = nullptr;
  Residue value;
  Residue inverse;
};

/// A false claim and what all searches for its mistake share: the states at which candidates are sieved, the words of
/// the system, and the corrections found so far.
class CorrectionSearch {
public:
  CorrectionSearch(TruthTest& truth, const Claim& claim, Expr residual);

  [[nodiscard]] TruthTest& truth() { return truth_; }
  [[nodiscard]] RelaxedMotion& motion() { return truth_.motion(); }
  [[nodiscard]] Graph& graph() { return truth_.motion().graph(); }
  [[nodiscard]] Dimensions& dimensions() { return dimensions_; }
  [[nodiscard]] const std::vector<NamedFactor>& words() const { return words_; }
  /// The words that are not 0 at the first state; of several names of one quantity the first.
  [[nodiscard]] const std::vector<KnownWord>& known_words() const { return known_words_; }
  /// The brackets of the claim and of the model's equations that are not 0 at the first state, and their
  /// square roots where they stand, and sums and differences of two parameters of one dimension.
  [[nodiscard]] const std::vector<KnownWord>& known_brackets() const { return known_brackets_; }
  /// How all of these are written.
  [[nodiscard]] const std::vector<NamedFactor>& words_and_brackets() const { return words_and_brackets_; }
  /// The claim with both sides as sums.
  [[nodiscard]] const Claim& claim() const { return claim_; }
  [[nodiscard]] Expr residual() const { return residual_; }
  /// The value of the residual at the first state.
  [[nodiscard]] Residue defect() const { return defect_; }
  [[nodiscard]] bool can_sieve() const { return can_sieve_; }
  /// What of the system the claim is about.
  [[nodiscard]] const Coupling& about() const { return about_; }
  /// The parameters that the system or the claim holds: no other one changes what is true.
  [[nodiscard]] std::vector<const Parameter*> held_parameters();
  /// Returns what a part of a claim stands for; nothing where it divides by the number 0.
  [[nodiscard]] std::optional<Expr> expression(const Written& part);
  [[nodiscard]] std::optional<Residue> value(Expr e) { return truth_.sieve()->value(e); }
  /// The value of `e` at the first or second state; nothing where there is none.
  [[nodiscard]] std::optional<Residue> value_at(Expr e, std::size_t state);

  /// Returns the residual of `changed` where it vanishes at the first state and the claim still says something: a
  /// candidate. Nothing for most changes. Cost: the nodes that the change makes new.
  [[nodiscard]] std::optional<Expr> sieved(const Claim& changed);
  /// Keeps `correction` if it is true at all states, is not empty, and keeps an acceleration or a force if there was
  /// one.
  void offer(Correction correction);
  /// True where a correction of this `price` could still be of use and there is work left to spend: a count of
  /// candidates, so that the answer does not depend on the machine.
  [[nodiscard]] bool is_worth(double price) const;
  [[nodiscard]] std::vector<Correction>& found() { return found_; }

  /// True where the claim names an energy, a momentum, a let or the like: it may turn out to be an identity.
  [[nodiscard]] bool is_definition() const { return is_definition_; }
  /// The name that the claim gives a formula of: a side that is a let, a speed, an energy, a momentum or the like
  /// alone, while the other side names none; nothing where there is none.
  [[nodiscard]] const Written* named_side() const;
  [[nodiscard]] bool holds_force(Expr e);
  [[nodiscard]] bool holds_acceleration(Expr e);
  /// True where `value` is a small number times a term of the claim: then that term is wrong, and none is missing.
  [[nodiscard]] bool is_multiple_of_term(Residue value) const;

private:
  /// True where an identity may be meant: the claim names a let, a speed, an energy, a momentum or a reaction.
  [[nodiscard]] bool is_of_defined_names(const Claim& claim);
  /// The equations of motion, the rates of the constraints, and the residual of the claim.
  [[nodiscard]] static std::vector<Expr> expressions_of(const RelaxedMotion& motion, Expr residual);
  void add_momenta();
  void add_rates_of_lets();
  void collect_brackets();
  void evaluate_words();
  void evaluate_terms();
  [[nodiscard]] std::vector<KnownWord> evaluated(const std::vector<NamedFactor>& words);
  [[nodiscard]] bool says_something(const Claim& changed);
  [[nodiscard]] bool follows_from_places(const Correction& correction);
  [[nodiscard]] bool says_nothing_new(const Correction& correction);
  /// True where a correction of a claim that names an energy, a let or the like adds what the sides differ by, T = V +
  /// (T − V), or puts a definition in the place of a term. A slip in the formula of a name keeps what was written: each
  /// term of the claim cancels in part against the others, and no two factors of a term are exchanged.
  /// Source: docs/theory/prove.md, section 4.
  [[nodiscard]] bool is_restatement(const Correction& correction);
  [[nodiscard]] std::optional<Expr> opaque_residual(Claim claim);
  [[nodiscard]] bool has_empty_part(const Written& w);
  [[nodiscard]] bool has_new_common_factor(const Claim& claim);
  [[nodiscard]] bool changes_subject(Expr residual);
  TruthTest& truth_;
  Claim claim_;
  Expr residual_;
  Coupling about_;
  Dimensions dimensions_;
  std::vector<NamedFactor> words_;
  std::vector<NamedFactor> brackets_;
  std::vector<NamedFactor> words_and_brackets_;
  std::vector<KnownWord> known_words_;
  std::vector<KnownWord> known_brackets_;
  std::vector<Residue> terms_;         ///< inverses of the values of the terms of the claim
  std::map<std::string, Expr> opaque_; ///< a symbol for each name that stands for more than itself
  std::set<Expr> common_;              ///< quantities of the motion that are a factor of every term of the claim
  Residue defect_;
  bool can_sieve_ = false;
  bool has_force_ = false;
  bool has_acceleration_ = false;
  bool is_definition_ = false;
  bool has_empty_part_ = false;
  std::vector<Correction> found_;
  double cheapest_ = 1e9;
  std::size_t candidates_ = 0; ///< sieved so far
};

/// True where one expression is a number times the other: the same claim in another form.
[[nodiscard]] bool are_proportional(const Graph& graph, Expr a, Expr b);

} // namespace claims
} // namespace dalembert
