#include <dalembert/typesetting/formula_node.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace typesetting {

namespace {

constexpr std::array<std::string_view, 14> known_functions{"sin",  "cos",  "tan", "asin", "acos", "atan", "sinh",
                                                           "cosh", "tanh", "exp", "log",  "sign", "min",  "max"};

} // namespace

bool is_known_function(std::string_view name) {
  return std::find(known_functions.begin(), known_functions.end(), name) != known_functions.end();
}

bool holds_time_alone(const FormulaNode& argument) {
  return argument.kind == FormulaNode::Kind::fenced && argument.parts.front().kind == FormulaNode::Kind::symbol &&
         argument.parts.front().text == "t";
}

} // namespace typesetting
} // namespace dalembert
