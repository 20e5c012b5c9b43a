#include <dalembert/base/watch.h>
#include <dalembert/program/elimination.h>
#include <dalembert/program/elimination_steps.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace program {

namespace {

/// Places of `unknowns`, the one solved first before the others: what comes last is added last, and nothing else waits
/// for it.
std::vector<std::size_t> as_solved(std::span<const std::uint32_t> unknowns, std::span<const std::size_t> solved_at) {
  std::vector<std::size_t> out(unknowns.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::sort(out, {}, [&](std::size_t i) { return solved_at[unknowns[i]]; });
  return out;
}

} // namespace

/// z from right sides that all steps have been taken on.
std::vector<Elimination::Entry> Elimination::solved_back(const EliminationPlan& plan, const std::vector<Entry>& right) {
  std::vector<Entry> z(rows_.size());
  std::vector<std::size_t> solved_at(rows_.size());
  for (std::size_t s = plan.steps.size(); s-- > 0;) {
    const EliminationStep& step = plan.steps[s];
    solved_at[step.unknown] = plan.steps.size() - s;
    if (step.kind == EliminationStep::Kind::pivot) {
      Entry out = right[step.unknown];
      for (const std::size_t i : as_solved(step.neighbours, solved_at))
        out = of_.difference(out, factors_[step.unknown][i], z[step.neighbours[i]]);
      z[step.unknown] = out;
      continue;
    }
    const bool is_exchange = step.kind == EliminationStep::Kind::exchange;
    const auto& terms = problem_.definitions[step.definition];
    Entry out = is_exchange ? z[problem_.free + step.definition] : Entry{};
    Entry sign;
    std::vector<Index> unknowns;
    for (const Minimisation::Term& t : terms)
      unknowns.push_back(t.unknown);
    for (const std::size_t i : as_solved(unknowns, solved_at)) {
      const Entry c = coefficient(terms[i].coefficient);
      if (is_exchange && unknowns[i] == step.unknown)
        sign = c;
      else
        out = is_exchange ? of_.difference(out, c, z[unknowns[i]]) : of_.sum(out, c, z[unknowns[i]]);
    }
    z[step.unknown] = is_exchange ? of_.product(sign, out) : out;
  }
  return z;
}

/// z for other right sides, by the factors.
std::vector<Elimination::Entry> Elimination::solved_for(const EliminationPlan& plan, std::vector<Entry> right) {
  for (const EliminationStep& step : plan.steps) {
    const Index u = step.unknown;
    if (step.kind == EliminationStep::Kind::pivot) {
      for (std::size_t i = 0; i < step.neighbours.size(); ++i)
        right[step.neighbours[i]] = of_.difference(right[step.neighbours[i]], factors_[u][i], right[u]);
      right[u] = of_.product(inverses_[u], right[u]);
    } else if (step.kind == EliminationStep::Kind::insertion) {
      for (const Minimisation::Term& t : problem_.definitions[step.definition])
        right[t.unknown] = of_.sum(right[t.unknown], coefficient(t.coefficient), right[u]);
    } else {
      move_force(step, right);
    }
  }
  return solved_back(plan, right);
}

/// b − H z − aᵀz of the free unknowns, definitions inserted, and γ − a z of the rows.
std::vector<Elimination::Entry> Elimination::residual(const std::vector<Entry>& z) {
  std::vector<Entry> out = given_;
  for (const Minimisation::Entry& e : problem_.inertia) {
    const Entry h = coefficient(e.coefficient);
    out[e.row] = of_.difference(out[e.row], h, z[e.column]);
    if (e.row != e.column) out[e.column] = of_.difference(out[e.column], h, z[e.row]);
  }
  for (std::size_t r = 0; r < problem_.rows.size(); ++r) {
    const std::size_t multiplier = problem_.unknowns() + r;
    for (const Minimisation::Term& t : problem_.rows[r]) {
      const Entry a = coefficient(t.coefficient);
      out[t.unknown] = of_.difference(out[t.unknown], a, z[multiplier]);
      out[multiplier] = of_.difference(out[multiplier], a, z[t.unknown]);
    }
  }
  for (const Minimisation::Release& release : problem_.releases) {
    const std::size_t multiplier = problem_.unknowns() + release.row;
    out[multiplier] = of_.sum(out[multiplier], coefficient(release.is_released), z[multiplier]);
  }
  for (std::size_t k = problem_.definitions.size(); k-- > 0;) {
    Entry& defined = out[problem_.free + k];
    for (const Minimisation::Term& t : problem_.definitions[k])
      out[t.unknown] = of_.sum(out[t.unknown], coefficient(t.coefficient), defined);
    defined = {};
  }
  return out;
}

/// Σ |pivot| z² over what was eliminated by a pivot.
Elimination::Entry Elimination::energy(const std::vector<Entry>& z) {
  Entry out;
  for (std::size_t u = 0; u < z.size(); ++u) {
    if (!pivots_[u]) continue;
    const Entry scaled = of_.product(pivots_[u], z[u]);
    out = is_multiplier(static_cast<Index>(u)) ? of_.difference(out, scaled, z[u]) : of_.sum(out, scaled, z[u]);
  }
  return out;
}

/// Refines with the residual of the equations without shifts: where a shift is a share of what it was added to, each
/// step leaves that share of the error.
EliminatedValues Elimination::solved(const EliminationPlan& plan, Refinement refinement) {
  constexpr double largest_step = 1e-9; // of the solution, in energy: it leaves the square root of its cube as error
  std::vector<Entry> z = solved_back(plan, right_);
  std::vector<Entry> step;
  const auto add_step = [&] {
    for (std::size_t i = 0; i < z.size(); ++i)
      z[i] = of_.sum(z[i], step[i]);
  };
  if (refinement == Refinement::of_rows) {
    step = residual(z);
    std::fill_n(step.begin(), problem_.unknowns(), Entry{});
    step = solved_for(plan, std::move(step));
    add_step();
  }
  for (int k = 0; plan.has_early_pivots && k < early_refinements; ++k) {
    step = solved_for(plan, residual(z));
    add_step();
  }
  EliminatedValues out;
  for (std::size_t i = 0; i < problem_.forces.size(); ++i)
    out.unknowns.push_back(of_.value(z[problem_.unknown_of(i)]));
  for (std::size_t r = 0; r < problem_.outer_rows(); ++r)
    out.multipliers.push_back(of_.value(of_.difference({}, z[problem_.unknowns() + r])));
  for (std::size_t r = 0; r < problem_.outer_rows(); ++r)
    out.row_sizes.push_back(of_.value(row_sizes_[r]));
  out.smallest_pivot =
      largest_growth_ ? of_.inverse(of_.if_negative(*least_growth_, *largest_growth_)) : of_.constant(1);
  if (plan.has_early_pivots) {
    const Entry most = of_.product(of_.constant(largest_step * largest_step), energy(z));
    out.is_refined = of_.if_less(of_.value(most), of_.value(energy(step)), of_.constant(0), of_.constant(1));
  }
  return out;
}

EliminatedValues eliminate(ValueGraph& values, const Minimisation& problem, const EliminationPlan& plan,
                           std::span<const Value> coefficients, Refinement refinement) {
  Elimination elimination(values, problem, coefficients);
  for (const EliminationStep& step : plan.steps) {
    poll(step.neighbours.size() * step.neighbours.size() + 1);
    elimination.take(step);
  }
  return elimination.solved(plan, refinement);
}

} // namespace program
} // namespace dalembert
