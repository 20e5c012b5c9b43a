#include <dalembert/findings/steady_json.h>
#include <dalembert/printing/json.h>
#include <dalembert/studies/linear_spectrum.h>

#include <cmath>

namespace dalembert {
inline namespace findings {

namespace {

Json matrix_rows(const DenseMatrix& m) {
  Json out = Json::array();
  for (std::size_t i = 0; i < m.rows; ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < m.columns; ++j)
      row.push_back(m.at(i, j));
    out.push_back(std::move(row));
  }
  return out;
}

Json complex_pair(const std::complex<double>& s) {
  return Json::array({s.real(), s.imag()});
}

const char* motion_name(LinearMotion motion) {
  switch (motion) {
  case LinearMotion::unstable:
    return "unstable";
  case LinearMotion::drifts:
    return "drifts";
  case LinearMotion::resonates:
    return "resonates";
  case LinearMotion::asymptotically_stable:
    return "asymptotically_stable";
  case LinearMotion::returns_to_family:
    return "returns_to_family";
  case LinearMotion::oscillates:
    return "oscillates";
  case LinearMotion::neutral:
    return "neutral";
  case LinearMotion::undecided:
    break;
  }
  return "undecided";
}

Json spectrum_list(const SteadyState& steady) {
  Json out = Json::array();
  for (std::size_t k = 0; k < steady.spectrum.values.size(); ++k) {
    Json mode = Json::array();
    for (const std::complex<double>& entry : steady.spectrum.vectors[k])
      mode.push_back(complex_pair(entry));
    out.push_back(Json{{"value", complex_pair(steady.spectrum.values[k])}, {"mode", std::move(mode)}});
  }
  return out;
}

Json oscillation_object(const System& system, const SmallOscillations& small) {
  Json names = Json::array();
  for (const std::size_t i : small.coordinates)
    names.push_back(system.coordinates[i].name);
  Json out{{"coordinates", std::move(names)}, {"mass", matrix_rows(small.mass)}};
  out["damping"] = matrix_rows(small.damping);
  out["stiffness"] = matrix_rows(small.stiffness);
  out["omega_squared"] = small.axes.values;
  out["shapes"] = matrix_rows(small.axes.vectors);
  out["caughey_defect"] = small.caughey_defect;
  out["classical_damping"] = small.has_classical_damping();
  out["damping_ratios"] = small.damping_ratios;
  return out;
}

Json steady_object(const System& system, const QuantityNames& names, const SteadyState& steady) {
  Json out{{"kind", steady.is_equilibrium ? "equilibrium" : "steady_motion"}};
  out["state"] = state_map(names, steady.state);
  Json running = Json::array();
  for (const std::size_t i : steady.running)
    running.push_back(names.coordinates[i]);
  out["running"] = std::move(running);
  Json changing = Json::array();
  for (const std::size_t i : steady.changing)
    changing.push_back(names.coordinates[i]);
  out["changing"] = std::move(changing);
  out["family"] = steady.family;
  std::vector<std::string> reactions(names.reactions.begin(),
                                     names.reactions.begin() + static_cast<std::ptrdiff_t>(steady.reactions.size()));
  out["reactions"] = quantity_map(reactions, steady.reactions);
  out["unstable"] = grows(steady.spectrum);
  out["linear_motion"] = motion_name(steady.motion);
  out["is_initial"] = steady.is_initial;
  out["degenerate"] = steady.degenerate;
  out["precise"] = steady.is_precise;
  out["zeros"] = steady.zeros;
  out["zero_chains"] = steady.zero_chains;
  out["zeros_along"] = steady.zero_along;
  out["eigenvalues"] = spectrum_list(steady);
  const StateSpace& linear = steady.linear;
  out["state_space"] = Json{{"states", linear.states},    {"inputs", linear.inputs},    {"outputs", linear.outputs},
                            {"A", matrix_rows(linear.a)}, {"B", matrix_rows(linear.b)}, {"C", matrix_rows(linear.c)},
                            {"D", matrix_rows(linear.d)}};
  if (steady.oscillations) out["small_oscillations"] = oscillation_object(system, *steady.oscillations);
  return out;
}

} // namespace

Json steady_list(const System& system, const std::vector<SteadyState>& states) {
  const QuantityNames names(system);
  Json out = Json::array();
  for (const SteadyState& steady : states)
    out.push_back(steady_object(system, names, steady));
  return out;
}

} // namespace findings
} // namespace dalembert
