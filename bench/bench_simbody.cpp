// The four-bar linkage of models/gallery/fourbar.mech in Simbody: three bodies on pins, the loop closed at the joint of
// coupler and rocker, by a ball (three rows, of which the plane needs two) and by two planes that a point stays in.
// Prints one JSON object: {"ball_ns", "planes_ns" (one realisation of the accelerations, with multipliers, after a
// change of the state), "accelerations" (of the three absolute angles)}.

#include "stopwatch.h"

#include <Simbody.h>
#include <cmath>
#include <cstdio>

namespace {

using SimTK::Vec3;

constexpr double crank = 0.5; // m
constexpr double coupler = 1.2;
constexpr double rocker = 0.9;
constexpr double ground = 1.1;
constexpr double crank_mass = 0.5; // kg
constexpr double coupler_mass = 1.2;
constexpr double rocker_mass = 0.9;

enum class Closing { ball, planes };

SimTK::Body::Rigid bar(double mass, double length) {
  const Vec3 middle(length / 2, 0, 0);
  return SimTK::Body::Rigid(
      SimTK::MassProperties(mass, middle, SimTK::UnitInertia::cylinderAlongX(0, length / 2).shiftFromCentroid(middle)));
}

class Linkage {
public:
  explicit Linkage(Closing closing)
      : matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, -SimTK::YAxis, 9.81),
        crank_(matter_.Ground(), SimTK::Transform(), bar(crank_mass, crank), SimTK::Transform()),
        coupler_(crank_, SimTK::Transform(Vec3(crank, 0, 0)), bar(coupler_mass, coupler), SimTK::Transform()),
        rocker_(matter_.Ground(), SimTK::Transform(Vec3(ground, 0, 0)), bar(rocker_mass, rocker), SimTK::Transform()) {
    const Vec3 end_of_coupler(coupler, 0, 0);
    const Vec3 end_of_rocker(rocker, 0, 0);
    if (closing == Closing::ball) {
      SimTK::Constraint::Ball(coupler_, end_of_coupler, rocker_, end_of_rocker);
    } else {
      SimTK::Constraint::PointInPlane(rocker_, SimTK::UnitVec3(SimTK::XAxis), rocker, coupler_, end_of_coupler);
      SimTK::Constraint::PointInPlane(rocker_, SimTK::UnitVec3(SimTK::YAxis), 0, coupler_, end_of_coupler);
    }
    state_ = system_.realizeTopology();
    const double a = std::acos(0.0);
    constexpr double b = 0.33934750172348988;
    constexpr double b_rate = 0.094211968976796484;
    crank_.setAngle(state_, a);
    coupler_.setAngle(state_, b - a);
    rocker_.setAngle(state_, 1.5357152677628324);
    crank_.setRate(state_, rate_);
    coupler_.setRate(state_, b_rate - rate_);
    rocker_.setRate(state_, 3.3772252829379461);
  }

  /// Accelerations of the three absolute angles.
  Vec3 accelerations() {
    system_.realize(state_, SimTK::Stage::Acceleration);
    const SimTK::Vector& out = state_.getUDot();
    return {out[0], out[0] + out[1], out[2]};
  }
  /// The same, of another state.
  void advance() { crank_.setRate(state_, rate_ + 1e-12 * accelerations()[0]); }

private:
  double rate_ = 6; // rad/s
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::MobilizedBody::Pin crank_;
  SimTK::MobilizedBody::Pin coupler_;
  SimTK::MobilizedBody::Pin rocker_;
  SimTK::State state_;
};

} // namespace

int main() {
  Linkage by_ball(Closing::ball);
  Linkage by_planes(Closing::planes);
  const Vec3 found = by_ball.accelerations();
  const double ball = dalembert::bench::least_seconds([&] { by_ball.advance(); });
  const double planes = dalembert::bench::least_seconds([&] { by_planes.advance(); });
  std::printf("{\"ball_ns\": %.5g, \"planes_ns\": %.5g, \"accelerations\": [%.17g, %.17g, %.17g]}\n", ball * 1e9,
              planes * 1e9, found[0], found[1], found[2]);
  return 0;
}
