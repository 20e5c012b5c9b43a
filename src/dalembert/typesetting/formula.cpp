#include <dalembert/base/characters.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert {
inline namespace typesetting {

namespace {

constexpr std::array<std::string_view, 12> plain_functions{"sin",  "cos",  "tan",  "asin", "acos", "atan",
                                                           "sinh", "cosh", "tanh", "exp",  "log",  "sign"};

bool is_plain_function(std::string_view name) {
  return std::find(plain_functions.begin(), plain_functions.end(), name) != plain_functions.end();
}

bool is_integer(const Formula& formula) {
  return formula.is(Formula::Kind::number) && formula.text.find_first_of(".eE") == std::string::npos;
}

/// True where a sum or difference stands in the summand of a Σ, which needs brackets then.
bool holds_signs(const Formula& formula, bool is_first = true) {
  const auto is_term_sign = [](const Formula& part) {
    return (part.is(Formula::Kind::sign) || part.is(Formula::Kind::prefix)) &&
           (operator_of(part) == "+" || operator_of(part) == "-");
  };
  const bool is_open = formula.is(Formula::Kind::row) || formula.is(Formula::Kind::product);
  if (formula.is(Formula::Kind::power)) return holds_signs(formula.parts[1], false);
  if (!is_open) return !is_first && is_term_sign(formula);
  for (std::size_t i = 0; i < formula.parts.size(); ++i)
    if (holds_signs(formula.parts[i], is_first && i == 0)) return true;
  return false;
}

std::string with_true_minus(std::string text) {
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at))
    text.replace(at, 1, "−");
  return text;
}

/// Writes a formula for a Unicode terminal.
class UnicodeFormula {
public:
  /// Appends a part. `continues` is true where a factor follows it, which would be read into the argument of a function
  /// without brackets.
  void add(const Formula& formula, bool continues) {
    switch (formula.kind) {
    case Formula::Kind::number:
      return number(formula);
    case Formula::Kind::name:
      out_ += name(formula);
      return;
    case Formula::Kind::sign:
    case Formula::Kind::prefix:
      return sign(formula);
    case Formula::Kind::row:
    case Formula::Kind::product:
      for (std::size_t i = 0; i < formula.parts.size(); ++i)
        row_part(formula.parts, i, continues);
      return;
    case Formula::Kind::power:
      return power(formula, continues);
    case Formula::Kind::fenced:
      return fenced(formula.parts.front());
    case Formula::Kind::call:
      return call(formula, nullptr, continues);
    case Formula::Kind::primed:
      add(formula.parts.front(), false);
      break;
    case Formula::Kind::range:
      out_ += fmt::format(" {} = {}, …, {}", name(formula.parts[0]), written(formula.parts[1]),
                          with_true_minus(written(formula.parts[2])));
      return;
    case Formula::Kind::big_sum:
      return sum(formula, continues);
    default:
      break;
    }
    out_ += formula.text;
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

private:
  void row_part(const std::vector<Formula>& parts, std::size_t at, bool continues) {
    std::size_t next = at + 1;
    while (next < parts.size() && parts[next].is(Formula::Kind::blank))
      ++next;
    const bool opens = next == at + 1 && next < parts.size() && parts[at].is(Formula::Kind::name) &&
                       parts[next].is(Formula::Kind::word) && parts[next].text == "(";
    if (opens)
      out_ += function(parts[at].text, nullptr);
    else
      add(parts[at], next < parts.size() ? is_factor(parts[next]) : continues);
  }

  /// True where what begins with `part` would be read into the argument of a function before it.
  static bool is_factor(const Formula& part) {
    switch (part.kind) {
    case Formula::Kind::sign: {
      const std::string_view text = operator_of(part);
      return text == "*" || text == "/" || text == "^";
    }
    case Formula::Kind::prefix:
      return false;
    case Formula::Kind::word:
      return part.text.front() == '[' || part.text == "(";
    default:
      return true;
    }
  }

  static std::string name(const Formula& formula) {
    if (!formula.is(Formula::Kind::name)) return formula.text;
    return formula.text == "pi" ? std::string("π") : unicode_name(formula.text);
  }

  /// The name of a function before its argument, none where that is lost.
  static std::string function(std::string_view name, const Formula* argument) {
    if (name == "sqrt") return "√";
    if (is_plain_function(name)) return std::string(name);
    if (argument != nullptr && argument->is(Formula::Kind::name) && argument->text == "t") return unicode_name(name);
    const std::string_view base = without_primes(name);
    std::string out = unicode_name(base);
    for (std::size_t i = base.size(); i < name.size(); ++i)
      out += "′";
    return out;
  }

  void fenced(const Formula& inner) {
    out_ += '(';
    add(inner, false);
    out_ += ')';
  }

  /// `sin(theta)^2` is sin² θ, `sqrt(r)` is √r; brackets stay where they are needed.
  void call(const Formula& formula, const Formula* exponent, bool continues) {
    const Formula& argument = formula.parts.front();
    const bool is_single = argument.is(Formula::Kind::name) || is_integer(argument);
    const bool is_squared = exponent != nullptr;
    if (is_single && formula.text == "jump" && !is_squared) {
      out_ += "Δ" + name(argument);
      return;
    }
    out_ += function(formula.text, &argument);
    const bool is_open = is_single && is_plain_function(formula.text) && !continues;
    if (is_open && is_squared) out_ += superscript(exponent->text);
    if (is_open)
      out_ += " " + name(argument);
    else if (is_single && formula.text == "sqrt" && !is_squared)
      out_ += name(argument);
    else
      fenced(argument);
    if (!is_open && is_squared) out_ += superscript(exponent->text);
  }

  void power(const Formula& formula, bool continues) {
    const Formula& base = formula.parts[0];
    const Formula& exponent = formula.parts[1];
    if (base.is(Formula::Kind::call) && is_integer(exponent)) return call(base, &exponent, continues);
    add(base, true);
    raise(exponent, continues);
  }

  void raise(const Formula& exponent, bool continues) {
    if (is_integer(exponent)) {
      out_ += superscript(exponent.text);
    } else if (exponent.is(Formula::Kind::power) && is_integer(exponent.parts[0])) {
      raise(exponent.parts[0], true);
      raise(exponent.parts[1], continues);
    } else {
      out_ += '^';
      add(exponent, continues);
    }
  }

  /// Σⱼ₌₁ⁿ before what is summed; brackets stay round a sum, or where a factor follows.
  void sum(const Formula& formula, bool continues) {
    const Formula& range = formula.parts[0];
    const Formula& summand = formula.parts[1];
    if (!formula.text.starts_with(':')) {
      out_ += "sum(";
      add(range, false);
      out_ += formula.text;
      add(summand, false);
      out_ += ')';
      return;
    }
    const std::string index = name(range.parts[0]);
    const std::string low = written(range.parts[1]);
    const std::string high = with_true_minus(written(range.parts[2]));
    const auto small = small_index(index + "=" + low);
    out_ += small && high == "n" ? fmt::format("Σ{}ⁿ ", *small) : fmt::format("Σ[{}={}…{}] ", index, low, high);
    if (continues || holds_signs(summand))
      fenced(summand);
    else
      add(summand, false);
  }

  /// A sign with the blanks round it.
  void sign(const Formula& formula) {
    const std::string_view text = operator_of(formula);
    const std::string_view set = text == "*"    ? std::string_view("·")
                                 : text == "-"  ? std::string_view("−")
                                 : text == "<=" ? std::string_view("≤")
                                 : text == ">=" ? std::string_view("≥")
                                 : text == "!=" ? std::string_view("≠")
                                                : text;
    const std::size_t before = static_cast<std::size_t>(text.data() - formula.text.data());
    out_.append(before, ' ').append(set).append(formula.text.size() - before - text.size(), ' ');
    if (formula.text.ends_with('^')) raised_at_ = out_.size();
  }

  /// An exponent apart from its base, `x ^2`, is one too.
  void number(const Formula& formula) {
    const bool is_raised = raised_at_ == out_.size() && is_integer(formula);
    if (is_raised) out_.pop_back();
    out_ += is_raised ? superscript(formula.text) : formula.text;
  }

  std::string out_;
  std::size_t raised_at_ = std::string::npos; ///< behind a `^` that follows no operand
};

std::string marked(std::string_view text) {
  return fmt::format("{}{}{}", formula_begin, text, formula_end);
}

/// Decimal digits and power of ten of a number that is too large or small to be written out: 4·10⁻¹⁶.
std::string scientific(double value, const Style& style, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, std::max(digits - 1, 0));
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  const int power = std::stoi(text.substr(e + 1));
  if (!style.unicode) return fmt::format("{}e{}", mantissa, power);
  if (style.marks_formulas && (mantissa == "1" || mantissa == "-1")) // set in type, 1·10⁻⁹ is 10⁻⁹
    return fmt::format("{}10{}", mantissa.substr(0, mantissa.size() - 1), superscript(std::to_string(power)));
  return fmt::format("{}·10{}", mantissa, superscript(std::to_string(power)));
}

} // namespace

