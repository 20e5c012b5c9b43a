#pragma once

#include <dalembert/simulation/plan/part_values.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Finds the jumps and kinks of parts over a span, level by level: between those of the lower levels everything is
/// smooth. Cells are halved until enclosures show that the argument of a switch does not switch in a cell, or that its
/// rate has one sign there; then bisection brackets each switch. Cost: counted by `parts`, which it ends with.
class JumpSearch {
public:
  JumpSearch(PartValues& parts, const VariableSpan& whole) : parts_(parts), whole_(whole) {}

  /// False where the work allowed did not suffice.
  bool search();

  /// Each as short as doubles allow, in order.
  [[nodiscard]] const std::vector<VariableSpan>& jumps() const { return jumps_; }
  /// What lies between the jumps.
  [[nodiscard]] std::vector<VariableSpan> pieces() const;

private:
  /// A span with the labels at its ends.
  struct Ends {
    VariableSpan span;
    double left = 0.0;
    double right = 0.0;
  };

  [[nodiscard]] double resolution(double x) const;
  void search_level(const VariableSpan& piece, int level);
  bool look(const VariableSpan& cell, int level);
  [[nodiscard]] bool may_switch(std::size_t k, const RealInterval& argument, const RealInterval& guard) const;
  [[nodiscard]] double label(std::size_t k, double x);
  [[nodiscard]] bool counts(std::size_t k, const VariableSpan& cell, double x);
  [[nodiscard]] std::optional<VariableSpan> passed_point(std::size_t k, const Ends& ends);
  void bracket(std::size_t k, const VariableSpan& cell);
  [[nodiscard]] bool has_to_end();
  void merge();

  PartValues& parts_;
  VariableSpan whole_;
  std::vector<VariableSpan> jumps_;
  std::vector<VariableSpan> found_;
  bool is_complete_ = true;
};

} // namespace simulation
} // namespace dalembert
