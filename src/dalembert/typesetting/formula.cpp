#include <dalembert/base/characters.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/formula_token.h>
#include <dalembert/typesetting/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert {

namespace {

using TokenKind = FormulaToken::Kind;
using Tokens = std::vector<FormulaToken>;

constexpr std::array<std::string_view, 12> plain_functions{"sin",  "cos",  "tan",  "asin", "acos", "atan",
                                                           "sinh", "cosh", "tanh", "exp",  "log",  "sign"};

bool is_function(std::string_view name) {
  return std::find(plain_functions.begin(), plain_functions.end(), name) != plain_functions.end();
}

bool is_integer(const FormulaToken& token) {
  return token.kind == TokenKind::number && token.text.find_first_of(".eE") == std::string_view::npos;
}

/// True where the token at `at` begins a factor that would be read into the argument of a function before it.
bool continues_product(const Tokens& tokens, std::size_t at) {
  while (at < tokens.size() && tokens[at].kind == TokenKind::blank)
    ++at;
  if (at >= tokens.size()) return false;
  const FormulaToken& next = tokens[at];
  if (next.kind == TokenKind::sign) return next.text == "*" || next.text == "/" || next.text == "^";
  return next.kind != TokenKind::close && next.kind != TokenKind::other;
}

/// Writes tokens one after the other for a Unicode terminal.
class UnicodeFormula {
public:
  explicit UnicodeFormula(const Tokens& tokens) : tokens_(tokens) {}

  std::string text() {
    while (at_ < tokens_.size())
      next();
    return std::move(out_);
  }

private:
  void next() {
    const FormulaToken& token = tokens_[at_];
    if (token.kind == TokenKind::name && has_bracket(at_ + 1)) {
      if (token.text == "sum" && tokens_[at_ + 1].partner > at_ + 1 && sum()) return;
      return call();
    }
    if (const Range range = range_at(at_); range.end != 0) {
      out_ += fmt::format(" {} = {}, …, {}", range.index, range.low, range.high);
      at_ = range.end;
      return;
    }
    if (token.kind == TokenKind::name)
      out_ += token.text == "pi" ? std::string("π") : unicode_name(token.text);
    else if (token.kind == TokenKind::sign)
      return sign();
    else
      out_ += token.text;
    ++at_;
  }

  [[nodiscard]] std::size_t past_blanks(std::size_t at) const {
    while (at < tokens_.size() && tokens_[at].kind == TokenKind::blank)
      ++at;
    return at;
  }

  /// The parts of `j in 1..n`, set, and where it ends; `end` is 0 where there is no range at `at`.
  struct Range {
    std::string index;
    std::string low;
    std::string high;
    std::size_t end = 0;
  };

  [[nodiscard]] Range range_at(std::size_t at) const {
    Range out;
    const std::size_t in = past_blanks(at + 1);
    if (tokens_[at].kind != TokenKind::name || in >= tokens_.size() || tokens_[in].text != "in") return out;
    out.index = inner(at);
    std::string* part = &out.low;
    std::size_t i = past_blanks(in + 1);
    int depth = 0;
    for (; i < tokens_.size() && tokens_[i].text != ":" && tokens_[i].text != ";"; ++i) {
      depth += tokens_[i].text == "(" ? 1 : tokens_[i].text == ")" ? -1 : 0;
      if (depth == 0 && tokens_[i].text == ",") break; // another range follows
      const bool is_low = part == &out.low;
      const bool is_dots = tokens_[i].text == "." && i + 1 < tokens_.size() && tokens_[i + 1].text == ".";
      if (is_dots)
        part = &out.high;
      else if (tokens_[i].text != ".")
        *part += tokens_[i].text == "-" && !is_low ? "−" : tokens_[i].text;
    }
    if (part == &out.high) out.end = i;
    return out;
  }

