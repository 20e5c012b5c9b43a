#pragma once

#include <dalembert/api/session.h>

#include <span>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace api {

/// One stage of a session: a value that is made once, when it is first asked for.
struct StageRow {
  std::string_view name;
  std::string_view value;         ///< its type
  double StageSeconds::*seconds;  ///< where its time is counted
  const char* activity = nullptr; ///< what is being done while it is printed
  /// Makes the stage, and those before it, and prints it. @throws ModelError, SolveError as the stage
  std::string (*dump)(Session& session, const Style& style) = nullptr;
};

/// The stages of a session in the order in which one is made of another.
[[nodiscard]] std::span<const StageRow> stage_table();
/// The row of a stage. @throws OptionError where the table has none of this name
[[nodiscard]] const StageRow& stage_row(std::string_view name);

} // namespace api
} // namespace dalembert
