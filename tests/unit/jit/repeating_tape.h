#pragma once

#include <dalembert/program/tape.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace dalembert::testing {

/// Tapes of a few parts that repeat their instructions, as elimination of a
/// chain does: operands of a round are its own results, those of one or two
/// rounds before, constants and inputs, inputs and results of earlier parts
/// that move on with the rounds in either direction, sines among them. Some
/// rounds are irregular; a few instructions stand between the parts. The same
/// seed gives the same tape.
class RepeatingTape {
public:
  explicit RepeatingTape(std::uint64_t seed) : random_(seed) {}

  Tape tape() {
    rounds_ = 8 + below(60);
    tape_.constants = {1.0, -0.5, 3.25};
    families_ = 1 + below(4);
    tape_.inputs = singles + families_ * rounds_;
    tape_.input_origins.resize(tape_.inputs);
    next_ = tape_.constants.size() + tape_.inputs;
    for (std::size_t part = 1 + below(5); part-- > 0;) {
      add_part();
      for (std::size_t k = below(6); k-- > 0;)
        add(Operation::fma, any(), any(), any());
    }
    tape_.origins.resize(tape_.instructions.size());
    for (std::size_t k = 0; k < 5; ++k)
      tape_.outputs.push_back(any());
    return Tape(std::move(tape_));
  }

  std::vector<double> inputs(std::size_t count) {
    std::vector<double> out(count);
    for (double& x : out)
      x = std::normal_distribution<double>(0.0, 1.0)(random_);
    return out;
  }

private:
  static constexpr std::size_t singles = 3; ///< inputs beside the families

  struct Operand {
    enum class Kind : std::uint8_t { own, before, fixed, moving } kind;
    std::size_t offset = 0; ///< result of a round
    std::size_t back = 0;   ///< rounds
    std::uint32_t value = 0;
    std::int64_t step = 0;
  };
  struct Model {
    Operation operation;
    std::vector<Operand> operands;
  };
  struct Part {
    std::vector<std::vector<std::uint32_t>> results; ///< of each round
  };

  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  std::uint32_t any() {
    return static_cast<std::uint32_t>(next_ - 1 - below(std::min<std::size_t>(next_, 1 + below(300))));
  }

  std::uint32_t add(Operation operation, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
    tape_.instructions.push_back({operation, a, b, operation == Operation::unary ? abs : c});
    const auto out = static_cast<std::uint32_t>(next_);
    next_ += tape_.instructions.back().results();
    return out;
  }

  Operation operation() {
    constexpr Operation all[] = {Operation::add,   Operation::sub,  Operation::mul,    Operation::mul,
                                 Operation::fma,   Operation::fms,  Operation::fnma,   Operation::fnms,
                                 Operation::fma,   Operation::div,  Operation::sqrt,   Operation::neg,
                                 Operation::unary, Operation::less, Operation::select, Operation::equal};
    if (has_turns_ && one_in(12)) return one_in(3) ? Operation::sin : Operation::sincos;
    return all[below(std::size(all))];
  }

  Operand operand(std::size_t offset, std::size_t results) {
    const std::size_t choice = below(10);
    if (choice < 4 && offset > 0) return {Operand::Kind::own, below(offset)};
    if (choice < 6) return {Operand::Kind::before, below(results), one_in(5) ? 2UL : 1UL};
    if (choice < 7) return {Operand::Kind::fixed, 0, 0, any()};
    const std::int64_t direction = one_in(3) ? -direction_ : direction_;
    if (choice < 9 || parts_.empty()) {
      const std::size_t family = tape_.constants.size() + singles + below(families_) * rounds_;
      const std::size_t first = direction > 0 ? below(2) : rounds_ - 1 - below(2);
      return {Operand::Kind::moving, 0, 0, static_cast<std::uint32_t>(family + first), direction};
    }
    const Part& part = parts_[below(parts_.size())];
    const std::size_t result = below(part.results.front().size());
    const std::size_t first = direction > 0 ? below(3) : part.results.size() - 1 - below(3);
    const auto step = static_cast<std::int64_t>(part.results[1][result]) - part.results[0][result];
    return {Operand::Kind::moving, 0, 0, part.results[first][result], direction * step};
  }

  void add_part() {
    has_turns_ = one_in(3);
    direction_ = one_in(2) ? 1 : -1;
    const std::size_t count = one_in(4) ? 1 + below(3) : 1 + below(50);
    std::vector<Model> models;
    for (std::size_t b = 0; b < count; ++b) {
      models.push_back({operation(), {}});
      for (int j = 0; j < operand_count(models.back().operation); ++j)
        models.back().operands.push_back(operand(b, count));
      if (b == 0 || !one_in(8)) continue;
      // the lesser of two numbers, carried on
      models[b - 1] = {Operation::less, {models[b - 1].operands[0], {Operand::Kind::before, b, 1}}};
      models[b] = {Operation::select,
                   {{Operand::Kind::own, b - 1}, models[b - 1].operands[0], models[b - 1].operands[1]}};
    }
    Part part;
    const std::size_t irregular = one_in(4) ? below(rounds_) : rounds_;
    for (std::size_t r = 0; r < rounds_ - 3; ++r) {
      std::vector<std::uint32_t> results;
      for (const Model& m : models) {
        std::vector<std::uint32_t> values;
        for (const Operand& o : m.operands)
          values.push_back(r == irregular && one_in(3) ? any() : value(o, r, results, part));
        values.resize(3, 0);
        results.push_back(add(m.operation, values[0], values[1], values[2]));
      }
      part.results.push_back(std::move(results));
    }
    for (std::size_t family = below(3); family-- > 0;) {
      const std::size_t result = below(count);
      const bool is_reversed = one_in(2);
      for (std::size_t r = 0; r < part.results.size(); ++r)
        tape_.outputs.push_back(part.results[is_reversed ? part.results.size() - 1 - r : r][result]);
    }
    parts_.push_back(std::move(part));
  }

  std::uint32_t value(const Operand& o, std::size_t r, const std::vector<std::uint32_t>& results, const Part& part) {
    switch (o.kind) {
    case Operand::Kind::own:
      return results[o.offset];
    case Operand::Kind::before:
      return r < o.back ? any() : part.results[r - o.back][o.offset];
    case Operand::Kind::fixed:
      return o.value;
    case Operand::Kind::moving:
      break;
    }
    const std::int64_t at = std::int64_t{o.value} + static_cast<std::int64_t>(r) * o.step;
    return at >= 0 && at < static_cast<std::int64_t>(next_) ? static_cast<std::uint32_t>(at) : any();
  }

  static constexpr auto abs = static_cast<std::uint32_t>(Function::abs);

  std::mt19937_64 random_;
  Tape::Parts tape_;
  std::size_t rounds_ = 0;
  std::size_t families_ = 0;
  std::size_t next_ = 0;
  bool has_turns_ = false;
  std::int64_t direction_ = 1;
  std::vector<Part> parts_;
};

} // namespace dalembert::testing
