#include <dalembert/api/code_choice.h>
#include <dalembert/jit/deferred_code.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/jit/machine_series.h>

namespace dalembert::inline api {

CodeChoice code_choice() {
  if (const std::string& why = why_no_machine_code(); !why.empty())
    return {interpreted, interpreted_series, "the interpreter, because " + why};
  return {deferred_machine_code, deferred_machine_series,
          "machine code for " + machine_name(best_instructions()) +
              ", each once it has been evaluated often enough to be worth compiling"};
}

} // namespace dalembert::inline api
