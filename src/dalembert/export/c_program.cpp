#include <dalembert/export/c_names.h>
#include <dalembert/export/c_program.h>
#include <dalembert/expr/tabulated.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr const char* table_reader = R"(struct table {
  int points;
  const double *x, *y, *slope;
};

/* The derivative of `order` 0 to 3 of a cubic between two neighbouring points; NAN outside of the range. */
static double table_value(const struct table *of, int order, double x) {
  const int last = of->points - 1;
  const double margin = 1e-12 * (of->x[last] - of->x[0]);
  int low = 0, high = last;
  if (!(x >= of->x[0] - margin && x <= of->x[last] + margin)) return NAN;
  if (x < of->x[0]) x = of->x[0];
  if (x > of->x[last]) x = of->x[last];
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (x < of->x[middle])
      high = middle;
    else
      low = middle;
  }
  {
    const double h = of->x[low + 1] - of->x[low], d = (of->y[low + 1] - of->y[low]) / h;
    const double d0 = of->slope[low], d1 = of->slope[low + 1];
    const double b = (3.0 * d - 2.0 * d0 - d1) / h, c = (d0 + d1 - 2.0 * d) / (h * h), s = x - of->x[low];
    switch (order) {
    case 0: return of->y[low] + s * (d0 + s * (b + s * c));
    case 1: return d0 + s * (2.0 * b + 3.0 * s * c);
    case 2: return 2.0 * b + 6.0 * s * c;
    case 3: return 6.0 * c;
    default: return 0.0;
    }
  }
}

)";

constexpr std::size_t most_whole = 3000; ///< statements of a program that stays one function
constexpr std::size_t piece = 500;       ///< statements of each function of a longer one

/// Writes the instructions of one tape.
class Statements {
public:
  Statements(const CFunction& function, const Tape& tape, const CInput& input, CTables& tables)
      : function_(function), tape_(tape), input_(input), tables_(tables), is_needed_(tape.values()) {
    mark_needed();
    is_long_ = static_cast<std::size_t>(std::ranges::count(is_needed_, true)) > most_whole;
  }

  [[nodiscard]] std::string all() {
    std::size_t next = tape_.first_result();
    for (const Instruction& i : tape_.instructions()) {
      write(i, next);
      next += i.results();
      if (is_long_ && statements_ >= piece) end_piece();
    }
    if (is_long_ && statements_ > 0) end_piece();
    std::string out = pieces_ + head(function_.name, "y");
    if (is_long_) out += fmt::format("  STORAGE double w[{}];\n", tape_.values() - tape_.first_result());
    for (std::size_t k = 0; k < count_; ++k)
      out += fmt::format("  {}_{}({}, w);\n", function_.name, k, fmt::join(function_.parameters, ", "));
    out += body_;
    const std::span<const std::uint32_t> values = tape_.output_values();
    for (std::size_t k = 0; k < function_.outputs.size(); ++k)
      fmt::format_to(std::back_inserter(out), "  y[{}] = {};\n", k, value(values[function_.outputs[k]]));
    return out + tail("y");
  }

private:
  void mark_needed() {
    for (const std::size_t k : function_.outputs)
      is_needed_[tape_.output_values()[k]] = true;
    std::size_t next = tape_.values();
    const std::span<const Instruction> instructions = tape_.instructions();
    for (std::size_t k = instructions.size(); k-- > 0;) {
      const Instruction& i = instructions[k];
      next -= i.results();
      const bool is_needed = is_needed_[next] || (i.results() > 1 && is_needed_[next + 1]);
      if (!is_needed) continue;
      const int operands = operand_count(i.operation);
      is_needed_[i.a] = true;
      if (operands > 1) is_needed_[i.b] = true;
      if (operands > 2) is_needed_[i.c] = true;
    }
  }

  [[nodiscard]] std::string value(std::size_t number) const {
    const std::size_t constants = tape_.constants().size();
    if (number < constants) return c_number(tape_.constants()[number]);
    if (number < tape_.first_result()) return input_(number - constants);
    const std::size_t place = number - tape_.first_result();
    return is_long_ ? fmt::format("w[{}]", place) : fmt::format("v{}", place);
  }

  [[nodiscard]] std::string head(const std::string& name, std::string_view result) const {
    std::string out = fmt::format("static void {}(", name);
    for (const std::string& parameter : function_.parameters)
      out += parameter == "t" ? "double t, " : fmt::format("const double *{}, ", parameter);
    return out + fmt::format("double *{}) {{\n", result);
  }
  /// No parameter counts as unused.
  [[nodiscard]] std::string tail(std::string_view result) const {
    return fmt::format("  (void){}, (void){};\n}}\n\n", fmt::join(function_.parameters, ", (void)"), result);
  }

  void end_piece() {
    pieces_ += head(fmt::format("{}_{}", function_.name, count_++), "w") + body_ + tail("w");
    body_.clear();
    statements_ = 0;
  }

