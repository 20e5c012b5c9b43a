#include "simbody_four_bar.h"

#include <Simbody.h>
#include <cmath>

namespace dalembert::bench {

namespace {

using SimTK::Vec3;

constexpr double crank_length = 0.5; // m
constexpr double coupler_length = 1.2;
constexpr double rocker_length = 0.9;
constexpr double ground = 1.1;
constexpr double crank_mass = 0.5; // kg
constexpr double coupler_mass = 1.2;
constexpr double rocker_mass = 0.9;

SimTK::Body::Rigid bar(double mass, double length) {
  const Vec3 middle(length / 2, 0, 0);
  return SimTK::Body::Rigid(
      SimTK::MassProperties(mass, middle, SimTK::UnitInertia::cylinderAlongX(0, length / 2).shiftFromCentroid(middle)));
}

} // namespace

struct SimbodyFourBar::Parts {
  Parts()
      : matter(system),
        forces(system),
        gravity(forces, matter, -SimTK::YAxis, 9.81),
        crank(matter.Ground(), SimTK::Transform(), bar(crank_mass, crank_length), SimTK::Transform()),
        coupler(crank, SimTK::Transform(Vec3(crank_length, 0, 0)), bar(coupler_mass, coupler_length),
                SimTK::Transform()),
        rocker(matter.Ground(), SimTK::Transform(Vec3(ground, 0, 0)), bar(rocker_mass, rocker_length),
               SimTK::Transform()) {}

  double rate = 6; // of the crank, rad/s
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::GeneralForceSubsystem forces;
  SimTK::Force::Gravity gravity;
  SimTK::MobilizedBody::Pin crank;
  SimTK::MobilizedBody::Pin coupler;
  SimTK::MobilizedBody::Pin rocker;
  SimTK::State state;
};

SimbodyFourBar::SimbodyFourBar(Closing closing) : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  const Vec3 end_of_coupler(coupler_length, 0, 0);
  const Vec3 end_of_rocker(rocker_length, 0, 0);
  if (closing == Closing::ball) {
    SimTK::Constraint::Ball(p.coupler, end_of_coupler, p.rocker, end_of_rocker);
  } else {
    SimTK::Constraint::PointInPlane(p.rocker, SimTK::UnitVec3(SimTK::XAxis), rocker_length, p.coupler, end_of_coupler);
    SimTK::Constraint::PointInPlane(p.rocker, SimTK::UnitVec3(SimTK::YAxis), 0, p.coupler, end_of_coupler);
  }
  p.state = p.system.realizeTopology();
  const double a = std::acos(0.0);
  constexpr double b = 0.33934750172348988;
  constexpr double b_rate = 0.094211968976796484;
  p.crank.setAngle(p.state, a);
  p.coupler.setAngle(p.state, b - a);
  p.rocker.setAngle(p.state, 1.5357152677628324);
  p.crank.setRate(p.state, p.rate);
  p.coupler.setRate(p.state, b_rate - p.rate);
  p.rocker.setRate(p.state, 3.3772252829379461);
}

SimbodyFourBar::~SimbodyFourBar() = default;

std::array<double, 3> SimbodyFourBar::accelerations() const {
  parts_->system.realize(parts_->state, SimTK::Stage::Acceleration);
  const SimTK::Vector& out = parts_->state.getUDot();
  return {out[0], out[0] + out[1], out[2]};
}

void SimbodyFourBar::advance() {
  parts_->crank.setRate(parts_->state, parts_->rate + 1e-12 * accelerations()[0]);
}

} // namespace dalembert::bench
