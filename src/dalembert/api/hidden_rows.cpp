#include <dalembert/api/hidden_rows.h>
#include <dalembert/derivation/hidden_constraints.h>

#include <utility>

namespace dalembert::inline api {

void add_hidden_constraints(Study& study, std::vector<Diagnostic>& found) {
  if (study.closed) return; // rows close and open along the run
  HiddenConstraints hidden = hidden_constraints(study.system);
  for (Constraint& row : hidden.rows) {
    row.multiplier = study.system.graph->symbol("lambda." + row.name);
    study.system.constraints.push_back(std::move(row));
  }
  found.insert(found.end(), hidden.diagnostics.begin(), hidden.diagnostics.end());
}

} // namespace dalembert::inline api
