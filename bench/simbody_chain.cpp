#include "simbody_chain.h"

#include <Simbody.h>
#include <cstddef>

namespace dalembert::bench {

using SimTK::Vec3;

struct SimbodyChain::Parts {
  explicit Parts(double weight) : matter(system), forces(system), gravity(forces, matter, -SimTK::YAxis, weight) {}

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::GeneralForceSubsystem forces;
  SimTK::Force::Gravity gravity;
  std::vector<SimTK::MobilizedBody::Pin> links;
  SimTK::State state;
};

SimbodyChain::SimbodyChain(const std::vector<double>& angles, const std::vector<double>& rates, double gravity)
    : parts_(std::make_unique<Parts>(gravity)) {
  const double each = 1 / static_cast<double>(angles.size()); // m, kg
  const Vec3 end(0, -each, 0);
  const SimTK::Body::Rigid link(SimTK::MassProperties(each, end, SimTK::UnitInertia::pointMassAt(end)));
  for (std::size_t i = 0; i < angles.size(); ++i) {
    // A body is a handle here: a copy stands for the same one.
    SimTK::MobilizedBody before = parts_->matter.updGround();
    if (i > 0) before = parts_->links.back();
    parts_->links.emplace_back(before, SimTK::Transform(i == 0 ? Vec3(0) : end), link, SimTK::Transform());
  }
  parts_->state = parts_->system.realizeTopology();
  for (std::size_t i = 0; i < angles.size(); ++i) {
    parts_->links[i].setAngle(parts_->state, i == 0 ? angles[0] : angles[i] - angles[i - 1]);
    parts_->links[i].setRate(parts_->state, i == 0 ? rates[0] : rates[i] - rates[i - 1]);
  }
}

SimbodyChain::~SimbodyChain() = default;

std::vector<double> SimbodyChain::accelerations() const {
  parts_->system.realize(parts_->state, SimTK::Stage::Acceleration);
  const SimTK::Vector& found = parts_->state.getUDot();
  std::vector<double> out;
  for (int i = 0; i < found.size(); ++i)
    out.push_back(found[i]);
  return out;
}

void SimbodyChain::advance() {
  parts_->system.realize(parts_->state, SimTK::Stage::Acceleration);
  const double change = 1e-15 * parts_->state.getUDot()[0];
  parts_->links[0].setAngle(parts_->state, parts_->links[0].getAngle(parts_->state) + change);
}

} // namespace dalembert::bench
