#include <dalembert/analysis/facts.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula_syntax.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

void find_mass_facts(FactContext& context, FactSet& facts) {
  facts.add(context.within_steps([&context] { return mass_facts(context.equations); }));
}

/// The matrix as one formula, for a printer that sets it itself.
Formula matrix_formula(const std::vector<std::vector<Formula>>& cells) {
  RowMaker out;
  for (const std::vector<Formula>& row : cells)
    for (const Formula& cell : row) {
      if (!out.is_empty()) out.add(sign_formula(&cell == &row.front() ? "; " : ", "));
      out.add(cell);
    }
  return call_formula("matrix", out.take());
}

/// The rows of the mass matrix between bars, where they fit on the page.
void add_matrix_rows(FactWriter& writer) {
  constexpr int most_rows = 6;
  constexpr std::size_t longest_entry = 60;
  const ExprMatrix& mass = writer.equations().mass();
  if (mass.rows > most_rows) return;
  std::vector<std::vector<Formula>> cells;
  std::vector<std::size_t> widths(static_cast<std::size_t>(mass.columns), 0);
  for (int i = 0; i < mass.rows; ++i) {
    std::vector<Formula>& row = cells.emplace_back();
    for (int j = 0; j < mass.columns; ++j) {
      std::optional<Formula> cell = writer.formula(mass.at(i, j), longest_entry);
      if (!cell) return;
      std::size_t& width = widths[static_cast<std::size_t>(j)];
      width = std::max(width, display_width(writer.set(*cell)));
      row.push_back(std::move(*cell));
    }
  }
  if (writer.style().marks_formulas) return writer.page().row("", writer.set(matrix_formula(cells)));
  std::size_t total = 4;
  for (const std::size_t width : widths)
    total += width + 2;
  if (total > writer.page().room()) return;
  const char* const bar = writer.style().unicode ? "│" : "|";
  for (const std::vector<Formula>& row : cells) {
    std::string line = bar;
    for (std::size_t j = 0; j < row.size(); ++j)
      line += " " + padded(writer.set(row[j]), widths[j]) + (j + 1 < row.size() ? " " : "");
    writer.page().exact_row("", fmt::format("{} {}", line, bar));
  }
}

/// `constant`, or `it changes with the position and the time`.
std::string change_text(const MassFacts& facts) {
  const std::array<std::pair<Answer, const char*>, 3> all{{{facts.changes_with_position, "the position"},
                                                           {facts.changes_with_speed, "the speed"},
                                                           {facts.changes_with_time, "the time"}}};
  std::string out;
  std::string open;
  for (const auto& [does, name] : all) {
    if (does == Answer::yes) out += (out.empty() ? "it changes with " : " and ") + std::string(name);
    if (does == Answer::undecided) open += (open.empty() ? "whether it changes with " : " or ") + std::string(name);
  }
  if (!open.empty()) out += (out.empty() ? "" : ", ") + open + " is not decided";
  return out.empty() ? "constant" : out;
}

std::string_view diagonal_text(Answer is_diagonal) {
  switch (is_diagonal) {
  case Answer::yes:
    return "diagonal: the coordinates are orthogonal";
  case Answer::no:
    return "not diagonal: the coordinates are not orthogonal";
  case Answer::undecided:
    return "whether it is diagonal is not decided";
  }
  return "";
}

void write_mass_matrix(FactWriter& writer, const FactSet& facts) {
  const auto& mass = facts.get<MassFacts>();
  writer.page().row("mass matrix", fmt::format("{}{} {}", diagonal_text(mass.is_diagonal),
                                               writer.style().marks_formulas ? ";" : ",", change_text(mass)));
  add_matrix_rows(writer);
}

void write_mass_json(Json& object, FactJson& json, const FactSet& facts) {
  const ExprMatrix& mass = json.equations().mass();
  Json rows = Json::array();
  for (int i = 0; i < mass.rows; ++i) {
    Json row = Json::array();
    for (int j = 0; j < mass.columns; ++j)
      row.push_back(json.text(mass.at(i, j)));
    rows.push_back(std::move(row));
  }
  const auto& found = facts.get<MassFacts>();
  Json changes = Json::array();
  if (found.changes_with_position == Answer::yes) changes.push_back("position");
  if (found.changes_with_time == Answer::yes) changes.push_back("time");
  if (found.changes_with_speed == Answer::yes) changes.push_back("speed");
  const auto known = [](Answer answer) {
    return answer == Answer::undecided ? Json(nullptr) : Json(answer == Answer::yes);
  };
  Json out{{"orthogonal", known(found.is_diagonal)}, {"constant", known(found.is_constant())}};
  out["changes_with"] = std::move(changes);
  out["entries"] = std::move(rows);
  object["mass_matrix"] = std::move(out);
}

} // namespace

const FactRow mass_matrix_row{.name = "mass matrix",
                              .activity = "examining the energies",
                              .find = find_mass_facts,
                              .topic = FactTopic::structure,
                              .write = write_mass_matrix,
                              .write_json = write_mass_json};

} // namespace findings
} // namespace dalembert
