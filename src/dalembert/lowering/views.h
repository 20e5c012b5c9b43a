#pragma once

#include <dalembert/lowering/form_program.h>
#include <dalembert/lowering/programs.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

// The parts of inputs and outputs of the programs by name. A view refers to the numbers; matrices are row-major.
namespace dalembert {
inline namespace lowering {

/// Cuts numbers into parts, one after another.
template <typename T>
class SpanCutter {
public:
  explicit SpanCutter(std::span<T> all) : rest_(all) {}
  std::span<T> cut(std::size_t count) {
    const std::span<T> part = rest_.first(count);
    rest_ = rest_.subspan(count);
    return part;
  }
  T& cut_one() { return cut(1).front(); }
  [[nodiscard]] std::span<T> rest() const { return rest_; }

private:
  std::span<T> rest_;
};

/// An input vector of the programs.
template <typename T>
class InputView {
public:
  InputView(const InputLayout& layout, std::span<T> inputs) : layout_(layout), all_(inputs) {}

  [[nodiscard]] T& time() const { return all_[layout_.time()]; }
  [[nodiscard]] std::span<T> positions() const { return all_.subspan(layout_.position(), layout_.coordinates); }
  [[nodiscard]] std::span<T> rates() const { return all_.subspan(layout_.rate(), layout_.coordinates); }
  /// q and v, one behind the other.
  [[nodiscard]] std::span<T> motion() const { return all_.subspan(layout_.position(), 2 * layout_.coordinates); }
  [[nodiscard]] std::span<T> parameters() const { return all_.subspan(layout_.parameter(), layout_.parameters); }
  /// t, q, v, p: what programs of a state read.
  [[nodiscard]] std::span<T> state() const { return all_.first(layout_.state_size()); }
  [[nodiscard]] std::span<T> accelerations() const { return all_.subspan(layout_.acceleration(), layout_.coordinates); }
  [[nodiscard]] std::span<T> multipliers() const { return all_.subspan(layout_.multiplier(), layout_.multipliers); }
  [[nodiscard]] std::span<T> frictions() const { return all_.subspan(layout_.friction(), layout_.frictions); }
  [[nodiscard]] std::span<T> impulses() const { return all_.subspan(layout_.impulse(), layout_.impacts); }
  [[nodiscard]] std::span<T> jumps() const { return all_.subspan(layout_.jump(), layout_.jumps); }
  [[nodiscard]] std::span<T> histories() const { return all_.subspan(layout_.history(), layout_.histories); }

private:
  const InputLayout& layout_;
  std::span<T> all_;
};

/// Outputs of the dynamics: M·v̇ = h + Aᵀλ, A·v̇ = γ.
struct DynamicsView {
  DynamicsView(const InputLayout& layout, std::span<const double> outputs)
      : n_(layout.coordinates), m_(layout.multipliers) {
    SpanCutter<const double> parts(outputs);
    mass = parts.cut(n_ * n_);
    forcing = parts.cut(n_);
    rows = parts.cut(m_ * n_);
    row_forcing = parts.cut(m_);
    frictions_ = parts.rest();
  }

  std::span<const double> mass;        ///< M, n×n
  std::span<const double> forcing;     ///< h, n
  std::span<const double> rows;        ///< A, m×n
  std::span<const double> row_forcing; ///< γ, m

  struct Friction {
    double slip;                    ///< s
    double coefficient;             ///< μ
    std::span<const double> column; ///< ∂s/∂v, n
    std::span<const double> normal; ///< ∂N/∂λ, m
  };
  [[nodiscard]] Friction friction(std::size_t f) const {
    const std::size_t size = 2 + n_ + m_;
    SpanCutter<const double> parts(frictions_.subspan(f * size, size));
    const double slip = parts.cut_one();
    const double coefficient = parts.cut_one();
    const std::span<const double> column = parts.cut(n_);
    return {slip, coefficient, column, parts.cut(m_)};
  }

private:
  std::size_t n_;
  std::size_t m_;
  std::span<const double> frictions_;
};

/// Outputs of the slips of friction number `index`.
struct SlipView {
  SlipView(std::size_t index, std::size_t coordinates, std::span<const double> outputs) {
    const std::size_t size = 3 + coordinates;
    SpanCutter<const double> parts(outputs.subspan(index * size, size));
    slip = parts.cut_one();
    column = parts.cut(coordinates);
    convective = parts.cut_one();
    static_coefficient = parts.cut_one();
  }

  double slip = 0.0;              ///< s
  std::span<const double> column; ///< ∂s/∂v, n
  double convective = 0.0;        ///< ds/dt where nothing accelerates
  double static_coefficient = 0.0;
};

/// Outputs of the jumps of jump number `index`.
struct JumpView {
  JumpView(std::size_t index, std::size_t coordinates, std::span<const double> outputs) {
    const std::size_t size = 3 + coordinates;
    SpanCutter<const double> parts(outputs.subspan(index * size, size));
    argument = parts.cut_one();
    column = parts.cut(coordinates);
    convective = parts.cut_one();
    value = parts.cut_one();
  }

  double argument = 0.0;          ///< u
  std::span<const double> column; ///< ∂u/∂v, n
  double convective = 0.0;        ///< du/dt where nothing accelerates
  double value = 0.0;             ///< of the function that jumps, as it is written
};

/// Outputs of the dynamics of a form: W·u̇ = f + Bᵀλ, C·u̇ = g, v̇ = X·u̇ + convective.
struct FormView {
  FormView(const FormProgram& program, std::size_t coordinates, std::span<const double> outputs) {
    const std::size_t k = program.speeds;
    SpanCutter<const double> parts(outputs);
    directions = parts.cut(coordinates * k);
    convective = parts.cut(coordinates);
    mass = parts.cut(k * k);
    forcing = parts.cut(k);
    reaction_rows = parts.cut(program.rows * k);
    rows = parts.cut(program.rows * k);
    row_forcing = parts.cut(program.rows);
  }

  std::span<const double> directions;    ///< X, n×k
  std::span<const double> convective;    ///< v̇ at u̇ = 0, n
  std::span<const double> mass;          ///< W, k×k
  std::span<const double> forcing;       ///< f, k
  std::span<const double> reaction_rows; ///< B, m×k
  std::span<const double> rows;          ///< C, m×k
  std::span<const double> row_forcing;   ///< g, m
};

/// Outputs of the positions (`rows` holonomic ones) or of the rates (all of them).
struct RowsView {
  RowsView(std::size_t rows, std::size_t coordinates, std::span<const double> outputs) : columns(coordinates) {
    SpanCutter<const double> parts(outputs);
    residual = parts.cut(rows);
    gradient = parts.cut(rows * coordinates);
    mass = parts.rest();
  }

  std::size_t columns;
  std::span<const double> residual; ///< φ, or ψ
  std::span<const double> gradient; ///< ∂φ/∂q, or A; rows×n
  std::span<const double> mass;     ///< M, n×n; empty where no row constrains the positions

  [[nodiscard]] std::span<const double> row(std::size_t k) const { return gradient.subspan(k * columns, columns); }
};

/// Outputs of impact number `index`.
struct ContactView {
  ContactView(std::size_t index, std::size_t coordinates, std::span<const double> outputs) {
    const std::size_t size = 2 + coordinates;
    SpanCutter<const double> parts(outputs.subspan(index * size, size));
    speed = parts.cut_one();
    restitution = parts.cut_one();
    direction = parts.cut(coordinates);
  }

  double speed = 0.0;                ///< c
  double restitution = 0.0;          ///< e; of a friction its coefficient by the impulse that presses
  std::span<const double> direction; ///< ∂c/∂v, n
};

/// Outputs of one row of `initial`.
template <class Number>
struct InitialView {
  InitialView(const InitialProgram::Row& row, std::span<Number> outputs) {
    SpanCutter<Number> parts(outputs.subspan(row.place, 2 + row.holds.size()));
    value = parts.cut(1);
    residual = parts.cut(1);
    derivatives = parts.cut(row.holds.size());
  }

  std::span<Number> value;       ///< 1
  std::span<Number> residual;    ///< target − value, 1
  std::span<Number> derivatives; ///< of the residual by the unknowns it holds, in their order
};

/// Outputs of the ranges.
struct RangeView {
  explicit RangeView(std::span<const double> outputs) {
    SpanCutter<const double> parts(outputs);
    begin = parts.cut_one();
    end = parts.cut_one();
    limits_ = parts.rest();
  }

  double begin = 0.0; ///< s, of `simulate`
  double end = 0.0;   ///< s
  [[nodiscard]] double low(std::size_t coordinate) const { return limits_[2 * coordinate]; }
  [[nodiscard]] double high(std::size_t coordinate) const { return limits_[2 * coordinate + 1]; }
  /// s, from and until when number `index` of Study::imposed acts, where that is a time; `coordinates`: of the system.
  [[nodiscard]] double from(std::size_t coordinates, std::size_t index) const {
    return limits_[2 * (coordinates + index)];
  }
  [[nodiscard]] double until(std::size_t coordinates, std::size_t index) const {
    return limits_[2 * (coordinates + index) + 1];
  }

private:
  std::span<const double> limits_;
};

/// The observables of one check.
struct CheckView {
  CheckView(const Check& check, const ObservedPart& part, std::span<const double> row) {
    SpanCutter<const double> parts(part.of(row));
    sides = parts.cut(check.is_constant ? 1 : 2);
    size = parts.cut_one();
  }

  std::span<const double> sides; ///< left and right, or the value that is constant
  double size = 0.0;             ///< of the terms that cancel; 0 where the sides measure it

  /// left − right, or the value that is constant.
  [[nodiscard]] double difference() const { return sides.size() == 1 ? sides[0] : sides[0] - sides[1]; }
  /// The largest of the sides and of their terms.
  [[nodiscard]] double largest() const {
    double out = size;
    for (const double side : sides)
      out = std::max(out, std::abs(side));
    return out;
  }
};

/// Outputs of the account of one state.
struct AccountView {
  AccountView(const InputLayout& layout, std::size_t reaction_count, std::span<const double> outputs) {
    SpanCutter<const double> parts(outputs);
    kinetic = parts.cut_one();
    potential = parts.cut_one();
    energy_function = parts.cut_one();
    total = parts.cut_one();
    constraint_forces = parts.cut(layout.coordinates);
    reactions = parts.cut(reaction_count);
    residual = parts.cut(layout.coordinates);
    momenta = parts.cut(layout.coordinates);
    invariants = parts.rest();
  }

  double kinetic = 0.0;         ///< T
  double potential = 0.0;       ///< V
  double energy_function = 0.0; ///< h = v·∂L/∂v − L
  double total = 0.0;           ///< E = T + V, 0 where the model has none
  std::span<const double> constraint_forces;
  std::span<const double> reactions;
  std::span<const double> residual; ///< of the equations of motion
  std::span<const double> momenta;
  std::span<const double> invariants;
};

} // namespace lowering
} // namespace dalembert