  /// Σⱼ₌₁ⁿ before what is summed; brackets stay round a sum, or where a factor follows.
  bool sum() {
    const std::size_t close = tokens_[at_ + 1].partner;
    const Range range = range_at(past_blanks(at_ + 2));
    if (range.end == 0 || range.end >= close || tokens_[range.end].text != ":") return false;
    const auto low = small_index(range.index + "=" + range.low);
    if (low && range.high == "n")
      out_ += fmt::format("Σ{}ⁿ ", *low);
    else
      out_ += fmt::format("Σ[{}={}…{}] ", range.index, range.low, range.high);
    bool is_fenced = continues_product(tokens_, close + 1);
    for (std::size_t i = past_blanks(range.end + 1); i < close; ++i) {
      is_fenced = is_fenced || (i > range.end + 2 && (tokens_[i].text == "+" || tokens_[i].text == "-"));
      if (tokens_[i].kind == TokenKind::open) i = std::max(i, tokens_[i].partner);
    }
    if (is_fenced) out_ += '(';
    for (at_ = past_blanks(range.end + 1); at_ < close;)
      next();
    if (is_fenced) out_ += ')';
    at_ = close + 1;
    return true;
  }

  [[nodiscard]] bool has_bracket(std::size_t at) const {
    return at < tokens_.size() && tokens_[at].kind == TokenKind::open;
  }

  /// `sin(theta)^2` is sin² θ, `sqrt(r)` is √r, `abs(x)` is |x|; brackets stay where they are needed.
  void call() {
    const std::string_view name = tokens_[at_].text;
    const std::size_t open = at_ + 1;
    const std::size_t close = tokens_[open].partner;
    const bool is_single =
        close == open + 2 && (tokens_[open + 1].kind == TokenKind::name || is_integer(tokens_[open + 1]));
    const bool is_squared =
        close + 2 < tokens_.size() && tokens_[close + 1].text == "^" && is_integer(tokens_[close + 2]);
    if (is_single && name == "jump" && !is_squared) {
      out_ += fmt::format("Δ{}", inner(open + 1));
      at_ = close + 1;
      return;
    }
    out_ += name == "sqrt"      ? std::string("√")
            : is_function(name) ? std::string(name)
                                : function_name(name, open, close);
    if (is_single && name == "sqrt" && !is_squared) {
      out_ += inner(open + 1);
      at_ = close + 1;
    } else if (is_single && is_function(name) && is_squared && !continues_product(tokens_, close + 3)) {
      out_ += fmt::format("{} {}", superscript(tokens_[close + 2].text), inner(open + 1));
      at_ = close + 3;
    } else if (is_single && is_function(name) && !continues_product(tokens_, close + 1)) {
      out_ += fmt::format(" {}", inner(open + 1));
      at_ = close + 1;
    } else {
      at_ = open;
    }
  }

  [[nodiscard]] std::string function_name(std::string_view name, std::size_t open, std::size_t close) const {
    const bool is_rate = close == open + 2 && tokens_[open + 1].text == "t";
    if (is_rate) return unicode_name(name);
    const std::string_view base = without_primes(name);
    std::string out = unicode_name(base);
    for (std::size_t i = base.size(); i < name.size(); ++i)
      out += "′";
    return out;
  }

  [[nodiscard]] std::string inner(std::size_t at) const {
    const std::string_view text = tokens_[at].text;
    return tokens_[at].kind == TokenKind::name ? (text == "pi" ? std::string("π") : unicode_name(text))
                                               : std::string(text);
  }

  void sign() {
    const std::string_view text = tokens_[at_].text;
    if (text == "^" && at_ + 1 < tokens_.size() && is_integer(tokens_[at_ + 1])) {
      out_ += superscript(tokens_[at_ + 1].text);
      at_ += 2;
      return;
    }
    out_ += text == "*"    ? std::string_view("·")
            : text == "-"  ? std::string_view("−")
            : text == "<=" ? std::string_view("≤")
            : text == ">=" ? std::string_view("≥")
            : text == "!=" ? std::string_view("≠")
                           : text;
    ++at_;
  }

  const Tokens& tokens_;
  std::size_t at_ = 0;
  std::string out_;
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
  return fmt::format("{}·10{}", mantissa, superscript(std::to_string(power)));
}

} // namespace

std::string formula(std::string_view text, const Style& style) {
  if (style.marks_formulas) return marked(text);
  if (!style.unicode) return std::string(text);
  const Tokens tokens = formula_tokens(text);
  return UnicodeFormula(tokens).text();
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
  if (!bracket.empty()) out += " " + bracket.substr(2, bracket.size() - 3);
  return out;
}

} // namespace dalembert
