#include <dalembert/program/operation.h>
#include <dalembert/program/turns.h>

#include <array>
#include <cmath>

namespace dalembert {
inline namespace program {

namespace {

struct Entry {
  std::string_view name;
  int operands;
};

constexpr std::array<Entry, operation_count> entries = {
    {{"add", 2},        {"sub", 2},   {"mul", 2},       {"div", 2},    {"neg", 1},    {"fma", 3},
     {"fms", 3},        {"fnma", 3},  {"fnms", 3},      {"sqrt", 1},   {"sincos", 1}, {"sin", 1},
     {"cos", 1},        {"exp", 1},   {"unary", 1},     {"binary", 2}, {"table", 1},  {"less", 2},
     {"less_equal", 2}, {"equal", 2}, {"not_equal", 2}, {"select", 3}}};

} // namespace

std::string_view name(Operation operation) {
  return entries[static_cast<std::size_t>(operation)].name;
}

int operand_count(Operation operation) {
  return entries[static_cast<std::size_t>(operation)].operands;
}

double apply(Operation operation, Function function, double a, double b, double c) {
  switch (operation) {
  case Operation::add:
    return a + b;
  case Operation::sub:
    return a - b;
  case Operation::mul:
    return a * b;
  case Operation::div:
    return a / b;
  case Operation::neg:
    return -a;
  case Operation::fma:
    return std::fma(a, b, c);
  case Operation::fms:
    return std::fma(a, b, -c);
  case Operation::fnma:
    return std::fma(-a, b, c);
  case Operation::fnms:
    return std::fma(-a, b, -c);
  case Operation::sqrt:
    return std::sqrt(a);
  case Operation::sincos:
  case Operation::sin:
    return sine_and_cosine(a).sine;
  case Operation::cos:
    return sine_and_cosine(a).cosine;
  case Operation::exp:
    return std::exp(a);
  case Operation::unary:
  case Operation::binary:
    return evaluate(function, a, b);
  case Operation::table: // its values belong to the tape
    break;
  case Operation::less:
    return a < b ? 1 : 0;
  case Operation::less_equal:
    return a <= b ? 1 : 0;
  case Operation::equal:
    return a == b ? 1 : 0;
  case Operation::not_equal:
    return a != b ? 1 : 0;
  case Operation::select:
    return a != 0 ? b : c;
  }
  return std::nan("");
}

} // namespace program
} // namespace dalembert
