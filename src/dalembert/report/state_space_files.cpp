#include <dalembert/report/csv.h>
#include <dalembert/report/state_space_files.h>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace report {

namespace {

std::string table(std::string_view what, const DenseMatrix& matrix, const std::vector<std::string>& rows,
                  const std::vector<std::string>& columns) {
  std::string out(what);
  for (const std::string& name : columns)
    out += "," + csv_field(name);
  out += '\n';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += csv_field(rows[i]);
    for (std::size_t j = 0; j < columns.size(); ++j)
      out += fmt::format(",{}", matrix.at(i, j));
    out += '\n';
  }
  return out;
}

} // namespace

std::vector<OutputFile> state_space_files(const std::vector<SteadyState>& states) {
  std::vector<OutputFile> out;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateSpace& linear = states[i].linear;
    const auto add = [&](std::string_view name, const DenseMatrix& matrix, const std::vector<std::string>& rows,
                         const std::vector<std::string>& columns) {
      out.push_back({fmt::format("steady{}_{}.csv", i + 1, name),
                     [text = table(name, matrix, rows, columns)](const TextSink& sink) { sink(text); }});
    };
    add("A", linear.a, linear.states, linear.states);
    add("B", linear.b, linear.states, linear.inputs);
    add("C", linear.c, linear.outputs, linear.states);
    add("D", linear.d, linear.outputs, linear.inputs);
  }
  return out;
}

} // namespace report
} // namespace dalembert
