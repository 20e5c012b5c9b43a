#include <dalembert/api/session.h>

namespace dalembert {

AnalysisReport Session::analysis() {
  AnalysisReport out;
  out.overview = structure();
  out.facts = analyse(equations());
  out.overview.diagnostics = diagnostics();
  return out;
}

} // namespace dalembert
