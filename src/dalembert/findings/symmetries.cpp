#include <dalembert/analysis/momentum_equation.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/expr/depends.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/generator_text.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

void find_symmetries(FactContext& context, FactSet& facts) {
  SymmetrySearch search = symmetries(context.equations, context.judge);
  if (std::string why = momentum_obstacle(context.equations); !why.empty()) search.notes.push_back(std::move(why));
  facts.add(std::move(search));
}

/// A sentence on how L changes under a symmetry.
std::string change_of_lagrangian(FactWriter& writer, const Symmetry& s) {
  const Graph& graph = *writer.equations().system->graph;
  const std::string what = formula("L", writer.style()) + (graph.is_zero(s.time) ? "" : " dt");
  if (graph.is_zero(s.gauge)) return fmt::format("leaves {} unchanged", what);
  return fmt::format("changes {} by the total derivative of {}", what, writer.text_or_long(s.gauge));
}

/// False for symmetries covered by a momentum or the energy (shifts of time or of one coordinate), and for broken ones
/// that depend on time.
bool is_news(const System& system, const Symmetry& symmetry) {
  const Graph& graph = *system.graph;
  std::vector<Expr> parts = symmetry.positions;
  parts.push_back(symmetry.time);
  const auto moved = std::count_if(parts.begin(), parts.end(), [&graph](Expr e) { return !graph.is_zero(e); });
  const bool is_constant = std::all_of(parts.begin(), parts.end(), [&graph](Expr e) { return graph.is_number(e); });
  if (moved == 1 && is_constant && graph.is_zero(symmetry.gauge)) return false;
  return symmetry.is_conserved == Answer::yes || !depends(graph, parts, std::vector<Expr>{system.time});
}

void write_symmetries(FactWriter& writer, const FactSet& facts) {
  const auto& search = facts.get<SymmetrySearch>();
  constexpr std::size_t most = 10;
  Page& page = writer.page();
  std::string label = "symmetries";
  std::size_t shown = 0;
  for (const Symmetry& s : search.found) {
    if (!is_news(*writer.equations().system, s)) continue;
    if (writer.style().marks_formulas && !writer.formula(s.quantity)) continue; // nothing to see on a page
    if (++shown > most) continue;
    const std::string generator = generator_text(writer, s.time, s.positions);
    if (s.is_conserved == Answer::yes)
      page.row(label, fmt::format("{}: {}", generator, constant_text(writer, s.quantity)));
    else
      page.row(label, fmt::format("{} {}, but {}", generator, change_of_lagrangian(writer, s),
                                  writer.rate_text(
                                      writer.formula(s.quantity),
                                      s.is_conserved == Answer::no ? "=" : "may not vanish:", writer.formula(s.rate))));
    label.clear();
  }
  if (shown > most) page.row("", fmt::format("and {} more; --json has all", shown - most));
  if (!search.is_richest)
    page.row(label, fmt::format("searched only among {}: the system has many coordinates", search.looked_for));
  if (!search.is_richest) label.clear();
  for (const std::string& note : search.notes) {
    page.row(label, fmt::format("search incomplete: {}", note));
    label.clear();
  }
  if (!search.room.empty()) page.row(label, search.room);
}

void write_symmetries_json(Json& object, FactJson& json, const FactSet& facts) {
  const auto& search = facts.get<SymmetrySearch>();
  Json found = Json::array();
  for (const Symmetry& s : search.found) {
    Json entry{{"dt", json.text(s.time)}, {"dq", json.by_coordinate(s.positions)}, {"gauge", json.text(s.gauge)}};
    entry["quantity"] = json.text(s.quantity);
    entry["conserved"] = answer_word(s.is_conserved);
    entry["rate"] = s.is_conserved == Answer::yes ? Json("0") : json.text(s.rate);
    found.push_back(std::move(entry));
  }
  object["symmetries"] = std::move(found);
  std::vector<std::string> not_found = search.notes;
  if (!search.room.empty()) not_found.push_back(search.room);
  object["symmetry_search"] = Json{{"looked_for", search.looked_for},
                                   {"complete", search.is_richest && not_found.empty()},
                                   {"not_found", not_found}};
}

} // namespace

const FactRow symmetries_row{.name = "symmetries",
                             .activity = "looking for symmetries",
                             .find = find_symmetries,
                             .topic = FactTopic::conservation,
                             .write = write_symmetries,
                             .write_json = write_symmetries_json};

} // namespace findings
} // namespace dalembert
