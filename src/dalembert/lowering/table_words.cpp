#include <dalembert/expr/tabulated.h>
#include <dalembert/expr/text.h>
#include <dalembert/lowering/table_words.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace lowering {

std::string outside_of_table(const System& system, Expr node, double argument) {
  const Graph& graph = *system.graph;
  const UnknownId id = graph.unknown_id(node);
  const TabulatedFunction& function = *graph.table(id);
  const auto input = std::ranges::find(system.tables, id, &TableInput::id);
  const std::string file = input == system.tables.end() ? std::string(graph.name(id)) : input->file;
  std::string unit = input == system.tables.end() ? std::string() : input->argument_measure.unit();
  if (unit == "1") unit.clear();
  if (!unit.empty()) unit.insert(unit.begin(), ' ');
  constexpr std::size_t longest = 60;
  const std::string at = text(graph, graph.arguments(node).front().expr, longest);
  const bool is_before = argument < function.first();
  const std::string end = fmt::format("{:.6g}{}", is_before ? function.first() : function.last(), unit);
  const std::string read = fmt::format("{:.6g}{}", argument, unit);
  return fmt::format("the table {} {} at {} = {} and is read {}", file, is_before ? "begins" : "ends", at, end,
                     read != end ? "at " + read
                     : is_before ? "before"
                                 : "beyond");
}

} // namespace lowering
} // namespace dalembert
