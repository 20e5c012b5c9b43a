#pragma once

#include <dalembert/program/value_graph.h>

#include <optional>
#include <utility>

namespace dalembert {
inline namespace program {

/// Operations on values in which 0 and ±1 cost nothing; 0 is an absent value.
class SparseArithmetic {
public:
  using Entry = std::optional<Value>;

  explicit SparseArithmetic(ValueGraph& values) : values_(values) {}

  [[nodiscard]] Entry entry(Value v) const { return is_number(v, 0) ? Entry{} : Entry{v}; }
  [[nodiscard]] Value value(Entry e) { return e ? *e : values_.constant(0); }

  [[nodiscard]] Entry product(Entry a, Entry b) {
    if (!a || !b) return {};
    if (is_number(*a, 1)) return b;
    if (is_number(*b, 1)) return a;
    if (is_number(*a, -1)) return values_.make(Operation::neg, *b);
    if (is_number(*b, -1)) return values_.make(Operation::neg, *a);
    return values_.make(Operation::mul, *a, *b);
  }
  [[nodiscard]] Entry sum(Entry a, Entry b) {
    if (!a || !b) return a ? a : b;
    return values_.make(Operation::add, *a, *b);
  }
  [[nodiscard]] Entry difference(Entry a, Entry b) {
    if (!b) return a;
    if (!a) return values_.make(Operation::neg, *b);
    return values_.make(Operation::sub, *a, *b);
  }
  /// total + a·b
  [[nodiscard]] Entry sum(Entry total, Entry a, Entry b) {
    if (!a || !b) return total;
    if (!total) return product(a, b);
    for (const auto& [unit, other] : {std::pair{*a, *b}, std::pair{*b, *a}}) {
      if (is_number(unit, 1)) return sum(total, Entry{other});
      if (is_number(unit, -1)) return difference(total, Entry{other});
    }
    return values_.make(Operation::fma, *a, *b, *total);
  }
  /// total − a·b
  [[nodiscard]] Entry difference(Entry total, Entry a, Entry b) {
    if (!a || !b) return total;
    for (const auto& [unit, other] : {std::pair{*a, *b}, std::pair{*b, *a}}) {
      if (is_number(unit, 1)) return difference(total, Entry{other});
      if (is_number(unit, -1)) return sum(total, Entry{other});
    }
    if (!total) return values_.make(Operation::neg, *product(a, b));
    return values_.make(Operation::fnma, *a, *b, *total);
  }
  [[nodiscard]] Value inverse(Value a) { return values_.make(Operation::div, values_.constant(1), a); }
  [[nodiscard]] Value size(Value a) { return values_.make(Function::abs, a); }
  [[nodiscard]] Value lesser(Value a, Value b) { return chosen(values_.make(Operation::less, a, b), a, b); }
  [[nodiscard]] Value greater(Value a, Value b) { return chosen(values_.make(Operation::less, b, a), a, b); }
  /// a where it is negative, else b.
  [[nodiscard]] Value if_negative(Value a, Value b) {
    return chosen(values_.make(Operation::less, a, values_.constant(0)), a, b);
  }
  /// `yes` where a < b, else `no`.
  [[nodiscard]] Value if_less(Value a, Value b, Value yes, Value no) {
    return chosen(values_.make(Operation::less, a, b), yes, no);
  }
  [[nodiscard]] bool is_positive_number(Value v) const {
    return values_[v].kind == ValueGraph::Kind::constant && values_.number(v) > 0;
  }
  [[nodiscard]] bool is_one(Entry e) const { return e && is_number(*e, 1); }
  [[nodiscard]] Value constant(double number) { return values_.constant(number); }

private:
  [[nodiscard]] Value chosen(Value condition, Value yes, Value no) {
    return values_.make(Operation::select, condition, yes, no);
  }
  [[nodiscard]] bool is_number(Value v, double number) const {
    return values_[v].kind == ValueGraph::Kind::constant && values_.number(v) == number;
  }

  ValueGraph& values_;
};

} // namespace program
} // namespace dalembert
