#pragma once

#include <dalembert/base/random_stream.h>
#include <dalembert/exact/monomial_memo.h>
#include <dalembert/expr/repeated_evaluation.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace exact {

/// The parameters of a system that are assumed positive where signs are judged in symbols: those whose value in the
/// model is positive, and those without a value. Not those that stand in an exponent, have a range that reaches below
/// 0, or are inputs.
[[nodiscard]] std::vector<Expr> assumed_positive(const System& system);

/// The sign of an expression, and how it is known.
struct JudgedSign {
  int value = 0;          ///< +1 or −1 where it is that everywhere, 0 where it is neither or not known
  bool is_proved = false; ///< by a certificate (sign_of); else it is that of every draw
};

/// Whether a sentence holds at values of the symbols; nothing where that is not clear.
using SentenceAt = std::function<std::optional<bool>(const std::vector<Assignment>&)>;

/// Judges signs with `positive` parameters above 0 and everything else of either sign, where `real` has real values and
/// the assumptions of the system hold: by a certificate where one is found, else at 800 draws of all sizes. A draw
/// whose value is 0, or lies within its rounding error, says nothing: w² counts as positive. Cost: 6400 evaluations at
/// most for each question, and 8·10⁶ nodes for all of them; then signs are not known, and assumptions count as needed.
/// What certificates multiply out is remembered in `memo`, which may be shared with other judges of the system.
class SignJudge {
public:
  SignJudge(const System& system, std::vector<Expr> positive, std::vector<Expr> real,
            std::shared_ptr<MonomialMemo> memo = std::make_shared<MonomialMemo>());

  [[nodiscard]] JudgedSign of(Expr e);
  /// The signs seen at a few draws, which say nothing of others: a sign that `of` gives is among them, if any is.
  struct Signs {
    int positive = 0; ///< draws
    int negative = 0;
    [[nodiscard]] bool are_mixed() const { return positive > 0 && negative > 0; }
  };
  [[nodiscard]] Signs seen_at_few(Expr e);
  /// True where `e`, whose sign draws show, vanishes at the values that the model gives its parameters, or at
  /// admissible numbers of a simple ratio (400 draws of parameters among 1/2, 1, 2, 3, 4), and nothing of `named` does
  /// there: draws of real numbers never meet a sum of two squares at its zeros. Parameters are drawn of the sign that
  /// is assumed.
  [[nodiscard]] bool vanishes_at_simple_numbers(Expr e, const std::vector<Expr>& named);
  /// Takes these expressions as positive in proofs from now on: where a motion exists, its boundary aside.
  void suppose(std::vector<Expr> surpluses) { surpluses_ = std::move(surpluses); }
  /// The same for one parameter.
  void suppose_positive(Expr parameter) { positive_.push_back(parameter); }
  /// True where a draw was found at which `real` has real values.
  [[nodiscard]] bool can_be_real();
  /// Those of `positive` without which a judgement on one of `expressions` would be another; of an expression without a
  /// sign, those that same_sign_polynomial uses.
  [[nodiscard]] std::vector<Expr> needed_for(const std::vector<Expr>& expressions);
  /// Those of `positive` without whose sign `said` and `meant`, which agree with it, do not: each is drawn below 0,
  /// then all that are not needed, of either sign. `holding`: what both hold. Cost: 200 draws for each of `positive`.
  [[nodiscard]] std::vector<Expr> needed_to_agree(const std::vector<Expr>& holding, const SentenceAt& said,
                                                  const SentenceAt& meant);
  [[nodiscard]] const std::vector<Expr>& positive() const { return positive_; }
  /// same_sign_polynomial with what may be taken positive in `e` without loss.
  [[nodiscard]] Expr same_sign(Expr e) const;

private:
  [[nodiscard]] int drawn(Expr e);
  [[nodiscard]] Signs draws_of(Expr e, int draws);
  [[nodiscard]] int proved(Expr e);
  [[nodiscard]] int proved_by_a_surplus(Expr e, std::vector<Expr> positive);
  [[nodiscard]] const std::vector<Expr>& without_loss(Expr e) const;
  [[nodiscard]] std::vector<Expr> found_without_loss(Expr e) const;
  /// The values of `real_` and `compared_`.
  [[nodiscard]] RepeatedEvaluation& admission() const;
  [[nodiscard]] bool is_admissible(const std::vector<Assignment>& values) const;
  [[nodiscard]] std::vector<Assignment> draw(const std::vector<Expr>& symbols);
  [[nodiscard]] std::vector<Assignment> simple_numbers(const std::vector<Expr>& symbols,
                                                       const std::vector<Assignment>& given);
  enum class Below { all, some }; ///< which of some parameters are drawn below 0
  [[nodiscard]] std::optional<std::vector<Expr>> disagreement(const std::vector<Expr>& holding,
                                                              const std::vector<Expr>& below, Below which,
                                                              const SentenceAt& said, const SentenceAt& meant);
  [[nodiscard]] std::vector<Expr> symbols_with(Expr e) const;
  /// Takes the evaluation of `nodes` off the budget; false where it is spent.
  bool spend(std::size_t nodes);
  double of_either_sign();
  double within(double low, double high);

  const System& system_;
  Graph& graph_;
  std::vector<Expr> positive_;
  std::vector<Expr> real_;
  std::vector<Expr> surpluses_;
  std::vector<Expr> compared_; ///< both sides of the assumptions
  std::shared_ptr<MonomialMemo> memo_;
  mutable std::optional<RepeatedEvaluation> admission_;
  mutable std::map<Expr, std::vector<Expr>> without_loss_; ///< answers given
  RandomStream random_{"signs"};
  std::size_t work_ = 0; ///< nodes evaluated
};

/// Whether all of some quantities are clearly positive, or one of them is clearly negative; nothing where rounding
/// decides, or one has no value.
class AllPositive {
public:
  AllPositive(const Graph& graph, const std::vector<Expr>& quantities);
  [[nodiscard]] std::optional<bool> operator()(const std::vector<Assignment>& values) const;

private:
  std::vector<RoundedValues> quantities_;
};

/// Returns `e` over one denominator, without it and without the factors that `positive` symbols and even powers make:
/// it is positive where `e` is. Nothing is dropped whose sign is not known. `e` itself where it is too long.
[[nodiscard]] Expr same_sign_polynomial(const System& system, Expr e, const std::vector<Expr>& positive,
                                        MonomialMemo& memo);

} // namespace exact
} // namespace dalembert
