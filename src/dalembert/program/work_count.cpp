#include <dalembert/base/watch.h>
#include <dalembert/program/work_count.h>

namespace dalembert {
inline namespace program {

void count_instructions(std::size_t instructions, Workspace& workspace) {
  constexpr std::size_t instructions_per_unit = 8; // of `poll`
  constexpr std::size_t worth_a_poll = 1024;
  workspace.unpolled += instructions;
  if (workspace.unpolled < worth_a_poll) return;
  poll(workspace.unpolled / instructions_per_unit);
  workspace.unpolled = 0;
}

} // namespace program
} // namespace dalembert
