// Series by machine code against their oracle, the interpreter.
#include <dalembert/jit/machine_program.h>
#include <dalembert/jit/machine_series.h>
#include <dalembert/program/series_evaluation.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

using Vector = std::vector<double>;

/// Tapes of what has series at any place, on inputs of all levels.
class RandomSeries {
public:
  explicit RandomSeries(std::uint64_t seed) : random_(seed) {}

  std::shared_ptr<const SeriesProgram> program() { return std::make_shared<const SeriesProgram>(tape(), levels_); }

  Tape tape() {
    constexpr std::array levels{SeriesLevel::time, SeriesLevel::constant, SeriesLevel::position, SeriesLevel::rate,
                                SeriesLevel::force};
    Tape::Parts parts;
    for (std::size_t k = 0; k < 4; ++k)
      parts.constants.push_back(number());
    parts.inputs = 5 + below(8);
    parts.input_origins.resize(parts.inputs);
    values_ = parts.constants.size() + parts.inputs;
    for (std::size_t i = 0; i < parts.inputs; ++i)
      levels_.push_back({levels.at(i < levels.size() ? i : below(levels.size()))});
    const std::size_t operations = 1 + below(150);
    for (std::size_t k = 0; k < operations; ++k) {
      parts.instructions.push_back(instruction());
      values_ += parts.instructions.back().results();
    }
    parts.origins.resize(operations);
    for (std::size_t k = 0; k < 10; ++k)
      parts.outputs.push_back(operand());
    return Tape(std::move(parts));
  }

  [[nodiscard]] const std::vector<SeriesInput>& levels() const { return levels_; }
  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }
  double number() { return std::normal_distribution<double>(1.0, 1.0)(random_); }

private:
  std::uint32_t operand() { return static_cast<std::uint32_t>(below(values_)); }
  Instruction instruction() {
    constexpr std::array common{Operation::add, Operation::sub, Operation::mul,  Operation::fma,
                                Operation::neg, Operation::fms, Operation::fnma, Operation::fnms};
    constexpr std::array rare{Operation::div, Operation::sqrt, Operation::exp,   Operation::sincos,
                              Operation::sin, Operation::cos,  Operation::unary, Operation::binary};
    constexpr std::array unary{Function::tan,   Function::asin,  Function::acos, Function::atan,
                               Function::sinh,  Function::cosh,  Function::tanh, Function::asinh,
                               Function::acosh, Function::atanh, Function::log,  Function::erf};
    Instruction i{below(2) > 0 ? common.at(below(common.size())) : rare.at(below(rare.size())), operand(), operand(),
                  operand()};
    if (below(6) == 0) i.b = i.a;
    if (i.operation == Operation::unary) i.c = static_cast<std::uint32_t>(unary.at(below(unary.size())));
    if (i.operation == Operation::binary) i.c = static_cast<std::uint32_t>(Function::atan2);
    return i;
  }

  std::mt19937_64 random_;
  std::size_t values_ = 0;
  std::vector<SeriesInput> levels_;
};

/// Coefficients of all outputs of one series, as MotionSeries grows them: each stage is swept with zeros for the
/// highest coefficients first. Those of sweeps between are among them. With `reads` sweeps are of parts, unless they
/// are to be whole, and coefficients are those that are read.
Vector grown(SeriesEvaluation& series, const SeriesProgram& program, const std::vector<SeriesInput>& levels,
             std::uint64_t seed, int order, const std::vector<SeriesRead>& reads = {}, bool has_parts = true) {
  std::mt19937_64 random(seed);
  const auto number = [&random] { return std::normal_distribution<double>(0.0, 1.0)(random); };
  Vector out;
  Vector start(program.inputs());
  for (double& x : start)
    x = number();
  series.start(start);
  const auto look = [&](int stage, bool is_final) {
    for (std::size_t k = 0; k < program.outputs(); ++k) {
      const int highest = orders_ahead(program.level(program.output_row(k)));
      int first = 0;
      int last = highest;
      if (!reads.empty()) {
        if ((reads[k] == SeriesRead::final) != is_final) continue;
        if (reads[k] == SeriesRead::as_force) last = 0;
        if (reads[k] == SeriesRead::as_rate) last = 1;
        if (reads[k] != SeriesRead::final) first = last;
      }
      for (int ahead = first; ahead <= last; ++ahead)
        out.push_back(series.output(k)[static_cast<std::size_t>(stage + ahead)]);
    }
  };
  for (int stage = -2; stage < order; ++stage) {
    const bool is_divided = has_parts && stage > 0;
    series.sweep(stage, is_divided ? SeriesPart::tentative : SeriesPart::both);
    if (stage >= 0) look(stage, false);
    for (std::size_t i = 0; i < program.inputs(); ++i) {
      const int at = stage + orders_ahead(levels[i].level);
      if (levels[i].level < SeriesLevel::time && at > 0) series.input(i)[static_cast<std::size_t>(at)] = number();
      if (levels[i].level == SeriesLevel::time && at == 0) series.input(i)[1] = number();
    }
    series.sweep(stage, is_divided ? SeriesPart::final : SeriesPart::both);
    if (stage >= 0) look(stage, true);
    series.settle(stage);
  }
  return out;
}

