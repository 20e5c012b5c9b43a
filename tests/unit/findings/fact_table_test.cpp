#include <dalembert/analysis/effective_potential.h>
#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/koenig.h>
#include <dalembert/analysis/steady_motion.h>
#include <dalembert/findings/fact_table.h>
#include <dalembert/findings/steady_obstacle.h>
#include <dalembert/studies/steady_states.h>

#include "../simulation/study_builder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <memory>
#include <set>
#include <string>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(FactSet, finds_a_fact_by_its_type) {
  FactSet facts;
  EXPECT_EQ(facts.find<TimeDependence>(), nullptr);
  facts.add(TimeDependence{true, false});
  facts.add(SteadyObstacle{"none"});
  ASSERT_NE(facts.find<TimeDependence>(), nullptr);
  EXPECT_TRUE(facts.get<TimeDependence>().is_rheonomic);
  EXPECT_EQ(facts.get<SteadyObstacle>().why, "none");
}

TEST(FactSet, shows_the_correction_of_a_fact) {
  FactSet facts;
  facts.add(SteadyObstacle{"none"});
  facts.corrected<SteadyObstacle>().why = "some";
  EXPECT_EQ(facts.get<SteadyObstacle>().why, "some");
}

TEST(FactSet, refuses_a_second_fact_of_a_type_and_one_that_is_absent) {
  FactSet facts;
  EXPECT_THROW(static_cast<void>(facts.get<KoenigSplit>()), InternalError);
  EXPECT_THROW(static_cast<void>(facts.corrected<KoenigSplit>()), InternalError);
  facts.add(SteadyObstacle{"none"});
  EXPECT_THROW(facts.add(SteadyObstacle{"again"}), InternalError);
}

/// A mass on a spring, driven where `is_driven`.
struct Oscillator : test::StudyBuilder {
  Expr x, v;
  std::shared_ptr<const Study> shared;
  explicit Oscillator(bool is_driven) : StudyBuilder("Oscillator") {
    Graph& g = graph();
    x = coordinate("x", v);
    const Expr k = parameter("k", Rational(2));
    energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.square(v)));
    energy(EnergyKind::potential, g.scale(Rational(1, 2), g.mul(k, g.square(x))));
    if (is_driven) energy(EnergyKind::potential, g.mul(x, g.sin(study.system.time)));
    initial(x, Rational(1), true, "x");
    initial(v, Rational(0), true, "x'");
    shared = std::make_shared<const Study>(study);
  }
};

/// The facts of a model without numbers.
FactSet symbolic_facts(const Study& study, const Equations& equations) {
  MotionJudge judge(equations);
  FactContext context{.study = study,
                      .equations = equations,
                      .judge = judge,
                      .can_start = [] { return false; },
                      .engine = []() -> const Engine& { throw SolveError("no numbers", {}); },
                      .initial_state = []() -> const InitialState& { throw SolveError("no start", {}); }};
  return find_facts(context);
}

TEST(FactTable, has_a_name_and_a_way_to_find_each_fact) {
  std::set<std::string_view> names;
  for (const FactRow* const row : fact_table()) {
    EXPECT_NE(row->find, nullptr) << row->name;
    EXPECT_TRUE(names.insert(row->name).second) << row->name;
  }
}

TEST(FactTable, finds_what_symbols_tell_where_there_are_no_numbers) {
  const Oscillator model(false);
  const Equations equations = test::StudyBuilder::derived(model.shared);
  const FactSet facts = symbolic_facts(*model.shared, equations);
  EXPECT_EQ(facts.get<EnergyFacts>().is_conserved, Answer::yes);
  EXPECT_FALSE(facts.get<TimeDependence>().is_rheonomic);
  EXPECT_EQ(facts.get<SteadyObstacle>().why, "no numbers");
  EXPECT_TRUE(facts.get<SteadyStates>().states.empty());
  EXPECT_EQ(facts.find<EffectivePotential>(), nullptr) << "no coordinate is cyclic";
}

