#include <dalembert/base/dimension.h>
#include <dalembert/base/shown_text.h>
#include <dalembert/export/fmu_description.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace dalembert {
inline namespace exporting {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : shown_text(text))
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\n':
    case '\t':
    case '\r':
      out += ' ';
      break;
    default:
      out += c;
    }
  return out;
}

/// One attribute with a blank before it; nothing where it has no value.
std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? std::string() : fmt::format(" {}=\"{}\"", name, escaped(value));
}
std::string attribute(std::string_view name, const std::optional<double>& value) {
  return value ? fmt::format(" {}=\"{}\"", name, *value) : std::string();
}

/// A unit as other tools write it: `kg.m2/s2` for kg·m^2/s^2.
std::string unit_name(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("·")) {
      out += '.';
      ++i;
    } else if (text[i] == '*' || text[i] == ' ') {
      out += '.';
    } else if (text[i] != '^' || (i + 1 < text.size() && text[i + 1] == '(')) {
      out += text[i];
    }
  }
  return out;
}

/// A unit of the file and how it is shown.
struct ListedUnit {
  Dimension dimension;
  bool counts_angles = false;
  std::map<std::string, double> shown; ///< name and factor: shown = factor · value
};

/// The units of all variables.
class Units {
public:
  explicit Units(const FmuTable& table) {
    for (const FmuVariable& variable : table.variables) {
      if (!variable.measure.dimension) continue;
      const std::string text = variable.measure.unit();
      ListedUnit& unit = units_[unit_name(text)];
      unit.dimension = *variable.measure.dimension;
      unit.counts_angles = text.starts_with("rad") && !text.starts_with("rad^");
      UnitError error;
      const std::optional<Unit> shown = parse_unit(variable.shown_unit, error);
      if (is_shown(variable)) unit.shown[unit_name(plain(variable.shown_unit))] = 1.0 / shown->factor();
    }
  }

  [[nodiscard]] std::string attributes(const FmuVariable& variable) const {
    if (!variable.measure.dimension) return {};
    std::string out = attribute("unit", unit_name(variable.measure.unit()));
    if (is_shown(variable)) out += attribute("displayUnit", unit_name(plain(variable.shown_unit)));
    return out;
  }

  [[nodiscard]] std::string definitions() const {
    if (units_.empty()) return {};
    constexpr std::array<std::string_view, Dimension::base_units> names{"kg", "m", "s", "A", "K", "mol", "cd"};
    std::string out = "  <UnitDefinitions>\n";
    for (const auto& [name, unit] : units_) {
      std::string exponents;
      bool is_whole = true;
      for (std::size_t b = 0; b < names.size(); ++b) {
        const Exponent exponent = unit.dimension.exponent(b);
        is_whole = is_whole && exponent.denominator == 1;
        if (exponent.numerator != 0) exponents += fmt::format(" {}=\"{}\"", names.at(b), exponent.numerator);
      }
      if (unit.counts_angles) exponents += " rad=\"1\"";
      out += fmt::format("    <Unit{}>\n", attribute("name", name));
      if (is_whole) out += fmt::format("      <BaseUnit{}/>\n", exponents);
      for (const auto& [shown, factor] : unit.shown)
        out += fmt::format("      <DisplayUnit{}{}/>\n", attribute("name", shown), attribute("factor", factor));
      out += "    </Unit>\n";
    }
    return out + "  </UnitDefinitions>\n";
  }

private:
  /// `deg/s` of `(deg)/s`: brackets round one name are left out.
  static std::string plain(const std::string& text) {
    if (!text.starts_with('(')) return text;
    const std::size_t end = text.find(')');
    const std::string inside = text.substr(1, end - 1);
    const bool is_name = inside.find_first_of("*/^ ·") == std::string::npos;
    return is_name ? inside + text.substr(end + 1) : text;
  }
  /// True where the declared unit is another one of the same dimension.
  static bool is_shown(const FmuVariable& variable) {
    UnitError error;
    const std::optional<Unit> shown = parse_unit(variable.shown_unit, error);
    return shown && !shown->is_coherent() && variable.measure.dimension &&
           shown->dimension == *variable.measure.dimension;
  }

  std::map<std::string, ListedUnit> units_;
};