  void write(const Instruction& i, std::size_t number) {
    if (i.operation == Operation::sincos) {
      if (is_needed_[number]) define(number, fmt::format("sin({})", value(i.a)));
      if (is_needed_[number + 1]) define(number + 1, fmt::format("cos({})", value(i.a)));
      return;
    }
    if (is_needed_[number]) define(number, computed(i));
  }

  void define(std::size_t number, const std::string& by) {
    fmt::format_to(std::back_inserter(body_), "  {}{} = {};\n", is_long_ ? "" : "const double ", value(number), by);
    ++statements_;
  }

  [[nodiscard]] std::string computed(const Instruction& i) const {
    const std::string a = value(i.a);
    const auto b = [&] { return value(i.b); };
    const auto c = [&] { return value(i.c); };
    switch (i.operation) {
    case Operation::add:
      return fmt::format("{} + {}", a, b());
    case Operation::sub:
      return fmt::format("{} - {}", a, b());
    case Operation::mul:
      return fmt::format("{} * {}", a, b());
    case Operation::div:
      return fmt::format("{} / {}", a, b());
    case Operation::neg:
      return fmt::format("-{}", a);
    case Operation::fma:
      return fmt::format("MULADD({}, {}, {})", a, b(), c());
    case Operation::fms:
      return fmt::format("MULADD({}, {}, -{})", a, b(), c());
    case Operation::fnma:
      return fmt::format("MULADD(-{}, {}, {})", a, b(), c());
    case Operation::fnms:
      return fmt::format("MULADD(-{}, {}, -{})", a, b(), c());
    case Operation::sqrt:
      return fmt::format("sqrt({})", a);
    case Operation::sincos:
    case Operation::sin:
      return fmt::format("sin({})", a);
    case Operation::cos:
      return fmt::format("cos({})", a);
    case Operation::exp:
      return fmt::format("exp({})", a);
    case Operation::unary:
      return fmt::format("{}({})", function_name(i.function()), a);
    case Operation::binary:
      return fmt::format("{}({}, {})", function_name(i.function()), a, b());
    case Operation::table:
      return fmt::format("table_value(&table_{}, {}, {})", tables_.number_of(tape_.tables()[i.b]), i.c, a);
    case Operation::less:
      return fmt::format("{} < {} ? 1.0 : 0.0", a, b());
    case Operation::less_equal:
      return fmt::format("{} <= {} ? 1.0 : 0.0", a, b());
    case Operation::equal:
      return fmt::format("{} == {} ? 1.0 : 0.0", a, b());
    case Operation::not_equal:
      return fmt::format("{} != {} ? 1.0 : 0.0", a, b());
    case Operation::select:
      return fmt::format("{} != 0.0 ? {} : {}", a, b(), c());
    }
    return "NAN";
  }

  static std::string_view function_name(Function f) {
    switch (f) {
    case Function::abs:
      return "fabs";
    case Function::min:
      return "fmin";
    case Function::max:
      return "fmax";
    case Function::sign:
      return "sign_of";
    case Function::heaviside:
      return "step_of";
    default:
      return name(f); // as <math.h> has it
    }
  }

  const CFunction& function_;
  const Tape& tape_;
  const CInput& input_;
  CTables& tables_;
  std::vector<bool> is_needed_;
  bool is_long_ = false;
  std::string pieces_; ///< functions that are done
  std::string body_;   ///< of the one that is not
  std::size_t count_ = 0;
  std::size_t statements_ = 0; ///< in `body_`
};

} // namespace

std::size_t CTables::number_of(const std::shared_ptr<const TabulatedFunction>& table) {
  const auto found = std::ranges::find(tables_, table);
  const auto number = static_cast<std::size_t>(found - tables_.begin());
  if (found == tables_.end()) tables_.push_back(table);
  return number;
}

std::string CTables::source() const {
  if (tables_.empty()) return {};
  std::string out = table_reader;
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const TabulatedFunction& table = *tables_[t];
    const auto array = [&](const char* what, const auto& entry) {
      std::vector<std::string> numbers;
      for (std::size_t i = 0; i < table.size(); ++i)
        numbers.push_back(c_number(entry(table.point(i))));
      out += fmt::format("static const double table_{}_{}[] = {{{}}};\n", t, what, c_list(numbers));
    };
    array("x", [](double x) { return x; });
    array("y", [&table](double x) { return table.value(0, x); });
    array("slope", [&table](double x) { return table.value(1, x); });
    out += fmt::format("static const struct table table_{0} = {{{1}, table_{0}_x, table_{0}_y, table_{0}_slope}};\n\n",
                       t, table.size());
  }
  return out;
}

std::vector<std::size_t> outputs_from(std::size_t begin, std::size_t count) {
  std::vector<std::size_t> out(count);
  std::iota(out.begin(), out.end(), begin);
  return out;
}

std::string c_function(const CFunction& function, const Tape& tape, const CInput& input, CTables& tables) {
  return Statements(function, tape, input, tables).all();
}

} // namespace exporting
} // namespace dalembert
