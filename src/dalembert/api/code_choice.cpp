#include <dalembert/api/code_choice.h>
#include <dalembert/jit/deferred_code.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/jit/machine_series.h>

#include <memory>

namespace dalembert {
inline namespace api {

CodeChoice code_choice() {
  if (const std::string& why = why_no_machine_code(); !why.empty())
    return {interpreted, interpreted_series, "the interpreter, because " + why};
  return {deferred_machine_code, deferred_machine_series,
          "machine code for " + machine_name(best_instructions()) +
              ", each once it has been evaluated often enough to be worth compiling"};
}

LaneChoice lane_choice() {
  if (!why_no_machine_code().empty()) return {interpreted, 1, 1};
  const Instructions best = best_instructions();
  const bool is_wide = best == Instructions::avx512;
  const auto compile = [best](const Tape& tape) {
    std::shared_ptr<const Executor> code = machine_code(tape, {best, true});
    return code ? code : interpreted(tape);
  };
  // Sixteen registers hold little more than one group.
  return {compile, is_wide ? std::size_t{8} : std::size_t{4}, is_wide ? std::size_t{2} : std::size_t{1}};
}

} // namespace api
} // namespace dalembert
