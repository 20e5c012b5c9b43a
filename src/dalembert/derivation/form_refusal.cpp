#include <dalembert/base/errors.h>
#include <dalembert/derivation/form_refusal.h>

#include <fmt/format.h>

#include <utility>

namespace dalembert {
inline namespace derivation {

void refuse_form(const System& system, std::string_view form, FormRefusal refusal) {
  Diagnostic d;
  d.code = "E0610";
  d.span = refusal.span == SourceSpan{} ? system.span : refusal.span;
  d.message = fmt::format("the form {} does not apply: {}", form, refusal.reason);
  d.note = std::move(refusal.note);
  d.help = std::move(refusal.help);
  throw ModelError(std::move(d));
}

} // namespace derivation
} // namespace dalembert
