#pragma once

#include <dalembert/analysis/dimensions.h>
#include <dalembert/analysis/judgement.h>
#include <dalembert/analysis/truth.h>
#include <dalembert/analysis/vocabulary.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {

/// Returns what must vanish for `claim` to hold: left − right, or d/dt of the left side of `X = const`. Nothing where
/// it divides by the number 0.
[[nodiscard]] std::optional<Expr> residual_of(RelaxedMotion& motion, const Claim& claim);

/// A claim that is true, made from a false one by few edits.
struct Mend {
  Claim claim;
  Expr residual;
  MistakeKind kind = MistakeKind::none;
  double cost = 0.0;
  std::string term;  ///< what stands there now, in left − right
  std::string found; ///< what stood there before
  bool is_left = true;
  std::string note; ///< `a dot is missing`
  std::vector<std::string> all;
};

/// What an edit is about, before it is known whether it mends anything.
struct Trial {
  MistakeKind kind = MistakeKind::none;
  double cost = 0.0;
  std::string note;
};

/// A word with its value and its inverse at the first state.
struct KnownWord {
  const Word* word = nullptr;
  Residue value;
  Residue inverse;
};

/// A false claim and what all searches for its mistake share: the states at which candidates are sieved, the words of
/// the system, and the mends found so far.
class MendSearch {
public:
  static constexpr double dearest = 3.0; ///< beyond it a mend explains nothing

  MendSearch(TruthTest& truth, const Claim& claim, Expr residual);

  [[nodiscard]] TruthTest& truth() { return truth_; }
  [[nodiscard]] RelaxedMotion& motion() { return truth_.motion(); }
  [[nodiscard]] Graph& graph() { return truth_.motion().graph(); }
  [[nodiscard]] Dimensions& dimensions() { return dimensions_; }
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }
  /// The words that are not 0 at the first state; of several names of one quantity the first.
  [[nodiscard]] const std::vector<KnownWord>& known_words() const { return known_words_; }
  /// The claim with both sides as sums.
  [[nodiscard]] const Claim& claim() const { return claim_; }
  [[nodiscard]] Expr residual() const { return residual_; }
  /// The value of the residual at the first state.
  [[nodiscard]] Residue defect() const { return defect_; }
  [[nodiscard]] bool can_sieve() const { return can_sieve_; }
  [[nodiscard]] std::optional<Residue> value(Expr e) { return truth_.sieve()->value(e); }

  /// Returns the residual of `changed` where it vanishes at the first state and the claim still says something: a
  /// candidate. Nothing for most changes. Cost: the nodes that the change makes new.
  [[nodiscard]] std::optional<Expr> sieved(const Claim& changed);
  /// Keeps `mend` if it is true at all states, is not empty, and keeps an acceleration or a force if there was one.
  void offer(Mend mend);
  /// True where a mend as dear as `cost` could still be wanted and there is work left to spend: a count of candidates,
  /// so that the answer does not depend on the machine.
  [[nodiscard]] bool is_worth(double cost) const;
  [[nodiscard]] std::vector<Mend>& found() { return found_; }

  /// True where the claim names an energy, a momentum, a let or the like: it may turn out to be an identity.
  [[nodiscard]] bool is_definition() const { return is_definition_; }
  [[nodiscard]] bool holds_force(Expr e);
  [[nodiscard]] bool holds_acceleration(Expr e);

private:
  void evaluate_words();
  TruthTest& truth_;
  Claim claim_;
  Expr residual_;
  Dimensions dimensions_;
  std::vector<Word> words_;
  std::vector<KnownWord> known_words_;
  Residue defect_;
  bool can_sieve_ = false;
  bool has_force_ = false;
  bool has_acceleration_ = false;
  bool is_definition_ = false;
  std::vector<Mend> found_;
  double cheapest_ = 1e9;
  std::size_t candidates_ = 0; ///< sieved so far
};

} // namespace dalembert