std::string formula(std::string_view text, const Style& style) {
  if (style.marks_formulas) return marked(text);
  if (!style.unicode) return std::string(text);
  return formula(read_formula(text), style);
}

std::string formula(const Formula& formula, const Style& style) {
  if (style.marks_formulas) return marked(written(formula));
  if (!style.unicode) return written(formula);
  UnicodeFormula out;
  out.add(formula, false);
  return out.take();
}

std::string name_text(std::string_view name, const Style& style) {
  if (style.marks_formulas) return marked(name);
  return style.unicode ? unicode_name(name) : std::string(name);
}

std::string unit_bracket(std::string_view unit, const Style& style) {
  if (unit.empty() || unit == "1") return {};
  std::string out = " [";
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (style.unicode && unit[i] == '^' && i + 1 < unit.size() && (unit[i + 1] == '-' || is_digit(unit[i + 1]))) {
      std::size_t end = i + 1;
      while (end < unit.size() && (unit[end] == '-' || is_digit(unit[end])))
        ++end;
      out += superscript(unit.substr(i + 1, end - i - 1));
      i = end - 1;
    } else if (!style.unicode && unit.substr(i, 2) == "·") {
      out += '*';
      ++i;
    } else {
      out += unit[i];
    }
  }
  return out + "]";
}

std::string number_text(double value, const Style& style, int digits) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (value == 0.0) value = 0.0; // without the sign of -0
  const double size = std::abs(value);
  constexpr double smallest_plain = 1e-3;
  std::string out;
  if (size != 0.0 && (size < smallest_plain || size >= 1e6)) {
    out = scientific(value, style, digits);
  } else {
    out = fmt::format("{:.{}g}", value, digits);
    if (out.find('e') != std::string::npos) out = fmt::format("{:.0f}", value);
  }
  if (style.unicode && out.front() == '-') out = "−" + out.substr(1);
  return out;
}

std::string quantity_text(double value, std::string_view unit, const Style& style, int digits) {
  std::string out = number_text(value, style, digits);
  const std::string bracket = unit_bracket(unit, style);
  constexpr std::string_view no_break = "\u00A0"; // on a page a line does not end before a unit
  if (!bracket.empty())
    out += std::string(style.marks_formulas ? no_break : " ") + bracket.substr(2, bracket.size() - 3);
  return out;
}

} // namespace typesetting
} // namespace dalembert
