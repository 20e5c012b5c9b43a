#include <dalembert/program/fold_signs.h>
#include <dalembert/program/schedule.h>
#include <dalembert/program/value_graph.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace program {

namespace {

/// ±v, of which the negation has not been made.
struct SignedValue {
  Value v = 0;
  bool is_negative = false;
};

class SignFolding {
public:
  explicit SignFolding(const Tape& tape) : tape_(tape) {
    values_.reserve(tape.operations());
    made_.reserve(tape.values());
    for (const double constant : tape.constants())
      made_.push_back({values_.constant(constant)});
    for (std::size_t i = 0; i < tape.inputs(); ++i) {
      inputs_.push_back(tape.input_origin(i));
      made_.push_back({values_.input(i, tape.input_origin(i))});
    }
  }

  Tape finish() {
    const auto first = static_cast<Value>(values_.size());
    for (std::size_t k = 0; k < tape_.operations(); ++k) {
      const Instruction& i = tape_.instructions()[k];
      values_.set_origin(tape_.origin(k));
      made_.push_back(folded(i));
      if (i.operation == Operation::sincos) made_.push_back({made_.back().v + 1});
    }
    std::vector<Value> outputs;
    for (const std::uint32_t output : tape_.output_values())
      outputs.push_back(plain(output));
    return schedule(values_, inputs_, outputs, first);
  }

private:
  [[nodiscard]] Value plain(std::uint32_t number) {
    const SignedValue& of = made_[number];
    return of.is_negative ? values_.make(Operation::neg, of.v) : of.v;
  }

  SignedValue folded(const Instruction& i) {
    switch (i.operation) {
    case Operation::neg:
      return {made_[i.a].v, !made_[i.a].is_negative};
    case Operation::mul:
    case Operation::div:
      return {values_.make(i.operation, made_[i.a].v, made_[i.b].v), made_[i.a].is_negative != made_[i.b].is_negative};
    case Operation::add:
      return {sum(i.a, i.b, made_[i.b].is_negative)};
    case Operation::sub:
      return {sum(i.a, i.b, !made_[i.b].is_negative)};
    case Operation::fma:
    case Operation::fms:
    case Operation::fnma:
    case Operation::fnms:
      return {multiply_add(i)};
    case Operation::sincos:
      return {values_.sincos(plain(i.a)).sine};
    case Operation::unary:
      return {values_.make(i.function(), i.function() == Function::abs ? made_[i.a].v : plain(i.a))};
    case Operation::binary:
      return {values_.make(i.function(), plain(i.a), plain(i.b))};
    case Operation::table:
      return {values_.look_up(tape_.tables()[i.b], i.c, plain(i.a))};
    default: {
      const int count = operand_count(i.operation);
      return {values_.make(i.operation, plain(i.a), count > 1 ? plain(i.b) : 0, count > 2 ? plain(i.c) : 0)};
    }
    }
  }

  /// a ± b, of b its value without its sign.
  Value sum(std::uint32_t a, std::uint32_t b, bool is_subtracted) {
    const Value second = made_[b].v;
    if (!is_subtracted && made_[a].is_negative) return values_.make(Operation::sub, second, made_[a].v);
    // −x − y is not the negation of x + y where that is 0.
    return values_.make(is_subtracted ? Operation::sub : Operation::add, plain(a), second);
  }

  Value multiply_add(const Instruction& i) {
    const bool subtracts_product = i.operation == Operation::fnma || i.operation == Operation::fnms;
    const bool subtracts_summand = i.operation == Operation::fms || i.operation == Operation::fnms;
    const bool is_product_negative = subtracts_product != (made_[i.a].is_negative != made_[i.b].is_negative);
    const bool is_summand_negative = subtracts_summand != made_[i.c].is_negative;
    const Operation operation = is_product_negative ? (is_summand_negative ? Operation::fnms : Operation::fnma)
                                                    : (is_summand_negative ? Operation::fms : Operation::fma);
    return values_.make(operation, made_[i.a].v, made_[i.b].v, made_[i.c].v);
  }

  const Tape& tape_;
  ValueGraph values_;
  std::vector<Expr> inputs_;
  std::vector<SignedValue> made_; ///< for each value of the tape
};

} // namespace

Tape fold_signs(const Tape& tape) {
  Tape out = SignFolding(tape).finish();
  return out.operations() < tape.operations() ? out : tape;
}

} // namespace program
} // namespace dalembert
