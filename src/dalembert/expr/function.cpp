#include <dalembert/expr/function.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert {
inline namespace expr {

namespace {

/// One row per function: the name the language uses, a second name it also reads, and its value.
struct Row {
  std::string_view name;
  std::string_view other_name;
  double (*value)(double a, double b);
};

double sign_of(double a) {
  return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a;
}
double step_of(double a) {
  return a > 0.0 ? 1.0 : a < 0.0 ? 0.0 : a == 0.0 ? 0.5 : a;
}

constexpr std::array<Row, function_count> rows{{
    {"sin", {}, [](double a, double) { return std::sin(a); }},
    {"cos", {}, [](double a, double) { return std::cos(a); }},
    {"tan", {}, [](double a, double) { return std::tan(a); }},
    {"asin", {}, [](double a, double) { return std::asin(a); }},
    {"acos", {}, [](double a, double) { return std::acos(a); }},
    {"atan", {}, [](double a, double) { return std::atan(a); }},
    {"sinh", {}, [](double a, double) { return std::sinh(a); }},
    {"cosh", {}, [](double a, double) { return std::cosh(a); }},
    {"tanh", {}, [](double a, double) { return std::tanh(a); }},
    {"asinh", {}, [](double a, double) { return std::asinh(a); }},
    {"acosh", {}, [](double a, double) { return std::acosh(a); }},
    {"atanh", {}, [](double a, double) { return std::atanh(a); }},
    {"exp", {}, [](double a, double) { return std::exp(a); }},
    {"log", "ln", [](double a, double) { return std::log(a); }},
    {"abs", "fabs", [](double a, double) { return std::fabs(a); }},
    {"sign", "sgn", [](double a, double) { return sign_of(a); }},
    {"heaviside", {}, [](double a, double) { return step_of(a); }},
    {"floor", {}, [](double a, double) { return std::floor(a); }},
    {"ceil", {}, [](double a, double) { return std::ceil(a); }},
    {"round", {}, [](double a, double) { return std::round(a); }},
    {"trunc", {}, [](double a, double) { return std::trunc(a); }},
    {"erf", {}, [](double a, double) { return std::erf(a); }},
    {"atan2", {}, [](double a, double b) { return std::atan2(a, b); }},
    {"min", "fmin", [](double a, double b) { return std::fmin(a, b); }},
    {"max", "fmax", [](double a, double b) { return std::fmax(a, b); }},
    {"pow", {}, [](double a, double b) { return std::pow(a, b); }},
    {"fmod", {}, [](double a, double b) { return std::fmod(a, b); }},
}};

} // namespace

std::string_view name(Function f) {
  return rows[static_cast<std::size_t>(f)].name;
}

std::optional<Function> function_named(std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [name](const Row& row) {
    return row.name == name || (!row.other_name.empty() && row.other_name == name);
  });
  if (found == rows.end()) return std::nullopt;
  return static_cast<Function>(found - rows.begin());
}

double evaluate(Function f, double a, double b) {
  return rows[static_cast<std::size_t>(f)].value(a, b);
}

} // namespace expr
} // namespace dalembert
