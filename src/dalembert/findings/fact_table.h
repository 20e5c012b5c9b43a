#pragma once

#include <dalembert/findings/fact_row.h>

#include <span>

namespace dalembert {
inline namespace findings {

/// All facts, in the order of a page and of the fields.
[[nodiscard]] std::span<const FactRow* const> fact_table();

/// Finds the facts: first those from symbols, then those from numbers, in the order of the table.
[[nodiscard]] FactSet find_facts(FactContext& context);
/// Adds the rows of all facts to a page, with texts by `form`, which is of these equations.
void add_facts(Page& page, const Equations& equations, const FactSet& facts, PlainForm form);
/// The facts about one topic as HTML; empty where there is nothing to say.
[[nodiscard]] std::string facts_html(FactTopic topic, const Equations& equations, const FactSet& facts, PlainForm form,
                                     const StatePicture& picture = {});
/// Adds the fields of all facts to an object.
void add_facts(Json& object, const Equations& equations, const FactSet& facts, PlainForm form);

} // namespace findings
} // namespace dalembert
