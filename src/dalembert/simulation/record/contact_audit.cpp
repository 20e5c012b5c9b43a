#include <dalembert/lowering/views.h>
#include <dalembert/simulation/record/contact_audit.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double rounding_of_contacts = 1e-8; ///< of the forces at work, and of the size of the coordinates in a gap
constexpr double most_of_dense_output = 1e-3; ///< likewise, whatever the tolerance

} // namespace

ContactAudit::ContactAudit(const Engine& engine, double tolerance)
    : engine_(engine),
      tolerance_(tolerance),
      pulls_(engine.study->contacts.size()),
      depths_(pulls_.size()),
      gaps_(engine.gaps),
      impacts_(engine.impacts),
      gap_values_(gaps_.outputs()),
      impact_values_(impacts_.outputs()) {}

void ContactAudit::take(std::span<const double> inputs, const Dynamics& dynamics, StateOrigin origin) {
  const std::vector<Contact>& contacts = engine_.study->contacts;
  if (contacts.empty()) return;
  allowed_ = rounding_of_contacts;
  if (origin == StateOrigin::inside)
    allowed_ = std::clamp(tolerance_.verified(), rounding_of_contacts, most_of_dense_output);
  gaps_.evaluate(inputs.first(engine_.programs->layout.state_size()), gap_values_);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const bool is_closed = contacts[c].constraint && dynamics.is_active(*contacts[c].constraint);
    if (is_closed)
      take_push(c, inputs, dynamics);
    else
      take_gap(c, inputs);
  }
}

void ContactAudit::take_push(std::size_t contact, std::span<const double> inputs, const Dynamics& dynamics) {
  const InputView<const double> at(engine_.programs->layout, inputs);
  const double push = at.multipliers()[engine_.study->contacts[contact].constraint.value()];
  force_ = std::max(force_, std::abs(push));
  if (!(push < 0.0)) return;
  for (const std::span<const double> part : {dynamics.view().forcing, at.multipliers()})
    for (const double value : part)
      force_ = std::max(force_, std::abs(value));
  pulls_[contact].take(push, allowed_, at.time());
}

void ContactAudit::take_gap(std::size_t contact, std::span<const double> inputs) {
  const double gap = gap_values_[2 * contact];
  if (!(gap < 0.0)) return;
  depths_[contact].take(gap, allowed_ * size_of_gap(contact, inputs), inputs[0]);
}

void ContactAudit::Breach::take(double here, double allowed, double t) {
  if (-here <= size * allowed) return;
  *this = {-here / allowed, here, t};
}

std::vector<Certificate::Failure> ContactAudit::failures() const {
  std::vector<Certificate::Failure> out;
  for (std::size_t c = 0; c < pulls_.size(); ++c) {
    const Contact& contact = engine_.study->contacts[c];
    const Breach& pull = pulls_[c];
    const Breach& depth = depths_[c];
    if (pull.size > force_)
      out.push_back({"contact " + contact.name,
                     fmt::format("the closed contact {} pulls at t = {:.6g} s: its multiplier is {:.4g}, and a contact "
                                 "can only push",
                                 contact.name, pull.time, pull.value)});
    else if (depth.size > 1.0)
      out.push_back(
          {"contact " + contact.name, fmt::format("the open contact {} penetrates at t = {:.6g} s: {} fails by {:.4g}",
                                                  contact.name, depth.time, contact.text, -depth.value)});
  }
  return out;
}

/// Σ |∂g/∂qᵢ| times the size of each coordinate.
double ContactAudit::size_of_gap(std::size_t contact, std::span<const double> inputs) {
  impacts_.evaluate(inputs.first(engine_.programs->layout.state_size()), impact_values_);
  const InputView<const double> at(engine_.programs->layout, inputs);
  const ContactView row(engine_.study->contacts[contact].impact, engine_.coordinates(), impact_values_);
  double size = 0.0;
  for (std::size_t i = 0; i < row.direction.size(); ++i)
    size += std::abs(row.direction[i]) * std::max(engine_.scale(i), std::abs(at.positions()[i]));
  return size;
}

} // namespace simulation
} // namespace dalembert
