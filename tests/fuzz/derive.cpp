// Any bytes as a model: its equations in every form, as text and as LaTeX, and what is said about it, or diagnostics.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <cstddef>
#include <cstdint>

namespace dalembert {
namespace {

/// Prints one form; a form that does not apply says why.
void print_form(const Overview& overview, Form form) {
  try {
    for (const DeriveFormat& format : derive_formats())
      ENSURE(!format.print(overview, form, Style{}, Extent::page).empty());
  } catch (const ModelError& error) {
    ENSURE(!error.diagnostics().empty());
  }
}

} // namespace
} // namespace dalembert

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dalembert;
  Session session("fuzz.mech", std::string(reinterpret_cast<const char*>(data), size));
  try {
    const Overview overview = session.structure(Session::Grouping::families);
    for (const FormRow& row : form_table())
      print_form(overview, row.form);
    static_cast<void>(session.analysis());
  } catch (const ModelError& error) {
    ENSURE(!error.diagnostics().empty());
  } catch (const SolveError&) { // no motion, and said so
    return 0;
  }
  return 0;
}
