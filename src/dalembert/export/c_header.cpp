#include <dalembert/export/c_header.h>
#include <dalembert/export/c_names.h>
#include <dalembert/printing/quantity_names.h>

#include <fmt/format.h>

#include <cctype>
#include <string_view>

namespace dalembert {
inline namespace exporting {

namespace {

/// One kind of quantity: its short name in C and the names and units of its members.
struct Kind {
  std::string_view index; ///< `q`, as in pendulum_q_theta
  std::string_view count; ///< `coordinates`
  std::vector<std::string> names;
  std::vector<std::string> units;
  std::vector<std::string> comments;
};

std::vector<Kind> kinds(const CModel& model) {
  const System& system = model.study.system;
  const QuantityNames names(system);
  const QuantityUnits units(system);
  std::vector<std::string> described;
  for (const Coordinate& q : system.coordinates)
    described.push_back(q.description);
  Kind coordinates{"q", "coordinates", names.coordinates, units.coordinates, described};
  Kind parameters{"p", "parameters", {}, {}, {}};
  for (const Parameter& p : system.parameters) {
    parameters.names.push_back(p.name);
    parameters.units.push_back(p.measure.unit());
    parameters.comments.push_back(p.description);
  }
  Kind constraints{"lambda", "constraints", names.constraints, units.multipliers, {}};
  for (const Constraint& constraint : system.constraints)
    constraints.comments.push_back(constraint.text);
  Kind reactions{"reaction", "reactions", {}, {}, {}};
  for (std::size_t k = 0; k < system.reactions.size(); ++k) {
    const Reaction& reaction = system.reactions[k];
    reactions.names.push_back(reaction.name);
    reactions.units.push_back(units.reactions[k]);
    reactions.comments.push_back(reaction.description);
  }
  Kind frictions{"friction", "frictions", {}, {}, {}};
  for (std::size_t k = 0; k < system.frictions.size(); ++k) {
    const Friction& friction = system.frictions[k];
    frictions.names.push_back(friction.name);
    frictions.units.push_back(units.reactions[system.reactions.size() + k]);
    frictions.comments.push_back(friction.description);
  }
  Kind outputs{"output", "outputs", {}, {}, {}};
  for (const OutputQuantity& output : model.outputs) {
    outputs.names.push_back(output.name);
    outputs.units.push_back(output.measure.unit());
    outputs.comments.emplace_back();
  }
  std::vector<Kind> out{std::move(coordinates), std::move(parameters), std::move(constraints), std::move(reactions)};
  if (!frictions.names.empty()) out.push_back(std::move(frictions));
  if (!outputs.names.empty()) out.push_back(std::move(outputs));
  return out;
}

std::string upper(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The counts of a kind and the places of its members.
std::string enumeration(const Kind& kind, const std::string& prefix) {
  std::string out = "enum {\n";
  CNames names;
  for (std::size_t k = 0; k < kind.names.size(); ++k) {
    std::string comment = kind.names[k];
    if (!kind.units[k].empty()) comment += fmt::format(" [{}]", kind.units[k]);
    if (!kind.comments[k].empty()) comment += fmt::format(": {}", kind.comments[k]);
    out += fmt::format("  {}_{}_{} = {}, /* {} */\n", prefix, kind.index, names.made_of(kind.names[k]), k,
                       c_comment(comment));
  }
  return out + fmt::format("  {}_number_of_{} = {}\n}};\n", prefix, kind.count, kind.names.size());
}

constexpr std::string_view declarations = R"(
/* What the functions return. */
enum {
  @_status_ok = 0,
  @_status_singular = 1,           /* the accelerations are not determined */
  @_status_not_finite = 2,         /* a value is not finite: of what was given, or outside of where the equations hold */
  @_status_does_not_slide = 3,     /* a friction has no direction */
  @_status_friction_undecided = 4, /* no sign of the normal forces, or more than one, agrees with friction */
  @_status_not_projected = 5       /* no state on the constraints was found near by */
};

/* The accelerations a = dv/dt and the multipliers of the constraints, from

     M a = h + A' lambda,   A a = gamma,   A = the derivatives of (left - right) by q or v.

   Of redundant constraints, whose multipliers are not determined: those of the least sum of (lambda_k r_k)^2,
   r_k^2 = the sum over i of A_ki^2/M_ii, which do not depend on how a constraint is scaled. lambda may be NULL. */
int @_accelerations(double t, const double q[], const double v[], const double p[], double a[], double lambda[]@friction);

/* The reactions, of the accelerations and multipliers of that state. */
void @_reactions(double t, const double q[], const double v[], const double p[], const double a[],
    const double lambda[], double reactions[]);

/* The quantities that the model plots, of the same. */
void @_outputs(double t, const double q[], const double v[], const double p[], const double a[],
    const double lambda[]@read, double outputs[]);

/* Writes the parameters that the model declares in terms of others, from those. */
void @_parameters(double p[]);

/* energies[0] = T, energies[1] = V, energies[2] = v . dL/dv - L. */
void @_energies(double t, const double q[], const double v[], const double p[], double energies[3]);

/* The momenta dL/dv. */
void @_momenta(double t, const double q[], const double v[], const double p[], double momenta[]);

/* The residual left - right of each constraint: of the positions (0 for a velocity constraint), and of the rates. */
void @_residuals(double t, const double q[], const double v[], const double p[], double positions[], double rates[]);

/* The derivatives of accelerations and multipliers by the state, row-major: n x n by q and by v, then m x n.
   Any of the four may be NULL. The derivatives of multipliers that redundant constraints leave undetermined are NAN. */
int @_jacobian(double t, const double q[], const double v[], const double p[], double a_by_q[], double a_by_v[],
    double lambda_by_q[], double lambda_by_v[]);

/* Moves q, then v, the least way (in the metric of the mass matrix) onto the constraints: for a state near by, as an
   integrator leaves it. v as it was given is left where no rates were found, q and v where no positions were. */
int @_project(double t, double q[], double v[], const double p[]);

/* The accelerations and multipliers of @_accelerations, and beside them one Newton step of @_project at that state: with
   dq/dt = v + dq/tau, dv/dt = a + dv/tau a solver that knows nothing of constraints comes back to them in some tau, and
   follows the motion on them. */
int @_pull(double t, const double q[], const double v[], const double p[], double a[], double lambda[], double dq[],
    double dv[]@friction);

/* Finds the initial state that the model describes, at the time t. Of q and v stay those that held[i] and held[n + i]
   (n coordinates; NULL: none) are not 0 for, and those that the model gives with `=`; all others move the least way
   (in the metric of the mass matrix) onto the constraints. Where that fails q and v are where the search ended. */
int @_start(double t, double q[], double v[], const double p[], const int held[]);
)";

constexpr std::string_view of_directions = R"(
/* Derivatives along a direction of the state: of accelerations, multipliers, reactions, outputs, energies, and of the
   step that @_pull gives, which are exact on the constraints. */
struct @_derivatives {
  double *a, *lambda, *reactions, *outputs, *energies, *pull_q, *pull_v;
};
int @_direction(double t, const double q[], const double v[], const double p[], const double along_q[],
    const double along_v[], struct @_derivatives *derivatives);
)";

void replace_all(std::string& text, std::string_view mark, std::string_view by) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
    text.replace(at, mark.size(), by);
}

std::string numbers(const std::vector<double>& values) {
  std::vector<std::string> out;
  out.reserve(values.size());
  for (const double value : values)
    out.push_back(c_number(value));
  return values.empty() ? "0.0" : c_list(out); // C has no empty arrays
}

std::string strings(const std::vector<std::string>& values) {
  std::vector<std::string> out;
  out.reserve(values.size());
  for (const std::string& value : values)
    out.push_back(c_string(value));
  return values.empty() ? R"("")" : c_list(out);
}

} // namespace