TEST(FactTable, does_not_search_for_steady_states_of_a_driven_system) {
  const Oscillator model(true);
  const Equations equations = test::StudyBuilder::derived(model.shared);
  const FactSet facts = symbolic_facts(*model.shared, equations);
  EXPECT_TRUE(facts.get<TimeDependence>().is_rheonomic);
  EXPECT_THAT(facts.get<SteadyObstacle>().why, HasSubstr("depends on time explicitly"));
}

TEST(FactTable, prints_facts_in_the_order_of_its_rows) {
  const Oscillator model(false);
  const Equations equations = test::StudyBuilder::derived(model.shared);
  const FactSet facts = symbolic_facts(*model.shared, equations);
  Page page({});
  add_facts(page, equations, facts, PlainForm(equations));
  const std::string text = page.text();
  const std::size_t mass = text.find("mass matrix");
  const std::size_t steady = text.find("steady states");
  ASSERT_NE(mass, std::string::npos);
  ASSERT_NE(steady, std::string::npos);
  EXPECT_LT(mass, steady);
}

TEST(FactTable, writes_an_absent_fact_as_null) {
  const Oscillator model(false);
  const Equations equations = test::StudyBuilder::derived(model.shared);
  Json object;
  add_facts(object, equations, symbolic_facts(*model.shared, equations), PlainForm(equations));
  EXPECT_TRUE(object.at("effective_potential").is_null());
  EXPECT_TRUE(object.at("centrifugal_effect").is_null());
  EXPECT_EQ(object.at("energy").at("conserved"), "yes");
  EXPECT_EQ(object.at("steady_note"), "no numbers");
}

TEST(FactTable, shows_each_fact_under_its_topic) {
  const Oscillator model(false);
  const Equations equations = test::StudyBuilder::derived(model.shared);
  const FactSet facts = symbolic_facts(*model.shared, equations);
  const std::string structure = facts_html(FactTopic::structure, equations, facts, PlainForm(equations));
  const std::string conservation = facts_html(FactTopic::conservation, equations, facts, PlainForm(equations));
  const std::string equilibria = facts_html(FactTopic::equilibria, equations, facts, PlainForm(equations));
  EXPECT_THAT(structure, HasSubstr("mass matrix"));
  EXPECT_THAT(conservation, HasSubstr("energy"));
  EXPECT_THAT(conservation, Not(HasSubstr("mass matrix")));
  EXPECT_THAT(equilibria, HasSubstr("data-text=\"s^2 + k = 0\""));
  EXPECT_THAT(equilibria, HasSubstr("Steady states in numbers: no numbers."));
}

TEST(FactTable, draws_each_steady_state_where_pictures_are_given) {
  const Oscillator model(false);
  const Equations equations = test::StudyBuilder::derived(model.shared);
  FactSet facts;
  facts.add(SteadyObstacle{});
  facts.add(SymbolicSteadyMotions{});
  SteadyStates states;
  for (const double x : {0.25, 0.5}) {
    SteadyState steady;
    steady.state = {0.0, {x}, {0.0}};
    steady.is_equilibrium = true;
    states.states.push_back(steady);
  }
  facts.add(states);
  const auto picture = [](const State& state) { return fmt::format("<svg>{}</svg>", state.q.front()); };
  const std::string with = facts_html(FactTopic::equilibria, equations, facts, PlainForm(equations), picture);
  EXPECT_THAT(with, HasSubstr("<td><svg>0.25</svg></td>"));
  EXPECT_THAT(with, HasSubstr("<td><svg>0.5</svg></td>"));
  EXPECT_THAT(with, HasSubstr("<td class=\"value\">0.25</td>"));
  EXPECT_THAT(facts_html(FactTopic::equilibria, equations, facts, PlainForm(equations)), Not(HasSubstr("<svg>")));
}

} // namespace
} // namespace dalembert
