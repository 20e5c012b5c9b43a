#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>
#include <dalembert/simulation/stall_watch.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert {

namespace {

constexpr std::uint64_t window = 20'000; ///< steps between two looks at the pace
constexpr double many_steps = 1e7;       ///< more than these, with shrunken or rejected steps, are a stall
constexpr double too_many_steps = 1e9;   ///< a quarter of an hour and more, whatever the steps are like
constexpr double collapsed = 1e-4;       ///< of the longest step so far
constexpr double often = 0.02;           ///< share of steps turned down; smooth motion has hardly any

bool switches(const Graph& graph, Expr e) {
  if (graph.kind(e) == NodeKind::select) return true;
  if (graph.kind(e) != NodeKind::function) return false;
  const Function f = graph.function(e);
  return f == Function::sign || f == Function::abs || f == Function::heaviside || f == Function::min ||
         f == Function::max || (f >= Function::floor && f <= Function::trunc) || f == Function::fmod;
}

} // namespace

std::string switching_functions(const System& system) {
  const Graph& graph = *system.graph;
  std::vector<Expr> roots;
  for (const EnergyTerm& term : system.energies)
    roots.push_back(term.value);
  for (const Force& force : system.forces)
    for (const Force::Part& part : force.parts)
      roots.push_back(part.magnitude);
  std::vector<Expr> moving = system.positions();
  for (const Expr rate : system.rates())
    moving.push_back(rate);
  constexpr std::size_t longest = 60;
  constexpr std::size_t most = 3;
  std::string out;
  std::size_t count = 0;
  for (const Expr e : reachable(graph, roots)) {
    if (!switches(graph, e) || !depends(graph, std::vector<Expr>{e}, moving) || count++ >= most) continue;
    const std::string words = text(graph, e, longest);
    out += (out.empty() ? "" : ", ") + (words.size() > longest ? words.substr(0, longest) + "…" : words);
  }
  return out;
}

std::optional<std::string> StallWatch::take(double t, const Effort& now) {
  const std::uint64_t tried = now.accepted + now.turned_down;
  if (tried - tried_ < window) return std::nullopt;
  const double steps = static_cast<double>(tried - tried_);
  const double advance = std::abs(t - mark_);
  const double needed = std::abs(end_ - t) / advance * steps;
  const bool is_collapsed = advance / steps < collapsed * now.largest_step;
  const bool is_rejected = static_cast<double>(now.turned_down - turned_down_) > often * steps;
  const bool is_stall = !(needed <= too_many_steps) || (needed > many_steps && (is_collapsed || is_rejected));
  if (is_stall) return message(t, advance, needed);
  mark_ = t;
  tried_ = tried;
  turned_down_ = now.turned_down;
  return std::nullopt;
}

std::string StallWatch::message(double t, double advance, double needed) const {
  const std::string pace =
      fmt::format("the run cannot get on at t = {:.6g} s: {} steps advanced it by {:.2g} s, the rest would take {:.0e}",
                  t, window, advance, needed);
  const std::string jumps = switching_functions(system_);
  if (!jumps.empty())
    return fmt::format("{}. The motion may stick where {} switches; write a smooth function instead, such as "
                       "v/sqrt(v^2 + e^2) for sign(v) with a small e, or end the run before",
                       pace, jumps);
  return fmt::format(
      "{}. The equations are stiff or oscillate fast there: take the fast part (a strong damper, a stiff "
      "spring) out of the model, or shorten the run; a larger tolerance rarely helps",
      pace);
}

} // namespace dalembert
