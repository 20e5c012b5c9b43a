// Runs the problems of bench/accuracy/references.json with equations written by hand, by codes that others wrote.
//
//   hand_runs PROBLEM METHOD TOLERANCE    prints one JSON object: the end, the time, what it took

#include "hand_methods.h"
#include "least_time.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>

namespace {

using namespace dalembert::bench;
using Json = nlohmann::json;

Json object_of(const HandProblem& problem, const HandRun& run, double seconds) {
  HandMotion motion(problem);
  motion.solve(run.q.data(), run.v.data());
  Json state = Json::object();
  for (std::size_t i = 0; i < problem.size(); ++i) {
    state[problem.coordinates[i]] = run.q[i];
    state[problem.coordinates[i] + "'"] = run.v[i];
  }
  Json multipliers = Json::object();
  for (std::size_t k = 0; k < problem.constraints(); ++k)
    multipliers["lambda." + problem.multipliers[k]] = motion.multipliers()[k];
  double drift = 0;
  if (problem.residuals != nullptr) {
    std::vector<double> residuals(problem.constraints());
    problem.residuals(run.q.data(), run.v.data(), residuals.data());
    for (const double r : residuals)
      drift = std::max(drift, std::abs(r));
  }
  return {{"state", state},     {"multipliers", multipliers},     {"drift", drift},
          {"seconds", seconds}, {"evaluations", run.evaluations}, {"steps", run.steps}};
}

bool is_finite(const HandRun& run) {
  const auto is_number = [](double x) { return std::isfinite(x); };
  return std::ranges::all_of(run.q, is_number) && std::ranges::all_of(run.v, is_number);
}

int answer(const std::string& name, const std::string& method, double tolerance) {
  static const std::map<std::string, HandMethod> methods{
      {"dop853", run_dop853}, {"odeint", run_odeint}, {"cvode", run_cvode}, {"ida", run_ida}};
  for (const HandProblem& problem : hand_problems()) {
    if (problem.name != name) continue;
    LeastTime time;
    std::optional<HandRun> run;
    do {
      const auto begin = std::chrono::steady_clock::now();
      run = methods.at(method)(problem, tolerance);
      time.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
      if (!run || !is_finite(*run)) {
        std::cout << "{}\n";
        return EXIT_SUCCESS;
      }
    } while (time.wants_more());
    std::cout << object_of(problem, *run, time.seconds()) << '\n';
    return EXIT_SUCCESS;
  }
  std::cerr << "there is no problem " << name << '\n';
  return EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "hand_runs PROBLEM METHOD TOLERANCE\n";
    return EXIT_FAILURE;
  }
  try {
    return answer(argv[1], argv[2], std::stod(argv[3]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
