#include <dalembert/export/c_names.h>
#include <dalembert/export/fmu_calls.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace exporting {

namespace {

std::string array(std::string_view type, std::string_view name, const std::vector<std::string>& entries,
                  std::string_view none) {
  return fmt::format("static const {} {}[] = {{{}}};\n", type, name,
                     entries.empty() ? std::string(none) : c_list(entries));
}

std::string numbers(std::string_view name, const std::vector<double>& values) {
  std::vector<std::string> out;
  for (const double value : values)
    out.push_back(c_number(value));
  return array("double", name, out, "0.0");
}

std::string_view kind(FmuParameter parameter) {
  switch (parameter) {
  case FmuParameter::tunable:
    return "tunable_value";
  case FmuParameter::fixed:
    return "fixed_value";
  case FmuParameter::input:
    return "input_value";
  case FmuParameter::constant:
    return "constant_value";
  case FmuParameter::computed_tunable:
  case FmuParameter::computed_fixed:
  case FmuParameter::computed_along:
    break;
  }
  return "computed_value";
}

/// Units of the residuals of positions, then of their rates; of a velocity constraint the first has none.
std::vector<std::string> row_units(const System& system) {
  std::vector<std::string> positions;
  std::vector<std::string> rates;
  for (const Constraint& constraint : system.constraints) {
    const Measure work = energy_like(constraint.multiplier_measure);
    const Measure row = work / constraint.multiplier_measure; // of a velocity constraint times a second
    positions.push_back(c_string(row.unit()));
    rates.push_back(c_string(rate_of(row).unit()));
  }
  positions.insert(positions.end(), rates.begin(), rates.end());
  return positions;
}

std::string references(const CModel& model) {
  const FmuReferences at(model);
  return fmt::format(
      "enum {{\n  vr_time = 0, vr_q = {}, vr_v = {}, vr_a = {}, vr_p = {}, vr_lambda = {}, vr_reaction = "
      "{}, vr_output = {},\n  vr_energy = {}, vr_residual = {}, vr_pull = {}, vr_tolerance = {}, vr_end = "
      "{}\n}};\n\n",
      at.q, at.v, at.a, at.p, at.lambda, at.reaction, at.output, at.energy, at.residual, at.pull, at.tolerance, at.end);
}

std::string macros(const FmuModel& model) {
  const InputLayout& layout = model.c.programs.layout;
  return fmt::format("#define GUID {}\n"
                     "#define N {} /* coordinates */\n#define M {} /* constraints */\n#define P {} /* parameters */\n"
                     "#define R {} /* reactions */\n#define O {} /* outputs beside them */\n"
                     "#define IS_STARTED {} /* the default start meets the constraints */\n#define HAS_IMPACT {}\n"
                     "#define HAS_DIRECTIONS {}\n#define DEFAULT_PULL {}\n#define DEFAULT_TOLERANCE {}\n"
                     "#define CATEGORIES 3\n\n",
                     c_string(model.guid), layout.coordinates, layout.multipliers, layout.parameters,
                     model.c.study.system.reactions.size(), model.c.outputs.size(), model.is_started ? 1 : 0,
                     model.has_impact ? 1 : 0, model.has_directions() ? 1 : 0, c_number(model.pull),
                     c_number(model.tolerance));
}

} // namespace

std::string fmu_source(const FmuModel& model) {
  std::string out = fmt::format("/* The functions of FMI 2.0. Made by {}. */\n", c_comment(model.c.made_by));
  out += fmt::format("#include \"fmi2.h\"\n#include \"{}.h\"\n\n#include <math.h>\n#include <stdarg.h>\n"
                     "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n",
                     model.prefix);
  out += macros(model);
  out += "/* Value references of real variables. */\n" + references(model.c);
  out += "enum { tunable_value, fixed_value, computed_value, input_value, constant_value };\n";
  std::vector<std::string> kinds;
  for (const FmuParameter parameter : model.parameters)
    kinds.emplace_back(kind(parameter));
  out += array("int", "kind_of_parameter", kinds, "0") + numbers("scale", model.c.scales);
  out += fmt::format("static const double default_t = {};\n", c_number(model.start.t));
  out += numbers("default_q", model.start.q) + numbers("default_v", model.start.v);
  out += array("char *const", "units_of_rows", row_units(model.c.study.system), "\"\"") + "\n";
  for (const std::string_view part : {fmu_instance_calls(), fmu_exchange_calls(), fmu_step_calls()})
    out += with_prefix(part, model.prefix);
  return out;
}

} // namespace exporting
} // namespace dalembert
