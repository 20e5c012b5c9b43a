#pragma once

#include <dalembert/program/tape.h>

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Selections of the lesser or the greater of two numbers: `select(a < b, a,
/// b)` and `select(a < b, b, a)`, whose relation nothing else reads. Each is
/// one instruction of the processor, which then needs no relation; its results
/// are the same bits, NaN and zeros included.
class Extremes {
public:
  enum class Kind : std::uint8_t {
    none,
    relation, ///< read by one of the following alone
    lesser,
    greater,
  };

  explicit Extremes(const Tape& tape);

  [[nodiscard]] Kind of(std::uint32_t instruction) const { return kinds_[instruction]; }

private:
  std::vector<Kind> kinds_; ///< of instructions
};

} // namespace jit
} // namespace dalembert
