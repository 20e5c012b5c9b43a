// Runs a problem of bench/accuracy/references.json by a method of this library, timed as hand_runs times other codes:
// several runs in one process, which keeps its programs, from the consistent initial state to the end alone.
//
//   own_runs MODEL END METHOD TOLERANCE    prints one JSON object: the end, the time, what it took

#include <dalembert/dalembert.h>

#include "least_time.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

namespace {

using namespace dalembert;
using Json = nlohmann::json;

/// No rows but those of the start and the end: a run by hand keeps nothing along the way.
RunOptions options_of(double end, const std::string& method, double tolerance) {
  RunOptions out;
  out.method = method;
  out.tolerance = tolerance;
  out.end = end;
  out.table_rows = 2;
  return out;
}

double largest(double least, const std::vector<Extreme>& values) {
  for (const Extreme& extreme : values)
    least = std::max(least, extreme.value);
  return least;
}

Json object_of(const System& system, const RunResult& result, double seconds) {
  const Evaluation& end = result.final;
  Json state = Json::object();
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    state[system.coordinates[i].name] = end.state.q[i];
    state[system.coordinates[i].name + "'"] = end.state.v[i];
  }
  Json multipliers = Json::object();
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    multipliers["lambda." + system.constraints[k].name] = end.multipliers[k];
  return {{"state", state},
          {"multipliers", multipliers},
          {"drift", largest(largest(0, result.certificate.position), result.certificate.velocity)},
          {"seconds", seconds},
          {"evaluations", result.statistics.rhs_evaluations},
          {"steps", result.statistics.steps}};
}

int answer(const std::string& model, const RunOptions& options) {
  Session session = Session::open(model);
  bench::LeastTime time;
  RunResult result;
  do {
    result = session.run(options);
    if (result.outcome != RunOutcome::completed) {
      std::cout << "{}\n";
      return EXIT_SUCCESS;
    }
    time.add(result.statistics.integrate_seconds);
  } while (time.wants_more());
  std::cout << object_of(session.study().system, result, time.seconds()) << '\n';
  return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "own_runs MODEL END METHOD TOLERANCE\n";
    return EXIT_FAILURE;
  }
  try {
    return answer(argv[1], options_of(std::stod(argv[2]), argv[3], std::stod(argv[4])));
  } catch (const SolveError&) { // the method does not get there
    std::cout << "{}\n";
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
