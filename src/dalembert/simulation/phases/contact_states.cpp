#include <dalembert/simulation/phases/contact_states.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double no_gap = 1e-9;       ///< of the size of the coordinates in a gap
constexpr double no_approach = 1e-10; ///< of the size of the rates in that of a gap
constexpr double no_push = 1e-10;     ///< of the forces at work

/// The equations that act from the start.
std::vector<std::size_t> first_equations(const Engine& engine) {
  std::vector<std::size_t> out(engine.at_start().constraints());
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

} // namespace

ContactStates::ContactStates(const Engine& engine, Motion& motion)
    : engine_(engine),
      motion_(motion),
      gaps_(engine.gaps),
      impacts_(engine.impacts),
      equations_(first_equations(engine)),
      gap_values_(gaps_.outputs()),
      impact_values_(impacts_.outputs()) {}

template <class Size>
double ContactStates::size_of(std::size_t contact, Size size) const {
  const ContactView row(this->contact(contact).impact, engine_.coordinates(), impact_values_);
  double sum = 0.0;
  for (std::size_t i = 0; i < row.direction.size(); ++i)
    sum += std::abs(row.direction[i]) * size(i);
  return sum;
}

void ContactStates::evaluate_rows(double t, std::span<const double> y) {
  motion_.unpack(t, y);
  impacts_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), impact_values_);
}

double ContactStates::gap(std::size_t contact, double t, std::span<const double> y) {
  motion_.unpack(t, y);
  gaps_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), gap_values_);
  return gap_values_[2 * contact];
}

double ContactStates::negligible_gap(std::size_t contact, double t, std::span<const double> y) {
  evaluate_rows(t, y);
  return no_gap * size_of(contact, [this](std::size_t i) { return engine_.scale(i); });
}

double ContactStates::push(std::size_t contact, double t, std::span<const double> y) {
  motion_.unpack(t, y);
  motion_.solve();
  const InputView<double> at(engine_.programs->layout, motion_.inputs());
  return at.multipliers()[this->contact(contact).constraint.value()];
}

double ContactStates::negligible_push() const {
  double force = 0.0;
  for (const double h : motion_.dynamics().view().forcing)
    force = std::max(force, std::abs(h));
  for (const double lambda : InputView<double>(engine_.programs->layout, motion_.inputs()).multipliers())
    force = std::max(force, std::abs(lambda));
  return no_push * force;
}

std::vector<Touch> ContactStates::touches(double t, std::span<const double> y, const std::vector<bool>& closed) {
  evaluate_rows(t, y);
  const std::size_t n = engine_.coordinates();
  std::vector<Touch> out(size());
  for (std::size_t c = 0; c < size(); ++c) {
    const double allowed = no_gap * size_of(c, [this](std::size_t i) { return engine_.scale(i); });
    const double slow =
        no_approach * size_of(c, [&](std::size_t i) { return std::max(engine_.scale(i), std::abs(y[n + i])); });
    out[c].gap = gap(c, t, y);
    out[c].rate = gap_values_[2 * c + 1];
    out[c].is_touching = closed[c] || out[c].gap <= allowed;
    out[c].is_approaching = out[c].is_touching && !closed[c] && out[c].rate < -slow;
    out[c].is_leaving = out[c].rate > slow;
  }
  return out;
}

std::vector<std::size_t> ContactStates::rows_with(const std::vector<std::size_t>& contacts) const {
  std::vector<std::size_t> out = equations_;
  for (const std::size_t c : contacts)
    out.push_back(contact(c).constraint.value());
  std::ranges::sort(out);
  return out;
}

std::string ContactStates::names(const std::vector<std::size_t>& contacts) const {
  std::string out;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    out += (i == 0 ? "" : i + 1 == contacts.size() ? " and " : ", ") + contact(contacts[i]).name;
  return out;
}

std::string ContactStates::frictions_at(const std::vector<std::size_t>& contacts) const {
  std::string out;
  for (const Impact& impact : engine_.system().impacts) {
    if (!impact.friction || !impact.friction->force) continue;
    const std::size_t of = impact.friction->of;
    if (std::ranges::none_of(contacts, [&](std::size_t c) { return contact(c).impact == of; })) continue;
    const Friction& force = engine_.system().frictions[*impact.friction->force];
    out += fmt::format("{}{} of {}", out.empty() ? "" : ", ", force.name,
                       engine_.system().reactions[static_cast<std::size_t>(force.of)].name);
  }
  return out;
}

State ContactStates::state_in(double t, std::span<const double> y) const {
  const auto n = static_cast<std::ptrdiff_t>(engine_.coordinates());
  return {t, {y.begin(), y.begin() + n}, {y.begin() + n, y.begin() + 2 * n}};
}

} // namespace simulation
} // namespace dalembert
