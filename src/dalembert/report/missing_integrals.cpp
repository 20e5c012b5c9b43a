#include <dalembert/report/missing_integrals.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {

std::vector<std::string> without_integral(const Overview& overview) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < overview.natures.size(); ++k) {
    const std::string& name = overview.study->system.constraints[k].name;
    const bool has_integral = std::ranges::any_of(overview.integrals, [&name](const IntegralText& integral) {
      return std::ranges::find(integral.of, name) != integral.of.end();
    });
    if (overview.natures[k].cls == ConstraintNature::Class::integrable && !has_integral) out.push_back(name);
  }
  return out;
}

std::string missing_integrals(const Overview& overview, const Style& style) {
  std::string names;
  for (const std::string& name : without_integral(overview))
    names += (names.empty() ? "" : ", ") + name_text(name, style);
  return names.empty() ? names : fmt::format("none was found for {}: integrable by its brackets (Frobenius)", names);
}

} // namespace dalembert
