#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine/reaction_columns.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace dalembert {
inline namespace simulation {

std::vector<std::vector<double>> reaction_columns(const Engine& engine, std::span<const double> inputs) {
  const InputLayout& layout = engine.programs->layout;
  const std::size_t reactions = engine.system().reactions.size();
  std::vector<double> with_multipliers(inputs.begin(), inputs.end());
  const std::span<double> multipliers = InputView<double>(layout, with_multipliers).multipliers();
  ProgramInstance account(engine.account);
  std::vector<double> values(account.outputs());
  const auto reactions_there = [&] {
    account.evaluate(with_multipliers, values);
    const std::span<const double> found = AccountView(layout, reactions, values).reactions;
    return std::vector<double>(found.begin(), found.end());
  };
  std::ranges::fill(multipliers, 0.0);
  const std::vector<double> without = reactions_there();
  std::vector<std::vector<double>> out;
  for (double& multiplier : multipliers) {
    multiplier = 1.0;
    out.push_back(reactions_there());
    for (std::size_t r = 0; r < reactions; ++r)
      out.back()[r] -= without[r];
    multiplier = 0.0;
  }
  return out;
}

void mark_reactions(const std::vector<std::vector<double>>& columns, const std::vector<double>& combination,
                    double least, std::vector<bool>& is_open) {
  for (std::size_t r = 0; r < columns.front().size(); ++r) {
    double sum = 0.0;
    double terms = 0.0;
    for (std::size_t k = 0; k < combination.size(); ++k) {
      sum += columns[k][r] * combination[k];
      terms += std::abs(columns[k][r] * combination[k]);
    }
    if (std::abs(sum) > least * terms) is_open[r] = true;
  }
}

void mark_frictions(const System& system, std::vector<bool>& is_open) {
  for (std::size_t f = 0; f < system.frictions.size(); ++f)
    is_open[system.reactions.size() + f] = is_open[static_cast<std::size_t>(system.frictions[f].of)];
}

} // namespace simulation
} // namespace dalembert
