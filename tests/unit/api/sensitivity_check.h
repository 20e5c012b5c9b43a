#pragma once

#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace dalembert::test {

/// Compares the derivatives of q, v (and λ where `expected` has it) at the end of a run by each of `names` with
/// `expected`, differences of whole runs.
inline void expect_derivatives(Session& session, const std::vector<std::string>& names,
                               const std::function<std::vector<double>(const std::string& name)>& expected) {
  const RunResult result = session.run({});
  const Sensitivities found = session.sensitivities(result, session.sensitivity_causes(names, {}));
  ASSERT_FALSE(found.end) << found.end->reason;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const std::vector<double> wanted = expected(names[c]);
    std::vector<double> derivative = found.final[c].q;
    derivative.insert(derivative.end(), found.final[c].v.begin(), found.final[c].v.end());
    if (wanted.size() > derivative.size())
      derivative.insert(derivative.end(), found.final[c].multipliers.begin(), found.final[c].multipliers.end());
    ASSERT_EQ(derivative.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      // Differences of whole runs at 1e-12: steps of 1e-3 and of 1e-5 leave five digits and more.
      EXPECT_NEAR(derivative[i], wanted[i], 1e-5 * std::max(std::abs(wanted[i]), 0.1)) << names[c] << ", " << i;
  }
}

/// The names of `parameters`: pairs of a name and a value.
template <class Parameters>
std::vector<std::string> names_of(const Parameters& parameters) {
  std::vector<std::string> out;
  for (const auto& [name, value] : parameters)
    out.push_back(name);
  return out;
}

} // namespace dalembert::test
