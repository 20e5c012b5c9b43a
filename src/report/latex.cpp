#include <dalembert/report/formula.h>
#include <dalembert/report/formula_token.h>
#include <dalembert/report/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

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

/// True for a function that LaTeX has a word for; an unknown one always keeps its brackets.
bool is_known(std::string_view name) {
  return function_name(name).front() == '\\' && function_name(name) != latex_name(name);
}

/// Brackets round `inner`, as tall as it is.
std::string bracketed(const std::string& inner) {
  const bool is_tall = inner.find("\\frac") != std::string::npos || inner.find('(') != std::string::npos;
  return is_tall ? fmt::format("\\left({}\\right)", inner) : fmt::format("({})", inner);
}

/// A factor, with the text that stands where bars or braces replace its own brackets.
struct Piece {
  std::string text;
  std::string bare;
  bool is_number = false;
};

/// The factors of one term above and below the bar.
class Fraction {
public:
  void multiply(Piece piece) { above_.push_back(std::move(piece)); }

  void divide(Piece piece) {
    const bool are_numbers = above_.size() == 1 && above_.front().is_number && piece.is_number && below_.empty();
    if (are_numbers) {
      lead_ = fmt::format("\\frac{{{}}}{{{}}}", above_.front().text, piece.text);
      above_.clear();
    } else {
      below_.push_back(std::move(piece));
    }
  }

  [[nodiscard]] std::string text() const {
    std::string out = lead_;
    const std::string rest =
        below_.empty() ? joined(above_, false)
                       : fmt::format("\\frac{{{}}}{{{}}}", above_.empty() ? "1" : joined(above_, above_.size() == 1),
                                     joined(below_, below_.size() == 1));
    if (!out.empty() && !rest.empty()) out += ' ';
    return out + rest;
  }

private:
  static std::string joined(const std::vector<Piece>& pieces, bool is_bare) {
    std::string out;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0) out += pieces[i].is_number ? " \\cdot " : " ";
      out += is_bare ? pieces[i].bare : pieces[i].text;
    }
    return out;
  }

  std::string lead_; ///< a fraction of numbers: 4/3 of 4/3·l·x''
  std::vector<Piece> above_;
  std::vector<Piece> below_;
};

/// Writes tokens in LaTeX, a range [at, end) at a time, so that arguments nest.
class LatexFormula {
public:
  explicit LatexFormula(const Tokens& tokens) : tokens_(tokens) {}

  [[nodiscard]] std::string range(std::size_t at, std::size_t end) const {
    std::string out;
    while (at < end) {
      if (is_operand(at)) {
        at = term(at, end, out);
      } else {
        out += tokens_[at].kind == Kind::sign ? sign(tokens_[at].text) : std::string(tokens_[at].text);
        ++at;
      }
    }
    return out;
  }

private:
  [[nodiscard]] bool is_operand(std::size_t at) const {
    const Kind kind = tokens_[at].kind;
    return kind == Kind::name || kind == Kind::number || (kind == Kind::open && tokens_[at].partner > at);
  }

  [[nodiscard]] bool is_call(std::size_t at) const {
    return tokens_[at].kind == Kind::name && at + 1 < tokens_.size() && tokens_[at + 1].kind == Kind::open &&
           tokens_[at + 1].partner > at + 1;
  }

  [[nodiscard]] std::size_t past_blanks(std::size_t at) const {
    while (at < tokens_.size() && tokens_[at].kind == Kind::blank)
      ++at;
    return at;
  }

  /// The operand that a `*` or `/` at or after `at` joins to the term; `end` where the term is over.
  [[nodiscard]] std::size_t next_factor(std::size_t at, std::size_t end) const {
    const std::size_t joint = past_blanks(at);
    if (joint >= end || (tokens_[joint].text != "*" && tokens_[joint].text != "/")) return end;
    const std::size_t factor = past_blanks(joint + 1);
    return factor < end && is_operand(factor) ? factor : end;
  }

  /// Appends the product that begins at `at` and returns where it ends.
  std::size_t term(std::size_t at, std::size_t end, std::string& out) const {
    Fraction fraction;
    bool divides = false;
    while (true) {
      const std::size_t after = operand_end(at);
      const std::size_t factor = next_factor(after, end);
      Piece piece = operand(at, factor < end);
      if (divides)
        fraction.divide(std::move(piece));
      else
        fraction.multiply(std::move(piece));
      at = after;
      if (factor >= end) break;
      divides = tokens_[past_blanks(after)].text == "/";
      at = factor;
    }
    out += fraction.text();
    return at;
  }

  /// Where the operand at `at` ends, its exponent included.
  [[nodiscard]] std::size_t operand_end(std::size_t at) const {
    const std::size_t end = base_end(at);
    return has_exponent(end) ? operand_end(end + 1) : end;
  }

  [[nodiscard]] std::size_t base_end(std::size_t at) const {
    if (is_call(at)) return tokens_[at + 1].partner + 1;
    return tokens_[at].kind == Kind::open ? tokens_[at].partner + 1 : at + 1;
  }

  [[nodiscard]] bool has_exponent(std::size_t end) const {
    return end + 1 < tokens_.size() && tokens_[end].text == "^" && is_operand(end + 1);
  }

  /// The operand at `at`; `goes_on` where another factor follows, so that a function keeps its brackets.
  [[nodiscard]] Piece operand(std::size_t at, bool goes_on) const {
    const std::size_t end = base_end(at);
    Piece piece = is_call(at) ? call(at, goes_on || has_exponent(end)) : base(at);
    if (!has_exponent(end)) return piece;
    const std::string text = fmt::format("{}^{{{}}}", piece.text, operand(end + 1, false).bare);
    return {text, text, false};
  }

  [[nodiscard]] Piece base(std::size_t at) const {
    const FormulaToken& token = tokens_[at];
    if (token.kind == Kind::open) {
      const std::string inner = range(at + 1, token.partner);
      return {bracketed(inner), inner, false};
    }
    const bool is_number = token.kind == Kind::number;
    const std::string text = is_number            ? std::string(token.text)
                             : token.text == "pi" ? std::string("\\pi")
                                                  : latex_name(token.text);
    return {text, text, is_number};
  }

  [[nodiscard]] Piece call(std::size_t at, bool keeps_brackets) const {
    const std::string_view name = tokens_[at].text;
    const std::size_t close = tokens_[at + 1].partner;
    const std::string argument = range(at + 2, close);
    const bool is_single = close == at + 3;
    std::string text;
    if (name == "sqrt")
      text = fmt::format("\\sqrt{{{}}}", argument);
    else if (name == "abs")
      text = fmt::format("\\left|{}\\right|", argument);
    else if (is_single && name == "jump")
      text = fmt::format("\\Delta {}", argument);
    else if (is_single && !keeps_brackets && is_known(name))
      text = fmt::format("{} {}", function_name(name), argument);
    else
      text = function_name(name) + bracketed(argument);
    return {text, text, false};
  }

  [[nodiscard]] static std::string sign(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> signs{
        {{"*", "\\cdot"}, {"<=", "\\le"}, {">=", "\\ge"}, {"!=", "\\ne"}}};
    for (const auto& [from, to] : signs)
      if (text == from) return std::string(to);
    return std::string(text);
  }

  const Tokens& tokens_;
};

} // namespace

std::string latex(std::string_view text) {
  const Tokens tokens = formula_tokens(text);
  return LatexFormula(tokens).range(0, tokens.size());
}

} // namespace dalembert
