#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/plain_form.h>

#include "printed_model.h"

#include <gmock/gmock.h>

#include <map>

namespace dalembert::test {
namespace {

using Lines = std::map<std::string, std::vector<std::vector<std::string>>>;

/// Coordinate, equation and divisor of every line of a file of equations, by model.
Lines expected_lines(const std::string& file) {
  Lines out;
  for (const auto& row : table(file))
    out[row.at(0)].push_back({row.begin() + 1, row.end()});
  return out;
}

std::vector<std::string> fields_of(const PlainEquation& line) {
  return {line.coordinate, line.text(), written(line.divisor)};
}

/// Lets the model language read the lines as checks, and compares them with the equations derived.
void expect_to_be_read_as_derived(const std::string& path, OwnNames names) {
  std::string checks;
  for (const auto& line : plain_equations(PrintedModel(path).equations, names))
    checks += "check (" + written(line->left) + " - (" + written(line->right) + "))*" + "(" + written(line->divisor) +
              ") = 0\n";
  const PrintedModel read(path, checks);
  const std::vector<Check>& all = read.study->checks;
  const std::size_t count = read.equations.residual.size();
  ASSERT_GE(all.size(), count);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_TRUE(are_equal(*read.study->system.graph, all[all.size() - count + i].left, read.equations.residual[i]))
        << all[all.size() - count + i].text;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, equations_are_printed_as_recorded) {
  const PrintedModel model(GetParam());
  std::vector<std::vector<std::string>> printed;
  for (const auto& line : plain_equations(model.equations, OwnNames::expanded)) {
    ASSERT_TRUE(line.has_value());
    EXPECT_THAT(line->definitions, testing::IsEmpty());
    printed.push_back(fields_of(*line));
  }
  EXPECT_THAT(printed, testing::ElementsAreArray(expected_lines("equations.txt").at(GetParam())));
}

TEST_P(Golden, the_users_names_stand_in_the_recorded_lines_and_in_no_other) {
  const PrintedModel model(GetParam());
  std::vector<std::vector<std::string>> named;
  for (const auto& line : plain_equations(model.equations))
    if (!line.value().definitions.empty()) named.push_back(fields_of(*line));
  EXPECT_THAT(named, testing::ElementsAreArray(expected_lines("named.txt")[GetParam()]));
}

TEST_P(Golden, the_model_language_reads_every_line_as_lagranges_equation) {
  expect_to_be_read_as_derived(GetParam(), OwnNames::expanded);
}

TEST_P(Golden, the_model_language_reads_every_line_in_the_users_names_as_lagranges_equation) {
  expect_to_be_read_as_derived(GetParam(), OwnNames::folded);
}

std::vector<std::string> models() {
  std::vector<std::string> out;
  for (const auto& [model, lines] : expected_lines("equations.txt"))
    out.push_back(model);
  return out;
}

std::string model_name(const testing::TestParamInfo<std::string>& model) {
  const std::string file = model.param.substr(model.param.find('/') + 1);
  return file.substr(0, file.find('.'));
}

INSTANTIATE_TEST_SUITE_P(Models, Golden, testing::ValuesIn(models()), model_name);

/// What the lines of a model are longer than the shortest known, and how many nodes they have in all.
struct Lengths {
  int ours = 0;
  int shortest = 0;
  std::vector<std::string> longer;
};

Lengths lengths(OwnNames names, std::size_t column) {
  std::map<std::string, std::map<std::string, int>> printed;
  Lengths out;
  for (const auto& row : table("shortest.txt")) {
    if (row.size() <= column) continue;
    auto& nodes = printed[row.at(0)];
    if (nodes.empty())
      for (const auto& line : plain_equations(PrintedModel(row.at(0)).equations, names))
        nodes[line.value().coordinate] = line->nodes;
    out.ours += nodes.at(row.at(1));
    out.shortest += std::stoi(row.at(column));
    if (nodes.at(row.at(1)) > std::stoi(row.at(column)))
      out.longer.push_back(row.at(0) + " " + row.at(1) + " " + std::to_string(nodes.at(row.at(1))) + ">" +
                           row.at(column));
  }
  return out;
}

TEST(GoldenLength, lines_are_near_the_shortest_known) {
  const Lengths all = lengths(OwnNames::expanded, 2);
  EXPECT_LE(all.ours, 1.005 * all.shortest);
  EXPECT_THAT(all.longer, testing::IsEmpty());
}

TEST(GoldenLength, no_line_in_the_users_names_is_longer_than_the_shortest_known) {
  const Lengths named = lengths(OwnNames::folded, 3);
  EXPECT_GT(named.shortest, 0);
  EXPECT_THAT(named.longer, testing::IsEmpty());
}

} // namespace
} // namespace dalembert::test
