#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate_as.h>
#include <dalembert/studies/precise_parameters.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

/// The parameters in many digits, as far as they are known.
class ParameterNumbers {
public:
  ParameterNumbers(const System& system, const std::vector<double>& rounded)
      : system_(system), rounded_(rounded), evaluate_(*system.graph) {
    for (const double value : rounded)
      values_.emplace_back(value);
  }

  std::vector<BigFloat> run() {
    // An expression may refer to parameters declared after it: as many rounds as names.
    constexpr int rounds = 4;
    for (int round = 0; round < rounds; ++round)
      for (std::size_t p = 0; p < rounded_.size(); ++p)
        if (system_.parameters[p].value && (round == 0 || !held_by(*system_.parameters[p].value).empty())) take(p);
    return std::move(values_);
  }

private:
  /// The parameters of an expression, with what is known of them.
  [[nodiscard]] std::vector<AssignmentAs<BigFloat>> held_by(Expr value) const {
    std::vector<AssignmentAs<BigFloat>> out;
    if (system_.graph->is_number(value)) return out;
    const std::vector<Expr> held = free_symbols(*system_.graph, value);
    for (std::size_t p = 0; p < rounded_.size() && !held.empty(); ++p)
      if (std::ranges::binary_search(held, system_.parameters[p].symbol))
        out.push_back({system_.parameters[p].symbol, values_[p]});
    return out;
  }

  void take(std::size_t p) {
    try {
      const std::vector<Expr> wanted{*system_.parameters[p].value};
      BigFloat value = evaluate_(wanted, held_by(wanted.front())).front();
      constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
      if (std::abs(value.to_double() - rounded_[p]) <= rounding * std::abs(rounded_[p])) values_[p] = std::move(value);
    } catch (const std::invalid_argument&) { // NOLINT: the rounded value stays
    }
  }

  const System& system_;
  const std::vector<double>& rounded_;
  EvaluatorAs<BigFloat> evaluate_;
  std::vector<BigFloat> values_;
};

} // namespace

std::vector<BigFloat> parameter_numbers(const System& system, const std::vector<double>& rounded) {
  return ParameterNumbers(system, rounded).run();
}

} // namespace studies
} // namespace dalembert