std::string variable_element(const FmuVariable& variable, std::size_t place, const Units& units) {
  std::string out =
      fmt::format("    <!-- {} -->\n    <ScalarVariable{} valueReference=\"{}\"{}{}{}{}>\n      ", place,
                  attribute("name", variable.name), variable.reference, attribute("description", variable.description),
                  attribute("causality", variable.causality), attribute("variability", variable.variability),
                  attribute("initial", variable.initial));
  if (variable.is_integer)
    out += "<Integer/>";
  else
    out += fmt::format("<Real{}{}{}{}{}{}/>", units.attributes(variable), attribute("min", variable.low),
                       attribute("max", variable.high), attribute("nominal", variable.nominal),
                       attribute("start", variable.start),
                       variable.derivative_of > 0 ? fmt::format(" derivative=\"{}\"", variable.derivative_of) : "");
  return out + "\n    </ScalarVariable>\n";
}

std::string unknown(std::size_t place, const std::vector<std::size_t>& depends) {
  return fmt::format("      <Unknown index=\"{}\" dependencies=\"{}\"/>\n", place, fmt::join(depends, " "));
}

std::string structure(const FmuTable& table) {
  std::string outputs;
  std::string initial;
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    const FmuVariable& variable = table.variables[i];
    const bool is_output = variable.causality == "output";
    if (is_output) outputs += unknown(i + 1, variable.depends);
    if (variable.initial == "calculated" && (is_output || variable.causality == "calculatedParameter"))
      initial += fmt::format("      <Unknown index=\"{}\"/>\n", i + 1);
  }
  std::string derivatives;
  for (const auto& [place, depends] : table.derivatives)
    derivatives += unknown(place, depends);
  const auto list = [](std::string_view name, const std::string& entries) {
    return entries.empty() ? std::string() : fmt::format("    <{0}>\n{1}    </{0}>\n", name, entries);
  };
  return "  <ModelStructure>\n" + list("Outputs", outputs) + list("Derivatives", derivatives) +
         list("InitialUnknowns", initial) + "  </ModelStructure>\n";
}

std::string kinds(const FmuModel& model, bool has_inputs) {
  const std::string common =
      fmt::format("canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"{}\"",
                  model.has_directions());
  const std::string sources =
      fmt::format("    <SourceFiles>\n      <File name=\"fmu.c\"/>\n      <File name=\"{}.c\"/>\n"
                  "    </SourceFiles>\n",
                  model.prefix);
  return fmt::format("  <ModelExchange modelIdentifier=\"{0}\" completedIntegratorStepNotNeeded=\"true\" {2}>\n{3}"
                     "  </ModelExchange>\n"
                     "  <CoSimulation modelIdentifier=\"{0}\" canHandleVariableCommunicationStepSize=\"true\" "
                     "canInterpolateInputs=\"{1}\" {2}>\n{3}  </CoSimulation>\n",
                     model.prefix, has_inputs, common, sources);
}

} // namespace

std::string fmu_description(const FmuModel& model, const FmuTable& table, const std::string& made_by) {
  const System& system = model.c.study.system;
  const Units units(table);
  const bool has_inputs = std::ranges::find(model.parameters, FmuParameter::input) != model.parameters.end();
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<fmiModelDescription fmiVersion=\"2.0\"{}{}{}{} variableNamingConvention=\"structured\" "
                     "numberOfEventIndicators=\"0\">\n",
                     attribute("modelName", system.name), attribute("guid", model.guid),
                     attribute("description", system.title), attribute("generationTool", made_by));
  out += kinds(model, has_inputs) + units.definitions();
  out += "  <LogCategories>\n"
         "    <Category name=\"logStatusWarning\" description=\"what may be wrong\"/>\n"
         "    <Category name=\"logStatusDiscard\" description=\"values that do not exist, steps that were not "
         "completed\"/>\n"
         "    <Category name=\"logStatusError\" description=\"calls that are refused\"/>\n"
         "  </LogCategories>\n";
  out += fmt::format("  <DefaultExperiment{}{}{}/>\n", attribute("startTime", std::optional(model.begin)),
                     attribute("stopTime", model.end), attribute("tolerance", std::optional(model.tolerance)));
  out += "  <ModelVariables>\n";
  for (std::size_t i = 0; i < table.variables.size(); ++i)
    out += variable_element(table.variables[i], i + 1, units);
  return out + "  </ModelVariables>\n" + structure(table) + "</fmiModelDescription>\n";
}

} // namespace exporting
} // namespace dalembert
