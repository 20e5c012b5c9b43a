#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/derivation/form_table.h>
#include <dalembert/exact/admissible_point.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/manifold.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

std::vector<std::string> seeds() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(DALEMBERT_SOURCE_DIR) + "/models/seeds"))
    if (entry.path().extension() == ".mech") out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

/// The forms that a model can be run by, beside Lagrange's.
std::vector<Form> applicable(Session& session) {
  std::vector<Form> out;
  for (const FormRow& row : form_table()) {
    if (row.derive == nullptr) continue;
    try {
      session.set_form(row.form);
      out.push_back(row.form);
    } catch (const ModelError& error) {
      // What does not apply says why.
      const Diagnostic& said = error.diagnostics().front();
      EXPECT_TRUE(said.code == "E0610" || said.code == "E0611") << said.code;
      EXPECT_GT(said.message.size(), 40U) << said.message;
    }
  }
  session.set_form(Form::lagrange);
  return out;
}

/// Seeds that move t, q, v along the motion.
std::vector<Seed> motion(const System& system) {
  std::vector<Seed> out{{system.time, system.graph->one()}};
  for (const Coordinate& c : system.coordinates) {
    out.push_back({c.position, c.rate});
    out.push_back({c.rate, c.acceleration});
  }
  return out;
}

/// What must vanish at every admissible state if the form says the same as Lagrange's equations: its dynamics, its
/// kinematics, its constraint rows, and its way back to the multipliers.
std::vector<Expr> claims(const Equations& equations, const MotionForm& form) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Expr> raw = form.residual;
  for (std::size_t i = 0; i < form.rates.size(); ++i)
    raw.push_back(graph.sub(form.rates[i], system.coordinates[i].rate));
  for (std::size_t k = 0; k < form.constraint_forcing.size(); ++k) {
    Expr row = graph.neg(form.constraint_forcing[k]);
    for (std::size_t r = 0; r < form.speeds.size(); ++r)
      row = graph.add(
          row, graph.mul(form.constraint_matrix.at(static_cast<int>(k), static_cast<int>(r)), form.speed_rates[r]));
    raw.push_back(row);
  }
  const std::vector<Expr> rates = directional(graph, form.speed_values, motion(system));
  std::vector<Replacement> meaning;
  for (std::size_t r = 0; r < form.speeds.size(); ++r) {
    meaning.push_back({form.speeds[r], form.speed_values[r]});
    meaning.push_back({form.speed_rates[r], rates[r]});
  }
  std::vector<Expr> out = substitute(graph, raw, meaning);
  if (!form.has_redundant_rows)
    for (std::size_t k = 0; k < form.multipliers.size(); ++k)
      out.push_back(graph.sub(form.multipliers[k], system.constraints[k].multiplier));
  return out;
}

/// True where all claims vanish at `wanted` exact admissible points of every branch; nothing where none can be made.
std::optional<bool> proved(const Equations& equations, const std::vector<Expr>& claims) {
  const AdmissiblePoints points(equations, claims);
  if (!points.is_solvable()) return std::nullopt;
  for (unsigned branch = 0; branch < points.branches(); ++branch) {
    int seen = 0;
    for (std::uint64_t seed = 1; seed <= 400 && seen < 3; ++seed) {
      const auto values = points.values(seed, branch);
      if (!values) continue;
      ++seen;
      for (const Residue r : values->claims)
        if (!r.is_zero()) return false;
    }
    if (seen < 3) return std::nullopt;
  }
  return true;
}

/// v̇ and λ by one form at one state. Frictions start anew at every state.
std::vector<double> solved(Dynamics& dynamics, const Engine& engine, std::vector<double> inputs) {
  dynamics.forget_friction_modes();
  dynamics.solve(inputs);
  const InputLayout& layout = engine.programs->layout;
  return {inputs.begin() + static_cast<std::ptrdiff_t>(layout.acceleration()),
          inputs.begin() + static_cast<std::ptrdiff_t>(layout.friction())};
}