int differences(const Vector& a, const Vector& b) {
  int out = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!(a[k] == b[k]) && !(std::isnan(a[k]) && std::isnan(b[k]))) ++out;
  return out;
}

class SeriesByMachineCode : public ::testing::TestWithParam<Instructions> {};

TEST_P(SeriesByMachineCode, coefficients_are_those_of_the_interpreter) {
  if (!why_no_machine_code().empty() || best_instructions() < GetParam()) GTEST_SKIP() << "not on this processor";
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomSeries random(seed);
    const auto program = random.program();
    const int order = 1 + static_cast<int>(random.below(32));
    const auto machine = machine_series(program, order, GetParam());
    ASSERT_NE(machine, nullptr) << "seed " << seed;
    const auto interpreted = interpreted_series(program, order)->evaluation();
    const auto compiled = machine->evaluation();
    for (const std::uint64_t start : {seed, seed + 1000}) // the second one in the memory of the first
      EXPECT_EQ(differences(grown(*interpreted, *program, random.levels(), start, order),
                            grown(*compiled, *program, random.levels(), start, order)),
                0)
          << "seed " << seed << ", order " << order;
  }
}

/// What is read behind tentative sweeps, and what behind final ones, is the same whether the other part is computed.
TEST_P(SeriesByMachineCode, sweeps_of_parts_leave_what_is_read) {
  if (!why_no_machine_code().empty() || best_instructions() < GetParam()) GTEST_SKIP() << "not on this processor";
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomSeries random(seed);
    const Tape tape = random.tape();
    const auto whole = std::make_shared<const SeriesProgram>(tape, random.levels());
    std::vector<SeriesRead> reads;
    for (std::size_t k = 0; k < tape.outputs(); ++k) {
      const bool is_force = whole->level(whole->output_row(k)) == SeriesLevel::force; // has no rate at hand
      constexpr std::array all{SeriesRead::as_force, SeriesRead::as_itself, SeriesRead::final, SeriesRead::as_rate};
      reads.push_back(all.at(random.below(is_force ? 3 : 4)));
    }
    const int order = 1 + static_cast<int>(random.below(32));
    const auto divided = std::make_shared<const SeriesProgram>(tape, random.levels(), reads);
    const auto oracle = interpreted_series(whole, order)->evaluation();
    const Vector known = grown(*oracle, *whole, random.levels(), seed, order, reads, false);
    for (const auto& executor : {interpreted_series(divided, order), machine_series(divided, order, GetParam())}) {
      const auto series = executor->evaluation();
      EXPECT_EQ(differences(known, grown(*series, *divided, random.levels(), seed, order, reads)), 0)
          << "seed " << seed << ", order " << order;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Processors, SeriesByMachineCode, ::testing::Values(Instructions::avx2, Instructions::avx512),
                         [](const auto& of) { return of.param == Instructions::avx2 ? "avx2" : "avx512"; });

TEST(DeferredSeries, an_evaluation_goes_over_to_machine_code_and_nobody_sees_it) {
  RandomSeries random(7);
  const auto program = random.program();
  const int order = 14;
  const auto deferred = deferred_machine_series(program, order);
  const auto series = deferred->evaluation();
  const auto oracle = interpreted_series(program, order)->evaluation();
  const std::uint64_t times = worthwhile_series(program->operations().size(), order) + 3;
  for (std::uint64_t k = 0; k < times; ++k)
    EXPECT_EQ(differences(grown(*oracle, *program, random.levels(), k, order),
                          grown(*series, *program, random.levels(), k, order)),
              0);
  const auto later = deferred->evaluation();
  EXPECT_EQ(differences(grown(*oracle, *program, random.levels(), 1, order),
                        grown(*later, *program, random.levels(), 1, order)),
            0);
}

TEST(DeferredSeries, what_has_no_machine_code_stays_with_the_interpreter) {
  Tape::Parts parts; // x^p
  parts.inputs = 2;
  parts.input_origins.resize(2);
  parts.instructions.push_back({Operation::binary, 0, 1, static_cast<std::uint32_t>(Function::pow)});
  parts.origins.resize(1);
  parts.outputs.push_back(2);
  const std::vector<SeriesInput> levels{{SeriesLevel::position}, {SeriesLevel::constant}};
  const auto program = std::make_shared<const SeriesProgram>(Tape(std::move(parts)), levels);
  EXPECT_EQ(machine_series(program, 5), nullptr);
  const auto deferred = deferred_machine_series(program, 5);
  const auto series = deferred->evaluation();
  const auto oracle = interpreted_series(program, 5)->evaluation();
  for (std::uint64_t k = 0; k < 2000; ++k)
    ASSERT_EQ(differences(grown(*oracle, *program, levels, k, 5), grown(*series, *program, levels, k, 5)), 0);
}

} // namespace
} // namespace dalembert
