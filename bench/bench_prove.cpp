// How long one claim takes to be judged, from text to verdict, mend and counterexample: each of the recorded cases.
// Prints one JSON object a line: {"name", "seconds"}: the median, the slowest with its claim, and for comparison what
// reading and deriving the models takes without a claim (median).
// usage: bench_prove SOURCE_FOLDER

#include <dalembert/dalembert.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

using namespace dalembert;

namespace {

/// The least time of `times` calls, each on a session of its own: what a session has made is kept.
template <typename Call>
double least(int times, Call&& call) {
  double out = std::numeric_limits<double>::infinity();
  for (int i = 0; i < times; ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    out = std::min(out, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return out;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace

int main(int argc, char** argv) {
  const std::string root = argc > 1 ? argv[1] : ".";
  std::ifstream file(root + "/tests/validation/prove_cases.json");
  const nlohmann::json cases = nlohmann::json::parse(file)["cases"];
  std::vector<double> judged;
  std::vector<double> derived;
  double slowest = 0.0;
  std::string claim;
  for (const auto& one : cases) {
    const std::string model = root + "/models/seeds/" + one["model"].get<std::string>() + ".mech";
    const std::string equation = one["equation"];
    judged.push_back(least(3, [&] {
      Session session = Session::open(model);
      session.ask(equation);
      static_cast<void>(session.judgement());
    }));
    derived.push_back(least(3, [&] {
      Session session = Session::open(model);
      static_cast<void>(session.equations());
    }));
    if (judged.back() > slowest) claim = one["model"].get<std::string>() + ": " + equation;
    slowest = std::max(slowest, judged.back());
  }
  fmt::print("{}\n", nlohmann::json{{"name", "median"}, {"seconds", median(judged)}}.dump());
  fmt::print("{}\n", nlohmann::json{{"name", "slowest"}, {"seconds", slowest}, {"claim", claim}}.dump());
  fmt::print("{}\n", nlohmann::json{{"name", "derive"}, {"seconds", median(derived)}}.dump());
  return 0;
}