/// Random states near the initial one, put onto the constraints.
std::vector<std::vector<double>> admissible_states(Session& session, std::size_t count) {
  const State start = session.initial_state().state;
  const Engine& engine = session.engine();
  Manifold manifold(engine);
  Dynamics dynamics(engine);
  std::mt19937_64 random(20251121);
  std::uniform_real_distribution<double> shift(-0.2, 0.2);
  std::vector<std::vector<double>> out;
  for (std::size_t tries = 0; tries < 20 * count && out.size() < count; ++tries) {
    State state = start;
    state.t += std::abs(shift(random));
    for (double& q : state.q)
      q += shift(random) * std::max(0.3, std::abs(q));
    for (double& v : state.v)
      v += shift(random) * std::max(0.3, std::abs(v));
    std::vector<double> inputs = engine.blank_inputs();
    put_state(engine.programs->layout, state, inputs);
    try {
      if (!manifold.project(inputs)) continue;
      static_cast<void>(solved(dynamics, engine, inputs));
    } catch (const SolveError&) {
      continue; // no motion there
    }
    out.push_back(std::move(inputs));
  }
  return out;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double size = 0.0;
  double difference = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    size = std::max(size, std::abs(a[i]));
    difference = std::max(difference, std::abs(a[i] - b[i]));
  }
  return size > 0.0 ? difference / size : difference;
}

TEST(Forms, say_the_same_as_multipliers_on_every_seed_proved) {
  int proofs = 0;
  for (const std::string& path : seeds()) {
    Session session = Session::open(path);
    const Equations& equations = session.equations();
    for (const Form form : applicable(session)) {
      const std::optional<bool> verdict = proved(equations, claims(equations, derive_form(equations, form)));
      EXPECT_NE(verdict, std::optional(false)) << path << " " << form_row(form).name;
      if (verdict) ++proofs;
    }
  }
  EXPECT_GT(proofs, 150);
}

class FormsOfSeed : public testing::TestWithParam<std::string> {};

