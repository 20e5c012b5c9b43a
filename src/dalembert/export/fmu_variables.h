#pragma once

#include <dalembert/export/c_model.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace exporting {

/// How an importer may treat a parameter of the model.
enum class FmuParameter : std::uint8_t {
  tunable, ///< set between steps
  fixed,   ///< stands in a constraint or an initial value, or is an input in a momentum: set before the start
  input,
  computed_tunable, ///< follows from others
  computed_fixed,   ///< likewise, and stands in a constraint or an initial value
  computed_along,   ///< likewise, from an input
  constant,         ///< of a model that begins with an impact, whose start nobody computes anew
};

/// What an FMU is made of, beside the C source of the model.
struct FmuModel {
  const CModel& c;
  std::string prefix = {};        ///< model identifier
  std::string guid = {};          ///< `{…}`
  double pull = 0.0;              ///< s; 0: none
  double tolerance = 0.0;         ///< relative
  double begin = 0.0;             ///< s
  std::optional<double> end = {}; ///< s
  State start = {};               ///< what states start at
  bool is_started = false;        ///< `start` meets the constraints
  bool has_impact = false;        ///< it is what an impact leaves
  std::vector<FmuParameter> parameters = {};
  std::vector<std::string> coordinate_units = {}; ///< as they were declared, `deg`; empty where none was
  std::vector<std::string> parameter_units = {};  ///< likewise

  [[nodiscard]] bool has_directions() const { return c.directions != nullptr; }
};

/// Which part each parameter takes. An input that stands in a constraint or a momentum is fixed: their rates would need
/// its derivatives, which no importer gives.
[[nodiscard]] std::vector<FmuParameter> fmu_parameters(const CModel& model, bool has_impact);

/// One row of the table of variables: what modelDescription.xml says of it.
struct FmuVariable {
  std::string name;
  std::string description = {};
  std::uint32_t reference = 0;
  std::string_view causality;
  std::string_view variability;
  std::string_view initial = {}; ///< empty: none
  bool is_integer = false;
  Measure measure = {};
  std::string shown_unit = {}; ///< a declared unit other than the coherent one
  std::optional<double> start = {};
  std::optional<double> nominal = {};
  std::optional<double> low = {};
  std::optional<double> high = {};
  std::size_t derivative_of = 0;         ///< counted from 1; 0: of none
  std::vector<std::size_t> depends = {}; ///< of an output: the states and inputs that it holds, counted from 1
};

/// The value references, in the order of the blocks.
struct FmuReferences {
  explicit FmuReferences(const CModel& model);
  std::uint32_t q = 1;
  std::uint32_t v, a, p, lambda, reaction, output, energy, residual, pull, tolerance, end;
};

/// The table of variables and what depends on what, in the order of modelDescription.xml.
struct FmuTable {
  std::vector<FmuVariable> variables;
  /// For each state its derivative, counted from 1, and the states and inputs that it holds.
  std::vector<std::pair<std::size_t, std::vector<std::size_t>>> derivatives;
};
[[nodiscard]] FmuTable fmu_table(const FmuModel& model);

} // namespace exporting
} // namespace dalembert
