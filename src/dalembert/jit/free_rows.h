#pragma once

#include <dalembert/jit/repetitions.h>
#include <dalembert/jit/turn_batches.h>
#include <dalembert/program/tape.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Rows of memory that nobody reads behind a repetition any more: of results of one offset of an earlier repetition, or
/// of the sines or cosines of a batch.
/// A result of the repetition that is written there needs no further rows, and finds them in the first cache, since
/// they have just been read.
class FreeRows {
public:
  FreeRows(const Tape& tape, const TurnBatches& order, const InstructionStream& stream,
           std::span<const Repetition> repetitions);

  /// An operand that in each round is the last reader of what it reads.
  struct Reader {
    std::uint32_t offset;
    std::uint32_t operand;
    std::uint32_t column;
    std::int64_t first; ///< element of the column, in round 0
    std::int64_t step;  ///< from one round to the next
  };
  /// One for each column of rows that is read for the last time in a repetition. Whatever is written there in the same
  /// round, at this offset or behind it, takes the row over.
  [[nodiscard]] std::vector<Reader> last_readers(const Repetition& repetition) const;

private:
  struct Element {
    std::uint32_t column;
    std::int64_t index;
  };
  [[nodiscard]] std::optional<Element> element(std::uint32_t value) const;
  [[nodiscard]] bool is_last(const Repetition& repetition, const Reader& reader) const;

  const InstructionStream& stream_;
  std::span<const Repetition> repetitions_;
  std::vector<std::uint32_t> repetition_of_; ///< of places
  std::vector<std::uint32_t> column_of_row_; ///< of turns
  std::vector<std::uint32_t> last_read_;     ///< of values: the last place that reads it
  std::vector<bool> has_row_;                ///< of places: it is not written elsewhere
};

} // namespace jit
} // namespace dalembert