TEST_P(FormsOfSeed, have_the_right_hand_sides_of_lagrange_at_random_admissible_states_to_1e_12) {
  constexpr std::size_t wanted = 100;
  Session session = Session::open(GetParam());
  const std::vector<Form> forms = applicable(session);
  const std::vector<std::vector<double>> states = admissible_states(session, wanted);
  EXPECT_EQ(states.size(), wanted);
  const auto all_solved = [&session, &states] {
    const Engine& engine = session.engine();
    Dynamics dynamics(engine);
    std::vector<std::vector<double>> out;
    out.reserve(states.size());
    for (const auto& state : states)
      out.push_back(solved(dynamics, engine, state));
    return out;
  };
  const std::vector<std::vector<double>> expected = all_solved();
  for (const Form form : forms) {
    session.set_form(form);
    const std::vector<std::vector<double>> found = all_solved();
    double worst = 0.0;
    for (std::size_t s = 0; s < states.size(); ++s)
      worst = std::max(worst, largest_difference(expected[s], found[s]));
    // Two derivations at one state: rounding, times the condition of its matrices.
    EXPECT_LE(worst, 1e-12) << form_row(form).name;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FormsOfSeed, testing::ValuesIn(seeds()),
                         [](const auto& seed) { return std::filesystem::path(seed.param).stem().string(); });

TEST(Forms, run_the_seeds_along_the_trajectories_of_lagrange_to_100_tolerances) {
  for (const std::string& path : seeds()) {
    Session session = Session::open(path);
    const std::vector<Form> forms = applicable(session);
    const RunResult expected = session.run({});
    for (const Form form : forms) {
      session.set_form(form);
      const RunResult found = session.run({});
      ASSERT_EQ(found.outcome, RunOutcome::completed) << path << " " << form_row(form).name << found.failure;
      EXPECT_EQ(found.statistics.form, form_row(form).name);
      double worst = 0.0;
      for (std::size_t i = 0; i < expected.final.state.q.size(); ++i) {
        const double q = expected.final.state.q[i];
        const double v = expected.final.state.v[i];
        worst = std::max(worst, std::abs(found.final.state.q[i] - q) / std::max(1.0, std::abs(q)));
        worst = std::max(worst, std::abs(found.final.state.v[i] - v) / std::max(1.0, std::abs(v)));
      }
      EXPECT_LE(worst, 100.0 * expected.tolerance) << path << " " << form_row(form).name;
      // A form that steps otherwise: ten tolerances (1e-9), or what the energy of this model loses.
      EXPECT_LE(found.certificate.energy_defect_relative,
                std::max(1e-8, 1e3 * expected.certificate.energy_defect_relative))
          << path << " " << form_row(form).name;
    }
  }
}

TEST(Forms, run_a_long_chain_whose_rows_hold_more_roots_than_an_exact_point_has_values_for) {
  Session session = Session::open(std::string(DALEMBERT_SOURCE_DIR) + "/models/gallery/chain.mech");
  const RunResult expected = session.run({});
  for (const Form form : {Form::eliminated, Form::voronets, Form::hamilton}) {
    session.set_form(form);
    const RunResult found = session.run({});
    for (std::size_t i = 0; i < expected.final.state.q.size(); ++i)
      // Ten tolerances (1e-9).
      EXPECT_NEAR(found.final.state.q[i], expected.final.state.q[i], 1e-8) << form_row(form).name << " " << i;
    // Solved to rounding, times the condition of the long chain.
    EXPECT_LE(found.certificate.equation_residual.value, 1e-10) << form_row(form).name;
  }
}

/// A random model in text: up to five coordinates, a positive definite T with rates coupled by the positions, V, a
/// Rayleigh function, a force, and affine velocity constraints with the time in them.
std::string random_model(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&random](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const int n = pick(2, 5);
  const int m = pick(0, n - 1);
  const auto coefficient = [&]() {
    const std::string q = fmt::format("x{}", pick(1, n));
    const std::vector<std::string> shapes{"2", q, "sin(" + q + ")", "cos(" + q + " - t)", "(1 + " + q + "^2)", "t"};
    return shapes[static_cast<std::size_t>(pick(0, 5))];
  };
  std::string out = fmt::format("model Random{}\n", seed);
  std::string kinetic;
  std::string initial;
  for (int i = 1; i <= n; ++i) {
    out += fmt::format("coord x{}\n", i);
    kinetic += fmt::format("{}1/2*{}*x{}'^2", i == 1 ? "" : " + ", pick(1, 4), i);
    initial += fmt::format("initial x{} = 0.{}, x{}' ~ 0.{}\n", i, pick(1, 9), i, pick(1, 9));
  }
  const auto combination = [&]() {
    std::string sum = fmt::format("{}*x{}'", coefficient(), pick(1, n));
    for (int i = pick(0, 2); i > 0; --i)
      sum += fmt::format(" + {}*x{}'", coefficient(), pick(1, n));
    return sum;
  };
  out += fmt::format("kinetic T = {} + 1/2*({} + {})^2\n", kinetic, combination(), coefficient());
  out += fmt::format("potential V = {}*{} + 1/2*x1^2\n", coefficient(), coefficient());
  out += fmt::format("dissipation D = 1/2*({})^2\n", combination());
  out += fmt::format("force F = {} conjugate {}\n", coefficient(), combination());
  for (int k = 1; k <= m; ++k)
    out += fmt::format("constraint c{}: x{}' + {} = {}\n", k, k, combination(), coefficient());
  out += fmt::format("speed w = {}\n", combination());
  return out + initial + "simulate 0..0.1\n";
}

TEST(Forms, say_the_same_on_random_systems) {
  std::map<Form, int> proofs;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string text = random_model(seed);
    Session session("random.mech", text);
    try {
      const Equations& equations = session.equations();
      for (const Form form : applicable(session)) {
        const MotionForm derived = derive_form(equations, form);
        const std::optional<bool> verdict = proved(equations, claims(equations, derived));
        EXPECT_NE(verdict, std::optional(false)) << form_row(form).name << " of\n" << text;
        if (verdict) ++proofs[form];
      }
    } catch (const ModelError& error) {
      FAIL() << error.diagnostics().front().message << "\n" << text;
    }
  }
  for (const Form form : {Form::eliminated, Form::voronets, Form::hamel, Form::hamilton})
    EXPECT_GT(proofs[form], 40) << form_row(form).name;
}

} // namespace
} // namespace dalembert::test
