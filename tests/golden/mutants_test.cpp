#include <dalembert/base/errors.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/typesetting/formula_reader.h>

#include "printed_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace dalembert::test {
namespace {

/// Edits of a line in one place: a sign turned, sine for cosine, another number, a dot more.
std::vector<std::string> mutants(const std::string& line) {
  std::vector<std::string> out;
  const auto replaced = [&](std::size_t at, std::size_t length, const std::string& by) {
    std::string text = line;
    text.replace(at, length, by);
    out.push_back(std::move(text));
  };
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::string four = line.substr(at, 4);
    const std::string three = line.substr(at, 3);
    if (three == " + ") replaced(at, 3, " - ");
    if (three == " - ") replaced(at, 3, " + ");
    if (four == "sin(") replaced(at, 4, "cos(");
    if (four == "cos(") replaced(at, 4, "sin(");
    if (line.substr(at, 2) == "^2") replaced(at, 2, "^3");
    if (line.substr(at, 3) == "''*") replaced(at, 2, "'");
  }
  return out;
}

/// The proof that every printed line passes refuses what is not quite the equation.
TEST(Mutants, of_golden_lines_are_refused_by_the_proof) {
  std::size_t tried = 0;
  std::string path;
  std::unique_ptr<PrintedModel> model;
  for (const std::vector<std::string>& row : table("equations.txt")) {
    if (row.at(0) != path) model = std::make_unique<PrintedModel>(path = row.at(0));
    const Equations& equations = model->equations;
    Graph& graph = *equations.system->graph;
    const auto known = texts_below(graph, equations.residual);
    ASSERT_TRUE(known.has_value());
    const std::vector<Coordinate>& coordinates = equations.system->coordinates;
    const auto at = std::ranges::find_if(coordinates, [&row](const Coordinate& c) { return c.name == row.at(1); });
    ASSERT_NE(at, coordinates.end());
    const Expr meant = equations.residual[static_cast<std::size_t>(at - coordinates.begin())];
    const auto difference = [&](const std::string& line) {
      const std::size_t relation = line.find(" = ");
      return graph.mul(read_printed(graph, read_formula(row.at(3)), *known),
                       graph.sub(read_printed(graph, read_formula(line.substr(0, relation)), *known),
                                 read_printed(graph, read_formula(line.substr(relation + 3)), *known)));
    };
    EXPECT_EQ(says_what_is_meant(graph, difference(row.at(2)), meant), Answer::yes) << row.at(2);
    for (const std::string& mutant : mutants(row.at(2))) {
      std::optional<Expr> wrong;
      try {
        wrong = difference(mutant);
      } catch (const InternalError&) {
        continue; // no expression over the names of the line: refused as well
      }
      ++tried;
      EXPECT_THROW(static_cast<void>(says_what_is_meant(graph, *wrong, meant)), InternalError)
          << mutant << "\nfor " << row.at(2);
    }
  }
  EXPECT_GT(tried, 300U);
}

} // namespace
} // namespace dalembert::test
