#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/motion.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Where one contact stands at a state.
struct Touch {
  double gap = 0.0;  ///< in its unit
  double rate = 0.0; ///< of the gap
  bool is_touching = false;
  bool is_approaching = false; ///< touching, and the gap closes
  bool is_leaving = false;     ///< the gap opens
  [[nodiscard]] bool rests() const { return is_touching && !is_approaching && !is_leaving; }
};

/// Gaps, their rates and the forces at closed contacts, state by state. What counts as no gap and no rate is a share of
/// what the coordinates and rates in them are, in the scales of Engine::scale.
class ContactStates {
public:
  ContactStates(const Engine& engine, Motion& motion);

  [[nodiscard]] const Engine& engine() const { return engine_; }
  [[nodiscard]] const InputLayout& layout() const { return engine_.programs->layout; }
  [[nodiscard]] std::size_t size() const { return engine_.study->contacts.size(); }
  [[nodiscard]] const Contact& contact(std::size_t index) const { return engine_.study->contacts[index]; }

  [[nodiscard]] double gap(std::size_t contact, double t, std::span<const double> y);
  /// What a gap may be and count as none, in its unit.
  [[nodiscard]] double negligible_gap(std::size_t contact, double t, std::span<const double> y);
  /// λ of a closed contact, by the constraints that are active.
  [[nodiscard]] double push(std::size_t contact, double t, std::span<const double> y);
  /// What the λ of the state last solved may be and count as none, of the forces at work in it.
  [[nodiscard]] double negligible_push() const;

  /// All contacts at one state; those that are `closed` touch whatever their gap.
  [[nodiscard]] std::vector<Touch> touches(double t, std::span<const double> y, const std::vector<bool>& closed);

  /// The equations that act, ascending: at first those that no `from` imposes later.
  [[nodiscard]] const std::vector<std::size_t>& equations() const { return equations_; }
  void set_equations(std::vector<std::size_t> rows) { equations_ = std::move(rows); }
  /// These and those of `contacts`, ascending.
  [[nodiscard]] std::vector<std::size_t> rows_with(const std::vector<std::size_t>& contacts) const;
  /// `left, right and floor`.
  [[nodiscard]] std::string names(const std::vector<std::size_t>& contacts) const;
  /// `F of N, G of M`: the frictions that act at `contacts`; empty where none does.
  [[nodiscard]] std::string frictions_at(const std::vector<std::size_t>& contacts) const;
  [[nodiscard]] State state_in(double t, std::span<const double> y) const;

private:
  /// Σ |∂gap/∂qᵢ|·sizeᵢ by the programs last evaluated.
  template <class Size>
  [[nodiscard]] double size_of(std::size_t contact, Size size) const;
  void evaluate_rows(double t, std::span<const double> y);

  const Engine& engine_;
  Motion& motion_;
  ProgramInstance gaps_;
  ProgramInstance impacts_;
  std::vector<std::size_t> equations_;
  std::vector<double> gap_values_;
  std::vector<double> impact_values_;
};

} // namespace simulation
} // namespace dalembert
