#include <dalembert/base/errors.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/judge.h>

#include "../simulation/study_builder.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace dalembert {
namespace {

/// x'' + k·x = 0 with k = 1.
struct Oscillator : test::StudyBuilder {
  Expr x, v, k;

  Oscillator() : StudyBuilder("Oscillator") {
    x = coordinate("x", v);
    k = parameter("k", Rational(1));
    energy(EnergyKind::kinetic, graph().scale(Rational(1, 2), graph().square(v)));
    energy(EnergyKind::potential, graph().scale(Rational(1, 2), graph().mul(k, graph().square(x))));
    initial(x, Rational(1), true, "x");
  }

  /// x'' + x = 0: false, but for k = 1.
  [[nodiscard]] Judgement claim() const {
    Judgement out;
    out.verdict = Verdict::is_false;
    out.sides = {graph().add(study.system.coordinates.front().acceleration, x), graph().zero()};
    return out;
  }
};

/// The interpreter, with a bug that shows at other values of k than 1.
class Faulty : public Executor {
public:
  explicit Faulty(const Tape& tape) : correct_(interpreted(tape)) {}

  [[nodiscard]] std::size_t inputs() const override { return correct_->inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return correct_->outputs(); }
  [[nodiscard]] Workspace workspace() const override { return correct_->workspace(); }
  void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const override {
    constexpr std::size_t place_of_k = 3; // behind t, x, x'
    if (in.size() > place_of_k && in[place_of_k] != 1.0) throw InternalError("a bug");
    correct_->evaluate(in, out, workspace);
  }
  void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                      Workspace& workspace) const override {
    correct_->evaluate_lanes(lanes, in, out, workspace);
  }

private:
  std::shared_ptr<const Executor> correct_;
};

void judge_with(const Engine& engine, const Equations& equations, Judgement& judgement) {
  look_at_real_states(judgement, engine, equations, consistent_initial_state(engine), Comparison::equal);
}

TEST(RealStateJudge, names_the_numbers_that_make_a_false_claim_true) {
  const Oscillator oscillator;
  const auto study = std::make_shared<const Study>(oscillator.study);
  Judgement judgement = oscillator.claim();
  judge_with(oscillator.engine(), test::StudyBuilder::derived(study), judgement);
  EXPECT_EQ(judgement.verdict, Verdict::special);
  EXPECT_EQ(judgement.condition, "k = 1");
}

TEST(RealStateJudge, does_not_take_a_bug_for_a_parameter_that_has_no_state) {
  const Oscillator oscillator;
  const auto study = std::make_shared<const Study>(oscillator.study);
  const Equations equations = test::StudyBuilder::derived(study);
  const Engine engine = make_engine(study, std::make_shared<const Programs>(lower(*study, equations)), {1.0},
                                    [](const Tape& tape) { return std::make_shared<const Faulty>(tape); });
  Judgement judgement = oscillator.claim();
  EXPECT_THROW(judge_with(engine, equations, judgement), InternalError);
}

} // namespace
} // namespace dalembert
