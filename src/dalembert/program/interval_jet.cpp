#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/program/interval_jet.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert {
inline namespace program {

namespace {

/// Which side of a switch holds all over a cell: decided by the enclosure, or by the middle where nothing switches.
struct Side {
  bool is_smooth = false;
  /// The sign of u, 2 where it is not known.
  [[nodiscard]] int sign(const RealInterval& u, const RealInterval& middle) const {
    if (u.lo > 0) return 1;
    if (u.hi < 0) return -1;
    if (!is_smooth || middle.contains(0)) return u == no_change ? 0 : 2;
    return middle.lo > 0 ? 1 : -1;
  }
};

/// A function of steps, constant between them.
IntervalJet stepped(Function f, const IntervalJet& u, const RealInterval& middle, const Side& side) {
  const RealInterval values = over(f, u.value);
  if (values.lo == values.hi) return {values, no_change, no_change};
  const RealInterval inside = over(f, middle);
  if (side.is_smooth && inside.lo == inside.hi) return {inside, no_change, no_change};
  return {values, all_reals, all_reals};
}

IntervalJet size(const IntervalJet& u, const RealInterval& middle, const Side& side) {
  const int sign = side.sign(u.value, middle);
  const RealInterval f = over(Function::abs, u.value);
  if (sign == 2) return {f, joined(u.first, -u.first), all_reals};
  IntervalJet out = sign >= 0 ? u : negative(u);
  out.value = common(f, out.value);
  return out;
}

/// The larger (`sign` 1) or the smaller (−1) of two.
IntervalJet extreme(const JetValue& a, const JetValue& b, int sign, const Side& side) {
  const RealInterval difference = a.over.value - b.over.value;
  const int larger = side.sign(difference, a.middle - b.middle);
  if (larger == 2)
    return {over(sign > 0 ? Function::max : Function::min, a.over.value, b.over.value),
            joined(a.over.first, b.over.first), all_reals};
  return larger * sign >= 0 ? a.over : b.over;
}

IntervalJet remainder(const JetValue& a, const JetValue& b, const Side& side) {
  const RealInterval f = over(Function::fmod, a.over.value, b.over.value);
  if (!is_constant(b.over)) return {f, all_reals, all_reals};
  const RealInterval turns = over(Function::trunc, a.over.value / b.over.value);
  if (turns.lo == turns.hi && std::isfinite(turns.lo)) return {f, a.over.first, a.over.second};
  const RealInterval inside = over(Function::trunc, a.middle / b.middle);
  if (!side.is_smooth || inside.lo != inside.hi) return {f, all_reals, all_reals};
  return {common(f, a.over.value - inside * b.over.value), a.over.first, a.over.second};
}

IntervalJet chosen(const JetValue& condition, const JetValue& yes, const JetValue& no, const Side& side) {
  const RealInterval& c = condition.over.value;
  if (!c.contains(0)) return yes.over;
  if (c == no_change) return no.over;
  if (side.is_smooth && !condition.middle.contains(0)) return yes.over;
  if (side.is_smooth && condition.middle == no_change) return no.over;
  return {joined(yes.over.value, no.over.value), all_reals, all_reals};
}

RealInterval table_range(const TabulatedFunction& table, std::uint32_t order, const RealInterval& u) {
  if (order > 3) return no_change;
  const TabulatedFunction::Range range = table.over(order, u.lo, u.hi);
  return {range.low, range.high};
}

/// The table's derivative of `order`; those of order 2 and more jump at points.
IntervalJet looked_up(const TabulatedFunction& table, std::uint32_t order, const IntervalJet& u) {
  const RealInterval f = table_range(table, order, u.value);
  const bool is_one_piece = table.piece(u.value.lo) == table.piece(u.value.hi);
  if (order >= 2 && !is_one_piece) return {f, all_reals, all_reals};
  IntervalJet out = chained(f, {table_range(table, order + 1, u.value), table_range(table, order + 2, u.value)}, u);
  if (order == 1 && !is_one_piece) out.second = all_reals;
  return out;
}

class JetTape {
public:
  JetTape(const Tape& tape, const JetCell& cell, std::vector<JetValue>& values)
      : tape_(tape),
        values_(values),
        side_{cell.is_smooth},
        half_(point(cell.end) - point((cell.begin + cell.end) / 2)) {}

  void run() {
    std::size_t next = tape_.first_result();
    for (const Instruction& i : tape_.instructions()) {
      compute(i, next);
      next += i.results();
    }
  }

private:
  using Operands = std::array<const JetValue*, 3>;
  struct ValueAndRate {
    RealInterval value;
    RealInterval first;
  };

  /// Writes value `result`, and the one behind it of a sincos.
  void compute(const Instruction& i, std::size_t result) {
    static constexpr JetValue absent{};
    const int count = operand_count(i.operation);
    const Operands in{&values_[i.a], count > 1 ? &values_[i.b] : &absent, count > 2 ? &values_[i.c] : &absent};
    if (i.operation == Operation::sincos) {
      Instruction cosine = i;
      cosine.operation = Operation::cos;
      values_[result + 1] = narrowed(cosine, in);
    }
    values_[result] = narrowed(i, in);
  }

  /// The value from its operands, as narrow as its derivatives make it.
  [[nodiscard]] JetValue narrowed(const Instruction& i, const Operands& in) const {
    JetValue out;
    const auto at_all = [&](auto part) { return std::array{part(*in[0]), part(*in[1]), part(*in[2])}; };
    out.over = jet(i, *in[0], *in[1], *in[2]);
    const ValueAndRate middle = rate_at_place(i, at_all([](const JetValue& s) {
                                                return ValueAndRate{s.middle, s.middle_rate};
                                              }));
    out.middle = middle.value;
    out.middle_rate = middle.first;
    out.begin = value_at_place(i, at_all([](const JetValue& s) { return s.begin; }));
    out.end = value_at_place(i, at_all([](const JetValue& s) { return s.end; }));
    IntervalJet& f = out.over;
    const bool is_bounded = std::isfinite(f.value.lo) && std::isfinite(f.value.hi);
    if (!is_bounded || leaves_domain(i, in[0]->over.value)) f.first = f.second = all_reals; // there may be a gap inside
    touch(i, *in[0], f);
    if (!is_bounded) return out;
    f.first = common(f.first, out.middle_rate + times_at_most(f.second, half_.hi));
    f.value = common(f.value, out.middle + times_at_most(f.first, half_.hi));
    const RealInterval bow = f.second * RealInterval{0, half_.hi * half_.hi / 2};
    f.value = common(f.value, out.middle + times_at_most(out.middle_rate, half_.hi) + bow);
    const double fall = std::min(0.0, f.first.lo) * 2 * half_.hi; // where it rises all over, its ends bound it
    const double rise = std::max(0.0, f.first.hi) * 2 * half_.hi;
    if (std::isfinite(fall)) f.value = common(f.value, {out.begin.lo + fall, out.end.hi - fall});
    if (std::isfinite(rise)) f.value = common(f.value, {out.end.lo - rise, out.begin.hi + rise});
    return out;
  }

  // At one place only values and first derivatives are known, and asked for. What follows gives those of `jet`.

  [[nodiscard]] IntervalJet jet_at_place(const Instruction& i, const std::array<ValueAndRate, 3>& in) const {
    const auto still = [](const ValueAndRate& x) {
      return JetValue{{x.value, x.first, no_change}, x.value, x.first, x.value, x.value};
    };
    return jet(i, still(in[0]), still(in[1]), still(in[2]));
  }

  [[nodiscard]] RealInterval value_at_place(const Instruction& i, const std::array<RealInterval, 3>& in) const {
    const RealInterval& a = in[0];
    const RealInterval& b = in[1];
    const RealInterval& c = in[2];
    switch (i.operation) {
    case Operation::add:
      return a + b;
    case Operation::sub:
      return a - b;
    case Operation::div:
      return a / b;
    case Operation::neg:
      return -a;
    case Operation::mul:
      return times(i, a, b);
    case Operation::fma:
      return times(i, a, b) + c;
    case Operation::fms:
      return times(i, a, b) - c;
    case Operation::fnma:
      return c - times(i, a, b);
    case Operation::fnms:
      return -(times(i, a, b) + c);
    case Operation::sqrt:
      return root(a);
    case Operation::sincos:
    case Operation::sin:
      return program::over(Function::sin, a);
    case Operation::cos:
      return program::over(Function::cos, a);
    default:
      return jet_at_place(i, {{{a, no_change}, {b, no_change}, {c, no_change}}}).value;
    }
  }
  [[nodiscard]] static RealInterval times(const Instruction& i, const RealInterval& a, const RealInterval& b) {
    return i.a == i.b ? squared(a) : a * b;
  }

  [[nodiscard]] ValueAndRate rate_at_place(const Instruction& i, const std::array<ValueAndRate, 3>& in) const {
    const ValueAndRate& a = in[0];
    const ValueAndRate& b = in[1];
    const ValueAndRate& c = in[2];
    const auto product_rate = [&] {
      return i.a == i.b ? point(2) * a.value * a.first : a.first * b.value + a.value * b.first;
    };
    const auto value_of = [&] { return value_at_place(i, {a.value, b.value, c.value}); };
    switch (i.operation) {
    case Operation::add:
      return {value_of(), a.first + b.first};
    case Operation::sub:
      return {value_of(), a.first - b.first};
    case Operation::div: {
      const RealInterval value = value_of();
      return {value, (a.first - value * b.first) / b.value};
    }
    case Operation::neg:
      return {value_of(), -a.first};
    case Operation::mul:
      return {value_of(), product_rate()};
    case Operation::fma:
      return {value_of(), product_rate() + c.first};
    case Operation::fms:
      return {value_of(), product_rate() - c.first};
    case Operation::fnma:
      return {value_of(), c.first - product_rate()};
    case Operation::fnms:
      return {value_of(), -(product_rate() + c.first)};
    case Operation::sqrt: {
      const RealInterval value = value_of();
      return {value, exactly_one / (point(2) * value) * a.first};
    }
    default: {
      const IntervalJet all = jet_at_place(i, in);
      return {all.value, all.first};
    }
    }
  }

  [[nodiscard]] IntervalJet jet(const Instruction& i, const JetValue& of_a, const JetValue& of_b,
                                const JetValue& of_c) const {
    const IntervalJet& a = of_a.over;
    const IntervalJet& b = of_b.over;
    const IntervalJet& c = of_c.over;
    switch (i.operation) {
    case Operation::add:
      return sum(a, b);
    case Operation::sub:
      return sum(a, negative(b));
    case Operation::mul:
      return i.a == i.b ? squared(a) : product(a, b);
    case Operation::div:
      return quotient(a, b);
    case Operation::neg:
      return negative(a);
    case Operation::fma:
    case Operation::fms:
    case Operation::fnma:
    case Operation::fnms: {
      const IntervalJet p = i.a == i.b ? squared(a) : product(a, b);
      if (i.operation == Operation::fma) return sum(p, c);
      if (i.operation == Operation::fms) return sum(p, negative(c));
      if (i.operation == Operation::fnma) return sum(c, negative(p));
      return negative(sum(p, c));
    }
    case Operation::sqrt:
      return square_root(a);
    case Operation::sincos:
    case Operation::sin:
      return of_one(Function::sin, of_a);
    case Operation::cos:
      return of_one(Function::cos, of_a);
    case Operation::exp:
      return of_one(Function::exp, of_a);
    case Operation::unary:
      return of_one(i.function(), of_a);
    case Operation::binary:
      return of_two(i.function(), of_a, of_b);
    case Operation::table:
      return looked_up(*tape_.tables()[i.b], i.c, a);
    case Operation::select:
      return chosen(of_a, of_b, of_c, side_);
    default:
      return compared(i.operation, of_a, of_b);
    }
  }

  [[nodiscard]] IntervalJet compared(Operation operation, const JetValue& a, const JetValue& b) const {
    RealInterval f = apply(operation, {}, a.over.value, b.over.value, {});
    if (f.lo != f.hi && side_.is_smooth) f = apply(operation, {}, a.middle, b.middle, {});
    if (f.lo == f.hi) return {f, no_change, no_change};
    return {f, all_reals, all_reals};
  }

  [[nodiscard]] IntervalJet of_one(Function f, const JetValue& u) const {
    switch (f) {
    case Function::abs:
      return size(u.over, u.middle, side_);
    case Function::sign:
    case Function::heaviside:
    case Function::floor:
    case Function::ceil:
    case Function::round:
    case Function::trunc:
      return stepped(f, u.over, u.middle, side_);
    default: {
      const RealInterval values = over(f, u.over.value);
      return chained(values, slopes_of(f, u.over.value, values), u.over);
    }
    }
  }

  [[nodiscard]] IntervalJet of_two(Function f, const JetValue& a, const JetValue& b) const {
    switch (f) {
    case Function::min:
    case Function::max:
      return extreme(a, b, f == Function::max ? 1 : -1, side_);
    case Function::pow:
      return power(a.over, b.over);
    case Function::fmod:
      return remainder(a, b, side_);
    case Function::atan2:
      return direction(a.over, b.over, side_.is_smooth);
    default:
      return {over(f, a.over.value, b.over.value), all_reals, all_reals};
    }
  }

  /// True where the argument lies outside of what the function is defined on in a part of the cell.
  [[nodiscard]] static bool leaves_domain(const Instruction& i, const RealInterval& u) {
    if (i.operation == Operation::sqrt) return u.lo < 0;
    if (i.operation == Operation::binary && i.function() == Function::pow) return u.lo < 0;
    if (i.operation != Operation::unary) return false;
    const Function f = i.function();
    return ((f == Function::asin || f == Function::acos || f == Function::atanh) && (u.lo < -1 || u.hi > 1)) ||
           (f == Function::acosh && u.lo < 1) || (f == Function::log && u.lo < 0);
  }

  /// Where u touches the end of the domain of √u, asin u or acos u at an end of the cell: with g the distance from
  /// there, g′²/g = 2g″ at some place between (mean value theorem of Cauchy), so that the slope is bounded.
  void touch(const Instruction& i, const JetValue& u, IntervalJet& f) const {
    constexpr double touching = 1e-9;
    if (std::isfinite(f.first.lo) && std::isfinite(f.first.hi)) return;
    const bool is_root = i.operation == Operation::sqrt;
    const bool is_arc =
        i.operation == Operation::unary && (i.function() == Function::asin || i.function() == Function::acos);
    if (!is_root && !is_arc) return;
    const bool is_upper = is_arc && u.middle.lo > 0; // u touches 1
    const auto distance = [&](const RealInterval& x) {
      if (is_root) return x.hi;
      return is_upper ? 1 - x.lo : 1 + x.hi;
    };
    const double least = std::min(distance(u.begin), distance(u.end));
    const double most = std::max(distance(u.begin), distance(u.end));
    const RealInterval bend = is_upper ? -u.over.second : u.over.second;
    constexpr double flat = 1.001; // of what the bend alone explains: g′ vanishes where g does
    const bool touches = std::abs(least) <= touching * most && most <= flat * bend.hi * 2 * half_.hi * half_.hi;
    if (!touches || bend.lo < 0 || !std::isfinite(bend.hi)) return;
    const RealInterval square =
        is_root ? bend * point(0.5)
                : point(2) * bend / (exactly_one + over(Function::abs, common({-1, 1}, u.over.value)));
    const RealInterval speed = root(square);
    const bool rises_in_u = !(is_arc && i.function() == Function::acos);
    if (u.over.first.lo >= 0) f.first = common(f.first, rises_in_u ? speed : -speed);
    if (u.over.first.hi <= 0) f.first = common(f.first, rises_in_u ? -speed : speed);
  }

  const Tape& tape_;
  std::vector<JetValue>& values_;
  Side side_;
  RealInterval half_;
};

} // namespace

void evaluate_jets(const Tape& tape, std::span<const double> in, const JetCell& cell, std::vector<JetValue>& values,
                   std::span<IntervalJet> out) {
  ENSURE(in.size() == tape.inputs() && out.size() == tape.outputs());
  values.resize(tape.values());
  const auto still = [](double x) {
    return JetValue{{point(x), no_change, no_change}, point(x), no_change, point(x), point(x)};
  };
  const std::span<const double> constants = tape.constants();
  for (std::size_t i = 0; i < constants.size(); ++i)
    values[i] = still(constants[i]);
  for (std::size_t i = 0; i < in.size(); ++i)
    values[tape.input_value(i)] = still(in[i]);
  values[tape.input_value(cell.variable)] = {{{cell.begin, cell.end}, exactly_one, no_change},
                                             point((cell.begin + cell.end) / 2),
                                             exactly_one,
                                             point(cell.begin),
                                             point(cell.end)};
  JetTape(tape, cell, values).run();
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = values[tape.output_values()[k]].over;
}

} // namespace program
} // namespace dalembert
