// Members of an ensemble by rk8 at 1e-9, each by steps of its own length: eight together (run_flow), and one after the
// other. Prints a JSON object for each model: {"name", "members", "together_us", "alone_us" (for one of them), "left"
// (members that left their lane), "same" (all numbers have equal bits)}.

#include <dalembert/api/lanes.h>
#include <dalembert/dalembert.h>

#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace dalembert;

namespace {

constexpr std::size_t members = 96;

std::vector<MemberResult> flown(const std::vector<Engine>& engines, const MemberRequest& request) {
  std::vector<MemberResult> out(engines.size());
  std::size_t next = 0;
  run_flow({[&]() -> std::optional<std::pair<std::size_t, Engine>> {
              if (next == engines.size()) return std::nullopt;
              const std::size_t member = next++;
              return std::pair(member, engines[member]);
            },
            [&](std::size_t member, MemberResult result) { out[member] = std::move(result); }},
           request);
  return out;
}

bool have_same_bits(const MemberResult& a, const MemberResult& b) {
  return std::ranges::equal(a.values, b.values, [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

void measure(const std::string& name, const std::string& path) {
  Session session = Session::open(path);
  MemberRequest request;
  request.run.method = "rk8";
  request.run.tolerance = 1e-9;
  request.run.table_rows = 201;
  request.pairs = pair_program(session.engine(), session.equations(), request.run);
  if (!request.pairs) return;
  const auto& parameters = session.study().system.parameters;
  const auto gravity = static_cast<std::size_t>(
      std::ranges::find_if(parameters, [](const auto& p) { return p.name == "g"; }) - parameters.begin());
  std::vector<Engine> engines;
  for (std::size_t m = 0; m < members; ++m) {
    std::vector<double> values = session.engine().parameters;
    values.at(gravity) *= 0.9 + 0.2 * static_cast<double>(m) / members;
    engines.push_back(with_parameters(session.engine(), std::move(values)));
  }
  constexpr int rounds = 3;
  std::vector<MemberResult> together;
  std::vector<MemberResult> alone;
  const double in_lanes = bench::least_seconds([&] { together = flown(engines, request); }, rounds);
  const double one_by_one = bench::least_seconds(
      [&] {
        alone.clear();
        for (const Engine& engine : engines)
          alone.push_back(run_member(engine, request));
      },
      rounds);
  const auto left = std::ranges::count(together, true, &MemberResult::was_alone);
  fmt::print("{{\"name\": \"{}\", \"members\": {}, \"together_us\": {:.4g}, \"alone_us\": {:.4g}, \"left\": {}, "
             "\"same\": {}}}\n",
             name, members, in_lanes / members * 1e6, one_by_one / members * 1e6, left,
             std::ranges::equal(together, alone, have_same_bits));
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_members MODELS\n");
    return 2;
  }
  const std::string models = argv[1];
  measure("ensemble_rk8", models + "/gallery/double_pendulum.mech");
  measure("ensemble_constrained", models + "/gallery/rolling_disc.mech");
  measure("ensemble_four_bar", models + "/gallery/fourbar.mech");
  return 0;
}
