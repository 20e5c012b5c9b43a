#include <dalembert/report/formula.h>
#include <dalembert/report/formula_token.h>
#include <dalembert/report/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace dalembert {

namespace {

using Kind = FormulaToken::Kind;
using Tokens = std::vector<FormulaToken>;

constexpr std::array<std::string_view, 12> named_functions{"sin", "cos", "tan",    "sinh",   "cosh",   "tanh",
                                                           "exp", "min", "arcsin", "arccos", "arctan", "max"};

std::string function_name(std::string_view name) {
  if (name == "log") return "\\ln";
  if (name == "asin" || name == "acos" || name == "atan") return fmt::format("\\arc{}", name.substr(1));
  if (std::find(named_functions.begin(), named_functions.end(), name) != named_functions.end())
    return fmt::format("\\{}", name);
  return latex_name(name);
}

/// Writes tokens one after the other in LaTeX; a range [at, end) at a time, so that arguments nest.
class LatexFormula {
public:
  explicit LatexFormula(const Tokens& tokens) : tokens_(tokens) {}

  [[nodiscard]] std::string range(std::size_t at, std::size_t end) const {
    std::string out;
    while (at < end)
      at = next(at, end, out);
    return out;
  }

private:
  /// Appends the piece at `at` and returns where the next one begins.
  std::size_t next(std::size_t at, std::size_t end, std::string& out) const {
    const FormulaToken& token = tokens_[at];
    if (is_operand(at) && following(at) < end && tokens_[following(at)].text == "/") return fraction(at, end, out);
    if (is_operand(at)) return operand(at, out);
    if (token.kind == Kind::sign) return sign(at, out);
    out += token.text;
    return at + 1;
  }

  [[nodiscard]] bool is_operand(std::size_t at) const {
    const Kind kind = tokens_[at].kind;
    return kind == Kind::name || kind == Kind::number || (kind == Kind::open && tokens_[at].partner > at);
  }

  [[nodiscard]] bool is_call(std::size_t at) const {
    return tokens_[at].kind == Kind::name && at + 1 < tokens_.size() && tokens_[at + 1].kind == Kind::open &&
           tokens_[at + 1].partner > at + 1;
  }

  /// Where the operand at `at` ends, its exponent included.
  [[nodiscard]] std::size_t following(std::size_t at) const {
    std::size_t end = at + 1;
    if (is_call(at)) end = tokens_[at + 1].partner + 1;
    if (tokens_[at].kind == Kind::open) end = tokens_[at].partner + 1;
    if (end + 1 < tokens_.size() && tokens_[end].text == "^" && is_operand(end + 1)) return following(end + 1);
    return end;
  }

  std::size_t operand(std::size_t at, std::string& out) const {
    const FormulaToken& token = tokens_[at];
    std::size_t end = at + 1;
    if (is_call(at)) {
      const std::size_t close = tokens_[at + 1].partner;
      const std::string argument = range(at + 2, close);
      out += token.text == "sqrt"  ? fmt::format("\\sqrt{{{}}}", argument)
             : token.text == "abs" ? fmt::format("\\left|{}\\right|", argument)
                                   : fmt::format("{}\\left({}\\right)", function_name(token.text), argument);
      end = close + 1;
    } else if (token.kind == Kind::open) {
      out += fmt::format("\\left({}\\right)", range(at + 1, token.partner));
      end = token.partner + 1;
    } else if (token.kind == Kind::name) {
      out += token.text == "pi" ? std::string("\\pi") : latex_name(token.text);
    } else {
      out += token.text;
    }
    if (end + 1 < tokens_.size() && tokens_[end].text == "^" && is_operand(end + 1)) {
      const std::size_t after = following(end + 1);
      out += fmt::format("^{{{}}}", unwrapped(end + 1, after));
      end = after;
    }
    return end;
  }

  /// The tokens of a numerator, denominator or exponent without the brackets that the braces replace.
  [[nodiscard]] std::string unwrapped(std::size_t at, std::size_t end) const {
    if (tokens_[at].kind == Kind::open && tokens_[at].partner + 1 == end) return range(at + 1, end - 1);
    return range(at, end);
  }

  std::size_t fraction(std::size_t at, std::size_t end, std::string& out) const {
    const std::size_t slash = following(at);
    if (slash + 1 >= end || !is_operand(slash + 1)) return operand(at, out);
    const std::size_t after = std::min(following(slash + 1), end);
    std::string whole = fmt::format("\\frac{{{}}}{{{}}}", unwrapped(at, slash), unwrapped(slash + 1, after));
    out += whole;
    return after;
  }

  std::size_t sign(std::size_t at, std::string& out) const {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> signs{
        {{"*", " \\, "}, {"<=", "\\le"}, {">=", "\\ge"}, {"!=", "\\ne"}}};
    for (const auto& [from, to] : signs) {
      if (tokens_[at].text != from) continue;
      out += to;
      return at + 1;
    }
    out += tokens_[at].text;
    return at + 1;
  }

  const Tokens& tokens_;
};

} // namespace

std::string latex(std::string_view text) {
  const Tokens tokens = formula_tokens(text);
  return LatexFormula(tokens).range(0, tokens.size());
}

} // namespace dalembert
