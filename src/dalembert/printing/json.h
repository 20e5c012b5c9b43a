#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/system.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/results/result.h>
#include <dalembert/results/undetermined_values.h>

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace printing {

// Pieces of the JSON objects of docs/cli.md. Headers of values do not include this one.

using Json = nlohmann::ordered_json;

/// Builds one object whose keys are known to differ, in O(1) a key.
class JsonMap {
public:
  void add(std::string key, Json value) { entries_.emplace_back(std::move(key), std::move(value)); }
  [[nodiscard]] Json take();

private:
  std::vector<std::pair<std::string, Json>> entries_;
};

/// {name: value}; both have the same length.
[[nodiscard]] Json quantity_map(std::span<const std::string> names, std::span<const double> values);
/// {name: value} of coordinates and rates.
[[nodiscard]] Json state_map(const QuantityNames& names, const State& state);
/// Reactions and frictions of an evaluation, in the order of `names.reactions`.
[[nodiscard]] std::vector<double> reaction_values(const Evaluation& evaluation);
/// {"T", "V", "h", "E"}; E is left out where L was given directly, and {"L_2", "h"} where nothing but L was given.
[[nodiscard]] Json energy_map(const System& system, const Energies& energies);
/// {name: unit} of every quantity that an evaluation prints.
[[nodiscard]] Json unit_map(const System& system);
/// One state with everything known there: the fields of `samples`; null for what is undetermined.
[[nodiscard]] Json evaluation_object(const System& system, const QuantityNames& names, const Evaluation& evaluation,
                                     const UndeterminedValues& open = {});

/// {"file", "line", "column", "end_line", "end_column"} of a place in a text.
[[nodiscard]] Json place_object(const SourceSpan& span, const SourceMap& sources);
[[nodiscard]] Json diagnostic_object(const Diagnostic& diagnostic, const SourceMap& sources);
[[nodiscard]] Json diagnostic_list(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources);

/// Prints an object as the command line does: indented, one final line end, NaN as null.
[[nodiscard]] std::string printed(const Json& object);
/// The same as a part of another object, without a line end: all lines but the first begin with `indent`.
[[nodiscard]] std::string printed(const Json& object, std::string_view indent);

} // namespace printing
} // namespace dalembert
