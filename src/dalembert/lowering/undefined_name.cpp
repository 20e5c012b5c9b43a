#include <dalembert/lowering/undefined_name.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace lowering {

Diagnostic undefined_name(const System& system, const TapeError& error) {
  Diagnostic d;
  d.code = "E0722";
  d.span = system.span;
  for (const UnknownFunction& function : system.functions)
    if (function.name == error.name()) d.span = function.span;
  d.message = fmt::format("{} is declared but not defined, so no number can be computed", error.name());
  d.note = "equations can be derived with it, a run needs its values";
  d.help = fmt::format("remove `function {0}` and write  let {0}(...) = ...", error.name());
  return d;
}

} // namespace lowering
} // namespace dalembert
