#include <dalembert/analysis/facts.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

void find_kinetic_split(FactContext& context, FactSet& facts) {
  const System& system = *context.equations.system;
  facts.add(context.within_steps([&system] { return kinetic_split(system); }));
  facts.add(context.within_steps([&system] { return time_dependence(system); }));
}

/// Who can do work on a system in whose equations the time does not appear.
std::string outside_sentence(const std::vector<OutsideSource>& sources, const Style& style) {
  using Kind = OutsideSource::Kind;
  const auto named = [&](Kind kind, std::string_view noun) {
    std::string names;
    for (const OutsideSource& source : sources)
      if (source.kind == kind) names += (names.empty() ? "" : ", ") + name_text(source.name, style);
    return names.empty() ? names : fmt::format("{} {}", noun, names);
  };
  const bool is_driven = std::ranges::any_of(sources, [](const auto& s) { return s.kind == Kind::moving_frame; });
  std::string out = is_driven ? "the prescribed motion of the coordinate frame" : "";
  for (const std::string& part :
       {named(Kind::constraint, "constraint"), named(Kind::force, "force"), named(Kind::input, "input")})
    if (!part.empty()) out += (out.empty() ? "" : "; ") + part;
  return out;
}

const char* time_sentence(const TimeDependence& time) {
  if (time.is_rheonomic) return "rheonomic: time appears explicitly";
  return time.drops_out ? "rheonomic: time appears explicitly, but drops out of the equations"
                        : "scleronomic: time does not appear explicitly";
}

void write_kinetic_split(FactWriter& writer, const FactSet& facts) {
  const Graph& graph = *writer.equations().system->graph;
  const KineticSplit& kinetic = facts.get<KineticSplit>();
  const RateSplit& split = kinetic.split;
  const std::string what = kinetic.is_of_lagrangian ? "L" : "T";
  const char* const time = time_sentence(facts.get<TimeDependence>());
  Page& page = writer.page();
  if (!split.is_exact) {
    page.row("system", fmt::format("{}; {} is not a quadratic polynomial in the rates", time, what));
    return;
  }
  page.row("system", time);
  if (const auto& outside = facts.get<std::vector<OutsideSource>>(); !outside.empty())
    page.row("", fmt::format("external work may be done by {}", outside_sentence(outside, page.style())));
  const std::array<std::pair<const char*, Expr>, 3> parts{
      {{"_2", split.quadratic}, {"_1", split.linear}, {"_0", split.constant}}};
  const bool is_homogeneous = graph.is_zero(split.linear) && graph.is_zero(split.constant);
  std::string label = kinetic.is_of_lagrangian ? "Lagrangian" : "kinetic energy";
  if (is_homogeneous && page.style().marks_formulas) { // the page has shown it
    page.row(label, fmt::format("{} is homogeneous of degree 2 in the rates: {}", formula(what, page.style()),
                                formula(what + " = " + what + "_2", page.style())));
    return;
  }
  if (is_homogeneous) {
    writer.equation(label, what + " = " + what + "_2", split.quadratic);
    return;
  }
  for (const auto& [order, part] : parts) {
    if (graph.is_zero(part)) continue;
    writer.equation(label, what + order, part);
    label.clear();
  }
}

std::string_view outside_word(OutsideSource::Kind kind) {
  switch (kind) {
  case OutsideSource::Kind::moving_frame:
    return "moving_frame";
  case OutsideSource::Kind::constraint:
    return "constraint";
  case OutsideSource::Kind::force:
    return "force";
  case OutsideSource::Kind::input:
    return "input";
  }
  return "force";
}

void write_kinetic_split_json(Json& object, FactJson& json, const FactSet& facts) {
  const auto& time = facts.get<TimeDependence>();
  object["rheonomic"] = time.is_rheonomic || time.drops_out;
  object["time_drops_out"] = time.drops_out;
  Json outside = Json::array();
  for (const OutsideSource& source : facts.get<std::vector<OutsideSource>>())
    outside.push_back(Json{{"kind", outside_word(source.kind)}, {"name", source.name}});
  object["outside_work"] = std::move(outside);
  const auto& kinetic = facts.get<KineticSplit>();
  Json split{{"of", kinetic.is_of_lagrangian ? "L" : "T"}, {"exact", kinetic.split.is_exact}};
  split["quadratic"] = json.text(kinetic.split.quadratic);
  split["linear"] = json.text(kinetic.split.linear);
  split["constant"] = json.text(kinetic.split.constant);
  object["kinetic_split"] = std::move(split);
}

} // namespace

const FactRow kinetic_split_row{.name = "kinetic split",
                                .activity = "examining the energies",
                                .find = find_kinetic_split,
                                .topic = FactTopic::structure,
                                .write = write_kinetic_split,
                                .write_json = write_kinetic_split_json};

} // namespace findings
} // namespace dalembert
