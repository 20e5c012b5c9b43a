#include <dalembert/base/watch.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/fact_table.h>
#include <dalembert/typesetting/html.h>

#include <optional>
#include <utility>

namespace dalembert {
inline namespace findings {

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

void add_facts(Page& page, const Equations& equations, const FactSet& facts, PlainForm form) {
  FactWriter writer(page, equations, std::move(form));
  for (const FactRow* const row : fact_table())
    if (row->write != nullptr) row->write(writer, facts);
}

std::string facts_html(FactTopic topic, const Equations& equations, const FactSet& facts, PlainForm form,
                       const StatePicture& picture) {
  std::string out;
  Page rows(html_style());
  FactWriter writer(rows, equations, std::move(form));
  writer.draw_states(picture);
  // Rows up to one that has HTML of its own are one list.
  const auto end_list = [&] {
    out += html_rows(rows);
    rows.clear();
  };
  for (const FactRow* const row : fact_table()) {
    if (row->topic != topic) continue;
    if (row->write_html != nullptr) {
      end_list();
      out += row->write_html(writer, facts);
    } else if (row->write != nullptr) {
      row->write(writer, facts);
    }
  }
  end_list();
  return out;
}

void add_facts(Json& object, const Equations& equations, const FactSet& facts, PlainForm form) {
  FactJson json(equations, std::move(form));
  for (const FactRow* const row : fact_table())
    if (row->write_json != nullptr) row->write_json(object, json, facts);
}

} // namespace findings
} // namespace dalembert
