// The human form of all equations of a model, from the graph: seconds, and nodes printed.
// Prints one JSON object a line: {"name", "seconds", "nodes"}.
// usage: bench_textbook FOLDER_OF_MODELS [NAME]

#include <dalembert/dalembert.h>
#include <dalembert/textbook/plain_form.h>

#include "cart_model.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <string>

using namespace dalembert;

namespace {

void measure(const std::string& name, Session session) {
  const Equations& equations = session.equations();
  int nodes = 0;
  const auto print_all = [&equations, &nodes] {
    nodes = 0;
    for (const std::optional<PlainEquation>& line : plain_equations(equations))
      nodes += line ? line->nodes : 0;
  };
  const double seconds = bench::least_seconds(print_all, 5, 0.2);
  fmt::print("{{\"name\": \"{}\", \"seconds\": {:.9g}, \"nodes\": {}}}\n", name, seconds, nodes);
}

} // namespace

int main(int argc, char** argv) {
  const std::string models = argc > 1 ? argv[1] : "models";
  const std::string only = argc > 2 ? argv[2] : "";
  const auto is_wanted = [&only](const char* name) { return only.empty() || only == name; };
  if (is_wanted("double_pendulum"))
    measure("double_pendulum", Session("double_pendulum.mech", bench::double_pendulum_model()));
  if (is_wanted("rolling_coin")) measure("rolling_coin", Session::open(models + "/seeds/s2_rolling_coin.mech"));
  if (is_wanted("five_links_relative")) measure("five_links_relative", Session("links.mech", bench::links_model(5)));
  return 0;
}
