#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/row_corner.h>
#include <dalembert/simulation/phases/laws.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Takes a motion over the corners of its rows.
///
/// A closed contact whose direction jumps is struck, with its restitution, where its gap closes behind the corner, and
/// left where it opens. Where both sides of a corner close the gap, they are struck in turn. An equation has no such
/// law: its run ends there.
class CornerPassage {
public:
  CornerPassage(const Engine& engine, Laws& laws, double begin) : engine_(engine), laws_(laws), begin_(begin) {}

  /// `y` becomes the state behind the corner. Returns what the energy h changes by, J.
  /// @throws SolveError where the model does not say what follows: at a corner of an equation, at a step up, and where
  /// the motion comes to rest in a corner, which takes the forces of both of its sides
  double pass(const RowCorner& corner, std::vector<double>& y);

private:
  void require_law(const RowCorner& corner) const;
  void require_new(const RowCorner& corner);
  [[nodiscard]] std::optional<std::size_t> contact_of(std::size_t row) const;
  [[nodiscard]] std::string place(const RowCorner& corner) const;
  [[noreturn]] void refuse_rest(const RowCorner& corner) const;

  const Engine& engine_;
  Laws& laws_;
  double begin_;
  std::optional<RowCorner> last_;
};

} // namespace simulation
} // namespace dalembert
