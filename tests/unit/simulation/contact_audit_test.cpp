#include <dalembert/lowering/views.h>
#include <dalembert/simulation/record/contact_audit.h>

#include "study_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dalembert {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A mass of 1 kg over a floor z ≥ 0, pulled upwards by 5 N.
struct PulledMass : test::StudyBuilder {
  PulledMass() : StudyBuilder("PulledMass") {
    Expr rate;
    const Expr z = coordinate("z", rate);
    Graph& graph = *study.system.graph;
    energy(EnergyKind::kinetic, graph.mul(graph.number(Rational(1, 2)), graph.square(rate)));
    energy(EnergyKind::potential, graph.neg(graph.mul(graph.number(5), z)));
    constraint("floor", z);
    Impact impact;
    impact.name = "floor";
    impact.speed = rate;
    impact.restitution = graph.zero();
    impact.symbol = graph.symbol("I.floor");
    study.system.impacts.push_back(impact);
    Contact contact;
    contact.name = "floor";
    contact.gap = z;
    contact.constraint = 0;
    contact.text = "z >= 0";
    study.contacts.push_back(contact);
  }
};

class ContactAudits : public testing::Test {
protected:
  void put(double z) {
    const InputView<double> at(engine_.programs->layout, inputs_);
    at.positions()[0] = z;
    dynamics_.solve(inputs_);
  }

  Engine engine_ = PulledMass().engine();
  Dynamics dynamics_{engine_};
  ContactAudit audit_{engine_, 1e-9};
  std::vector<double> inputs_ = engine_.blank_inputs();
};

TEST_F(ContactAudits, a_closed_contact_that_pulls_fails) {
  put(0.0);
  audit_.take(inputs_, dynamics_, StateOrigin::reached);
  ASSERT_THAT(audit_.failures(), SizeIs(1));
  EXPECT_EQ(audit_.failures().front().kind, "contact floor");
  EXPECT_THAT(audit_.failures().front().text,
              HasSubstr("the closed contact floor pulls at t = 0 s: its multiplier is -5"));
}

TEST_F(ContactAudits, an_open_contact_that_penetrates_fails) {
  dynamics_.set_active_rows(ActiveRows({}));
  put(-1e-3);
  audit_.take(inputs_, dynamics_, StateOrigin::reached);
  ASSERT_THAT(audit_.failures(), SizeIs(1));
  EXPECT_THAT(audit_.failures().front().text,
              HasSubstr("the open contact floor penetrates at t = 0 s: z >= 0 fails by 0.001"));
}

TEST_F(ContactAudits, rounding_is_no_failure) {
  dynamics_.set_active_rows(ActiveRows({}));
  put(-1e-12);
  audit_.take(inputs_, dynamics_, StateOrigin::reached);
  EXPECT_THAT(audit_.failures(), IsEmpty());
}

TEST_F(ContactAudits, dense_output_may_have_the_errors_of_the_tolerance_and_no_more) {
  dynamics_.set_active_rows(ActiveRows({}));
  put(-5e-8);
  audit_.take(inputs_, dynamics_, StateOrigin::inside);
  EXPECT_THAT(audit_.failures(), IsEmpty());
  audit_.take(inputs_, dynamics_, StateOrigin::reached);
  EXPECT_THAT(audit_.failures(), SizeIs(1));
}

} // namespace
} // namespace dalembert
