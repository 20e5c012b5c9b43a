#include <dalembert/expr/evaluate_as.h>
#include <dalembert/studies/precise_parameters.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace dalembert::inline studies {

std::vector<BigFloat> parameter_numbers(const System& system, const std::vector<double>& rounded) {
  std::vector<BigFloat> out;
  std::vector<AssignmentAs<BigFloat>> known;
  EvaluatorAs<BigFloat> evaluate(*system.graph);
  for (std::size_t p = 0; p < rounded.size(); ++p)
    known.push_back({system.parameters[p].symbol, BigFloat(rounded[p])});
  // An expression may refer to parameters declared after it: as many rounds as names.
  constexpr int rounds = 4;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t p = 0; p < rounded.size(); ++p) {
      if (!system.parameters[p].value) continue;
      try {
        const std::vector<Expr> wanted{*system.parameters[p].value};
        BigFloat value = evaluate(wanted, known).front();
        constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
        if (std::abs(value.to_double() - rounded[p]) <= rounding * std::abs(rounded[p])) known[p].value = value;
      } catch (const std::invalid_argument&) { // NOLINT: the rounded value stays
      }
    }
  out.reserve(known.size());
  for (AssignmentAs<BigFloat>& entry : known)
    out.push_back(std::move(entry.value));
  return out;
}

} // namespace dalembert::inline studies
