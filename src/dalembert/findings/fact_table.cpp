#include <dalembert/base/watch.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/fact_table.h>

#include <optional>

namespace dalembert::inline findings {

std::span<const FactRow* const> fact_table() {
  return fact_rows;
}

FactSet find_facts(FactContext& context) {
  FactSet facts;
  for (const FactBasis basis : {FactBasis::symbols, FactBasis::numbers})
    for (const FactRow* const row : fact_table()) {
      if (row->basis != basis || row->find == nullptr) continue;
      std::optional<Activity> now;
      if (row->activity != nullptr) now.emplace(row->activity);
      row->find(context, facts);
    }
  return facts;
}

void add_facts(Page& page, const Equations& equations, const FactSet& facts) {
  FactWriter writer(page, equations);
  for (const FactRow* const row : fact_table())
    if (row->write != nullptr) row->write(writer, facts);
}

void add_facts(Json& object, const Equations& equations, const FactSet& facts) {
  FactJson json(equations);
  for (const FactRow* const row : fact_table())
    if (row->write_json != nullptr) row->write_json(object, json, facts);
}

} // namespace dalembert::inline findings