std::string c_header(const CModel& model, const std::string& prefix) {
  const System& system = model.study.system;
  const std::string guard = upper(prefix) + "_H";
  std::string out = "/* " + c_comment(system.name);
  if (!system.title.empty()) out += ": " + c_comment(system.title);
  out += fmt::format("\n   Made by {}.\n\n", c_comment(model.made_by));
  out += "   All numbers are in coherent SI units, arrays in the order of the enumerations below. The functions keep\n"
         "   nothing between calls";
  out += system.impacts.empty() ? ".\n" : "; the impact at the start of the model is left to the caller.\n";
  out += "   Compile with -O2, and with -march=native (or -mfma) for the fastest code. */\n";
  out += fmt::format("#ifndef {0}\n#define {0}\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n", guard);
  for (const Kind& kind : kinds(model))
    out += enumeration(kind, prefix) + "\n";
  out += "/* Names as the model has them, and units. */\n";
  for (const Kind& kind : kinds(model))
    out += fmt::format("extern const char *const {0}_names_of_{1}[];\nextern const char *const {0}_units_of_{1}[];\n",
                       prefix, kind.count);
  out += fmt::format("\nextern const double {}_default_parameters[];\n", prefix);
  if (model.initial)
    out += fmt::format("\n/* A consistent state to start from, at the default parameters. */\n"
                       "extern const double {0}_initial_t;\nextern const double {0}_initial_q[];\n"
                       "extern const double {0}_initial_v[];\n",
                       prefix);
  std::string text(declarations);
  if (model.directions != nullptr) text += of_directions;
  const bool has_frictions = !system.frictions.empty();
  replace_all(text, "@friction", has_frictions ? ",\n    double friction[]" : "");
  replace_all(text, "@read", has_frictions ? ",\n    const double friction[]" : "");
  return out + with_prefix(text, prefix) + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

std::string c_arrays(const CModel& model, const std::string& prefix) {
  std::string out;
  for (const Kind& kind : kinds(model)) {
    out += fmt::format("const char *const {}_names_of_{}[] = {{{}}};\n", prefix, kind.count, strings(kind.names));
    out += fmt::format("const char *const {}_units_of_{}[] = {{{}}};\n", prefix, kind.count, strings(kind.units));
  }
  out += fmt::format("const double {}_default_parameters[] = {{{}}};\n", prefix, numbers(model.parameters));
  if (model.initial) {
    out += fmt::format("const double {}_initial_t = {};\n", prefix, c_number(model.initial->t));
    out += fmt::format("const double {}_initial_q[] = {{{}}};\n", prefix, numbers(model.initial->q));
    out += fmt::format("const double {}_initial_v[] = {{{}}};\n", prefix, numbers(model.initial->v));
  }
  return out + "\n";
}

} // namespace exporting
} // namespace dalembert
