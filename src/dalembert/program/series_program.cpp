#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/program/series_program.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace dalembert {
inline namespace program {

namespace {

bool is_comparison(Operation operation) {
  return operation >= Operation::less && operation <= Operation::not_equal;
}

/// Writes the operations of one tape.
class SeriesWriter {
public:
  SeriesWriter(const Tape& tape, std::span<const SeriesInput> inputs)
      : table_(tape, inputs), next_row_(static_cast<std::uint32_t>(tape.values())) {
    levels_.reserve(tape.values());
    for (std::uint32_t v = 0; v < tape.values(); ++v)
      levels_.push_back(table_.of(v));
    depths_.assign(tape.values(), 0);
    // Beyond the values of the tape: constants that the expansions need.
    zero_ = added_constant(0);
    one_ = added_constant(1);
    std::uint32_t result = tape.first_result();
    for (const Instruction& i : tape.instructions()) {
      write(i, result);
      result += i.results();
    }
  }

  using Constant = SeriesProgram::Constant;
  [[nodiscard]] const std::vector<Constant>& constants() const { return constants_; }
  [[nodiscard]] std::size_t rows() const { return next_row_; }
  [[nodiscard]] const std::vector<SeriesLevel>& levels() const { return levels_; }

  [[nodiscard]] std::vector<SeriesOperation> sorted() const {
    std::vector<std::size_t> order(operations_.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    const auto key = [this](std::size_t i) {
      const SeriesOperation& o = operations_[i];
      return std::tuple(-static_cast<int>(o.level), depths_[o.result], o.kind);
    };
    std::ranges::stable_sort(order, {}, key);
    std::vector<SeriesOperation> out;
    out.reserve(order.size());
    for (const std::size_t i : order)
      out.push_back(operations_[i]);
    return out;
  }

private:
  using Row = std::uint32_t;

  Row new_row(SeriesLevel level) {
    levels_.push_back(level);
    depths_.push_back(0);
    return next_row_++;
  }
  Row added_constant(double value) {
    const Row row = new_row(SeriesLevel::constant);
    constants_.push_back({row, value});
    return row;
  }
  [[nodiscard]] bool is_constant(Row row) const { return levels_[row] == SeriesLevel::constant; }
  [[nodiscard]] SeriesLevel common_level(Row a, Row b) const { return std::min(levels_[a], levels_[b]); }

  /// Appends an operation of which `reads` are known before it.
  void put(SeriesOperation operation, std::initializer_list<Row> reads) {
    int depth = 0;
    for (const Row row : reads)
      depth = std::max(depth, depths_[row] + 1);
    depths_[operation.result] = depth;
    levels_[operation.result] = operation.level;
    operations_.push_back(operation);
  }

  /// result = s·a + u·c
  void sum(Row result, Row a, double s, Row c, double u) {
    put({.kind = SeriesKind::linear, .level = common_level(a, c), .result = result, .a = a, .c = c, .s = s, .u = u},
        {a, c});
  }
  /// result = s·a·b + u·c
  void product(Row result, Row a, Row b, double s, Row c, double u) {
    SeriesOperation out{.kind = SeriesKind::product,
                        .level = std::min(common_level(a, b), levels_[c]),
                        .result = result,
                        .a = a,
                        .b = b,
                        .c = c,
                        .s = s,
                        .u = u};
    if (is_constant(a)) std::swap(out.a, out.b);
    if (is_constant(out.b))
      out.kind = SeriesKind::scale;
    else if (a == b)
      out.kind = SeriesKind::square;
    if (out.kind != SeriesKind::scale) out.sums = new_row(out.level);
    put(out, {a, b, c});
  }
  Row square_of(Row a, double s, Row c) { // s·a² + c
    const Row result = new_row(levels_[a]);
    product(result, a, a, s, c, 1);
    return result;
  }
  void quotient(Row result, Row a, Row b) {
    SeriesOperation out{
        .kind = SeriesKind::fixed_quotient, .level = common_level(a, b), .result = result, .a = a, .b = b};
    if (!is_constant(b)) {
      out.kind = SeriesKind::quotient;
      out.sums = new_row(out.level);
    }
    put(out, {a, b});
  }
  Row quotient_of(Row a, Row b) {
    const Row result = new_row(common_level(a, b));
    quotient(result, a, b);
    return result;
  }
  void root(Row result, Row a) {
    put({.kind = SeriesKind::root, .level = levels_[a], .result = result, .a = a, .sums = new_row(levels_[a])}, {a});
  }
  Row inverse_root(Row a) {
    const Row length = new_row(levels_[a]);
    root(length, a);
    return quotient_of(one_, length);
  }
  /// result′ = s·c·g·u′, with a value of order 0 from `origin`, g being known later by one order.
  void chain(Row result, Row u, Row g, double s, const Instruction& origin) { chain(result, u, g, s, one_, &origin); }
  void chain(Row result, Row u, Row g, double s, Row factor, const Instruction* origin) {
    SeriesOperation out{.kind = SeriesKind::chain,
                        .level = levels_[result],
                        .has_value = origin != nullptr,
                        .result = result,
                        .a = u,
                        .b = g,
                        .c = factor,
                        .s = s};
    if (origin != nullptr) out.origin = *origin;
    out.sums = new_row(out.level);
    out.slope = new_row(out.level);
    // Order 0 may need a second operand; g is not read by it.
    if (origin != nullptr && operand_count(origin->operation) > 1)
      put(out, {u, factor, origin->b});
    else
      put(out, {u, factor});
  }
  static Instruction call(Function f, Row a, Row b = 0) {
    return {arity(f) == 1 ? Operation::unary : Operation::binary, a, b, static_cast<std::uint32_t>(f)};
  }

  void write(const Instruction& i, Row result) {
    levels_[result] = table_.of(i);
    switch (i.operation) {
    case Operation::add:
      return sum(result, i.a, 1, i.b, 1);
    case Operation::sub:
      return sum(result, i.a, 1, i.b, -1);
    case Operation::neg:
      return sum(result, i.a, -1, zero_, 0);
    case Operation::mul:
      return product(result, i.a, i.b, 1, zero_, 0);
    case Operation::fma:
      return product(result, i.a, i.b, 1, i.c, 1);
    case Operation::fms:
      return product(result, i.a, i.b, 1, i.c, -1);
    case Operation::fnma:
      return product(result, i.a, i.b, -1, i.c, 1);
    case Operation::fnms:
      return product(result, i.a, i.b, -1, i.c, -1);
    case Operation::div:
      return quotient(result, i.a, i.b);
    case Operation::sqrt:
      return root(result, i.a);
    case Operation::sincos:
      return circle(result, result + 1, i.a);
    case Operation::sin:
      return circle(result, new_row(levels_[result]), i.a);
    case Operation::cos:
      return circle(new_row(levels_[result]), result, i.a);
    case Operation::exp:
      return chain(result, i.a, result, 1, call(Function::exp, i.a));
    case Operation::select:
      return choice(SeriesKind::selected, i, result, {i.a, i.b, i.c});
    case Operation::unary:
      return write_unary(i, result);
    case Operation::binary:
      return write_binary(i, result);
    default: // a table or a comparison of what does not change: the value of order 0 alone
      return choice(SeriesKind::steps, i, result, is_comparison(i.operation) ? Reads{i.a, i.b} : Reads{i.a});
    }
  }

  using Reads = std::initializer_list<Row>;
  /// Operands that an operation does not have are rows too: its first one, not the number of a function.
  void choice(SeriesKind kind, const Instruction& i, Row result, Reads reads) {
    const auto row = [&reads](std::size_t k) { return k < reads.size() ? *(reads.begin() + k) : *reads.begin(); };
    put({.kind = kind, .level = levels_[result], .result = result, .a = row(0), .b = row(1), .c = row(2), .origin = i},
        reads);
  }

  /// sine′ = cosine·a′, cosine′ = −sine·a′
  void circle(Row sine, Row cosine, Row a) {
    levels_[cosine] = levels_[sine] = levels_[a];
    chain(sine, a, cosine, 1, call(Function::sin, a));
    chain(cosine, a, sine, -1, call(Function::cos, a));
  }
  void hyperbola(Row sine, Row cosine, Row a) {
    chain(sine, a, cosine, 1, call(Function::sinh, a));
    chain(cosine, a, sine, 1, call(Function::cosh, a));
  }

  void write_unary(const Instruction& i, Row result) {
    const Row u = i.a;
    const SeriesLevel level = levels_[u];
    // The chain comes first where g is made of the result.
    const auto behind = [&](double s, Row c) {
      const Row g = new_row(level);
      chain(result, u, g, 1, i);
      product(g, result, result, s, c, 1);
    };
    switch (i.function()) {
    case Function::sin:
      return circle(result, new_row(level), u);
    case Function::cos:
      return circle(new_row(level), result, u);
    case Function::tan:
      return behind(1, one_);
    case Function::tanh:
      return behind(-1, one_);
    case Function::asin:
      return chain(result, u, inverse_root(square_of(u, -1, one_)), 1, i);
    case Function::acos:
      return chain(result, u, inverse_root(square_of(u, -1, one_)), -1, i);
    case Function::atan:
      return chain(result, u, quotient_of(one_, square_of(u, 1, one_)), 1, i);
    case Function::sinh:
      return hyperbola(result, new_row(level), u);
    case Function::cosh:
      return hyperbola(new_row(level), result, u);
    case Function::asinh:
      return chain(result, u, inverse_root(square_of(u, 1, one_)), 1, i);
    case Function::acosh:
      return chain(result, u, inverse_root(square_of(u, 1, added_constant(-1))), 1, i);
    case Function::atanh:
      return chain(result, u, quotient_of(one_, square_of(u, -1, one_)), 1, i);
    case Function::exp:
      return chain(result, u, result, 1, i);
    case Function::log:
      return chain(result, u, quotient_of(one_, u), 1, i);
    case Function::erf: { // 2/√π · exp(−u²)
      const Row bell = new_row(level);
      const Row below = square_of(u, -1, zero_);
      chain(bell, below, bell, 1, call(Function::exp, below));
      return chain(result, u, bell, 1, added_constant(2 * std::numbers::inv_sqrtpi), &i);
    }
    case Function::abs:
      return choice(SeriesKind::absolute, i, result, {u});
    default:
      ENSURE(has_steps(i.function()));
      return choice(SeriesKind::steps, i, result, {u});
    }
  }

  void write_binary(const Instruction& i, Row result) {
    switch (i.function()) {
    case Function::atan2:
      return direction(i, result);
    case Function::pow:
      return power(i, result);
    case Function::min:
      return choice(SeriesKind::smaller, i, result, {i.a, i.b});
    case Function::max:
      return choice(SeriesKind::larger, i, result, {i.a, i.b});
    default:
      ENSURE(i.function() == Function::fmod);
      return choice(SeriesKind::remainder, i, result, {i.a, i.b});
    }
  }

  /// θ′ = (x·y′ − y·x′)/(x² + y²)
  void direction(const Instruction& i, Row result) {
    const Row y = i.a;
    const Row x = i.b;
    const SeriesLevel level = common_level(x, y);
    const Row length = new_row(level);
    product(length, y, y, 1, square_of(x, 1, zero_), 1);
    const Row turning = new_row(level);
    const Row falling = new_row(level);
    chain(turning, y, quotient_of(x, length), 1, i);
    chain(falling, x, quotient_of(y, length), -1, one_, nullptr);
    sum(result, turning, 1, falling, 1);
  }

  void power(const Instruction& i, Row result) {
    const Row u = i.a;
    const Row exponent = i.b;
    if (is_constant(exponent)) return choice(SeriesKind::power, i, result, {u, exponent});
    const Row log = new_row(levels_[u]); // r = exp(exponent·log u)
    write_unary(call(Function::log, u), log);
    const Row way = new_row(levels_[result]);
    product(way, exponent, log, 1, zero_, 0);
    chain(result, way, result, 1, call(Function::exp, way));
  }

  SeriesLevels table_;
  Row next_row_;
  std::vector<SeriesLevel> levels_; ///< of each row
  std::vector<int> depths_;         ///< how many operations stand before, of each row
  std::vector<SeriesOperation> operations_;
  std::vector<Constant> constants_;
  Row zero_ = 0;
  Row one_ = 0;
};

} // namespace

SeriesProgram::SeriesProgram(const Tape& tape, std::span<const SeriesInput> inputs, std::span<const SeriesRead> reads)
    : outputs_(tape.output_values().begin(), tape.output_values().end()),
      inputs_(tape.inputs()),
      first_input_(tape.input_value(0)),
      tables_(tape.tables()) {
  const SeriesWriter writer(tape, inputs);
  operations_ = writer.sorted();
  levels_ = writer.levels();
  rows_ = writer.rows();
  for (const double value : tape.constants())
    constants_.push_back({static_cast<std::uint32_t>(constants_.size()), value});
  constants_.insert(constants_.end(), writer.constants().begin(), writer.constants().end());
  if (!reads.empty()) divide(reads);
}

/// Finds the parts: later stages read all orders of factors, and what operations of other levels have for operands.
void SeriesProgram::divide(std::span<const SeriesRead> reads) {
  ENSURE(reads.size() == outputs());
  std::vector<bool> is_tentative(rows_, false);
  std::vector<bool> is_final(rows_, false);
  for (std::size_t k = 0; k < outputs(); ++k) {
    const std::uint32_t row = output_row(k);
    const bool is_at_hand = reads[k] == SeriesRead::as_itself ||
                            (reads[k] == SeriesRead::as_force && level(row) == SeriesLevel::force) ||
                            (reads[k] == SeriesRead::as_rate && level(row) == SeriesLevel::rate);
    (is_at_hand ? is_tentative : is_final)[row] = true; // what is known ahead is read at an order that is final
  }
  for (const SeriesOperation& o : operations_) {
    for (const std::uint32_t row : {o.a, o.b, o.c})
      if (level(row) != o.level) is_final[row] = true;
    if (!has_sums(o.kind) && o.kind != SeriesKind::power) continue;
    is_final[o.a] = is_final[o.b] = true;
    if (o.kind != SeriesKind::product && o.kind != SeriesKind::square) is_final[o.result] = true;
  }
  for (std::size_t i = operations_.size(); i-- > 0;) {
    SeriesOperation& o = operations_[i];
    for (const std::uint32_t row : {o.a, o.b, o.c}) {
      const bool is_read_at_order = level(row) == o.level && !(o.kind == SeriesKind::chain && row == o.b && row != o.a);
      if (is_tentative[o.result] && is_read_at_order) is_tentative[row] = true;
      if (is_final[o.result]) is_final[row] = true;
    }
    // What depends on the time alone is computed once.
    if (o.level < SeriesLevel::time && is_tentative[o.result] != is_final[o.result])
      o.part = is_final[o.result] ? SeriesPart::final : SeriesPart::tentative;
  }
}

double SeriesProgram::value(const SeriesOperation& o, const double* values, std::size_t stride) const {
  const auto at = [values, stride](std::uint32_t row) { return values[row * stride]; };
  switch (o.kind) {
  case SeriesKind::linear:
    return o.s * at(o.a) + o.u * at(o.c);
  case SeriesKind::scale:
  case SeriesKind::product:
    return std::fma(o.s * at(o.a), at(o.b), o.u * at(o.c));
  case SeriesKind::square:
    return std::fma(o.s * at(o.a), at(o.a), o.u * at(o.c));
  case SeriesKind::quotient:
  case SeriesKind::fixed_quotient:
    return at(o.a) / at(o.b);
  case SeriesKind::root:
    return std::sqrt(at(o.a));
  default:
    break;
  }
  if (!o.has_value) return 0.0;
  const Instruction& origin = o.origin;
  if (origin.operation == Operation::table) return tables_[origin.b]->value(origin.c, at(origin.a));
  const int operands = operand_count(origin.operation);
  return apply(origin.operation, origin.function(), at(origin.a), operands > 1 ? at(origin.b) : 0,
               operands > 2 ? at(origin.c) : 0);
}

} // namespace program
} // namespace dalembert
