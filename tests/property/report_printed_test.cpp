#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/text.h>
#include <dalembert/mechanics/claim.h>
#include <dalembert/textbook/read_back.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/latex.h>

#include "random_expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

namespace dalembert {
namespace {

constexpr std::uint64_t draws = 3000;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// Reads a formula set for a terminal as a person does: raised digits are an exponent, √ and a function without
/// brackets take the one name or number that follows.
std::string from_unicode(std::string text) {
  static const std::vector<std::string> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  for (std::size_t d = 0; d < raised.size(); ++d)
    replace_all(text, raised[d], "^" + std::to_string(d));
  replace_all(text, "·", "*");
  replace_all(text, "−", "-");
  replace_all(text, "π", "pi");
  replace_all(text, "atan₂", "atan2");
  replace_all(text, "√(", "sqrt(");
  for (std::size_t at = 0; (at = text.find("√", at)) != std::string::npos;) {
    const std::size_t begin = at + std::string_view("√").size();
    std::size_t end = begin;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0)
      ++end;
    text.replace(at, end - at, "sqrt(" + text.substr(begin, end - begin) + ")");
  }
  for (const char* const name : {"sin", "cos", "atan", "tanh", "sign"})
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; ++at) {
      const std::size_t after = at + std::string_view(name).size();
      if (after >= text.size() || (text[after] != ' ' && text[after] != '^')) continue;
      std::size_t blank = text.find(' ', after);
      const std::string power = text.substr(after, blank - after);
      std::size_t end = ++blank;
      while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0)
        ++end;
      text.replace(after, end - after, "(" + text.substr(blank, end - blank) + ")" + power);
    }
  return text;
}

/// Reads the LaTeX of a formula over one-letter names back as the value that it has.
class LatexReader {
public:
  LatexReader(std::string text, const std::map<char, double>& values) : text_(std::move(text)), values_(values) {}

  double whole() {
    const double out = sum();
    if (at_ != text_.size()) throw std::runtime_error("unread: " + text_.substr(at_));
    return out;
  }

private:
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  [[nodiscard]] bool sees(std::string_view word) {
    blanks();
    return std::string_view(text_).substr(at_).starts_with(word);
  }
  bool accept(std::string_view word) {
    if (!sees(word)) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    if (!accept(word)) throw std::runtime_error("expected " + std::string(word) + " in " + text_.substr(at_));
  }

  double sum() {
    double out = accept("-") ? -term() : term();
    while (true) {
      if (accept("+"))
        out += term();
      else if (accept("-"))
        out -= term();
      else
        return out;
    }
  }
  double term() {
    double out = factor();
    while (true) {
      if (accept("\\cdot") || accept("\\,")) {
        out *= factor();
      } else if (accept("/")) {
        out /= factor();
      } else {
        blanks();
        const bool ends =
            at_ >= text_.size() || sees("+") || sees("-") || sees("}") || sees(")") || sees(",") || sees("\\right");
        if (ends) return out;
        out *= factor();
      }
    }
  }
  double braced() {
    expect("{");
    const double out = sum();
    expect("}");
    return out;
  }
  double factor() {
    const double base = atom();
    return accept("^") ? std::pow(base, braced()) : base;
  }
  double atom() {
    if (accept("\\tfrac") || accept("\\frac")) {
      const double top = braced();
      return top / braced();
    }
    if (accept("\\sqrt")) return std::sqrt(braced());
    if (accept("\\left|")) {
      const double out = sum();
      expect("\\right|");
      return std::abs(out);
    }
    if (accept("\\left(")) return closed("\\right)");
    if (accept("(")) return closed(")");
    if (accept("\\pi")) return std::acos(-1.0);
    if (accept("\\sin")) return called([](double x) { return std::sin(x); });
    if (accept("\\cos")) return called([](double x) { return std::cos(x); });
    if (accept("\\tanh")) return called([](double x) { return std::tanh(x); });
    if (accept("\\arctan")) return called([](double x) { return std::atan(x); });
    if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      std::size_t used = 0;
      const double out = std::stod(text_.substr(at_), &used);
      at_ += used;
      return out;
    }
    const auto found = values_.find(text_[at_]);
    if (found == values_.end()) throw std::runtime_error("cannot read " + text_.substr(at_));
    ++at_;
    return found->second;
  }
  double closed(std::string_view end) {
    const double out = sum();
    expect(end);
    return out;
  }
  template <typename F>
  double called(F&& f) {
    const double exponent = accept("^") ? braced() : 1.0;
    if (sees("\\left(") || sees("(")) return std::pow(f(atom()), exponent);
    double argument = atom(); // 2 a is read as one thing
    blanks();
    if (at_ < text_.size() && values_.contains(text_[at_])) argument *= atom();
    return std::pow(f(argument), exponent);
  }

  std::string text_;
  const std::map<char, double>& values_;
  std::size_t at_ = 0;
};

/// One random expression with the values that its symbols have.
struct Sample {
  Graph graph;
  RandomExpression random;
  Expr e;
  std::vector<Assignment> values;
  std::map<char, double> letters;
  KnownTexts known;

  explicit Sample(std::uint64_t seed, bool is_smooth) : random(graph, seed, 4) {
    e = is_smooth ? random.smooth(4) : random.any(4);
    for (const Expr symbol : random.symbols()) {
      values.push_back({symbol, random.real(0.3, 2.0)});
      letters[graph.name(symbol).front()] = values.back().value;
      known.emplace(std::string(graph.name(symbol)), symbol);
    }
  }
  [[nodiscard]] bool has(NodeKind kind) const {
    const auto nodes = reachable(graph, std::vector<Expr>{e});
    return std::any_of(nodes.begin(), nodes.end(), [&](Expr node) { return graph.kind(node) == kind; });
  }
  [[nodiscard]] double value(Expr of) const { return evaluate(graph, of, values); }
};

void expect_same(double a, double b, const std::string& said) {
  if (!std::isfinite(b)) return;
  // Constants are printed with all digits: sums in another order.
  EXPECT_NEAR(a, b, 1e-9 * std::max(1.0, std::abs(b))) << said;
}

TEST(PrintedExpressions, of_the_graph_read_back_to_their_value) {
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    Sample s(seed, false);
    if (s.has(NodeKind::select)) continue;
    const std::string said = text(s.graph, s.e);
    const auto read = read_back(s.graph, said, s.known);
    ASSERT_TRUE(read) << said;
    expect_same(s.value(*read), s.value(s.e), said);
  }
}

TEST(PrintedExpressions, for_a_terminal_read_back_to_their_value) {
  Style style;
  style.unicode = true;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    Sample s(seed, false);
    if (s.has(NodeKind::select)) continue;
    const std::string said = formula(text(s.graph, s.e), style);
    const auto read = read_back(s.graph, from_unicode(said), s.known);
    ASSERT_TRUE(read) << said << "\n" << from_unicode(said);
    expect_same(s.value(*read), s.value(s.e), said);
  }
}

TEST(PrintedExpressions, in_latex_read_back_to_their_value) {
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    const Sample s(seed, true);
    const std::string plain = text(s.graph, s.e);
    if (plain.find("atan2") != std::string::npos || plain.find("asinh") != std::string::npos) continue;
    const std::string said = latex(plain);
    expect_same(LatexReader(said, s.letters).whole(), s.value(s.e), plain + "\n" + said);
  }
}

/// Grows what a user may write and an edit may make of it: fractions and negative numbers as parts of anything.
class RandomWritten {
public:
  RandomWritten(Sample& sample, std::uint64_t seed) : s_(sample), random_(seed) {}

  Written grow(int depth) {
    Written out;
    const std::size_t kind = depth <= 0 ? random_() % 2 : random_() % 5;
    if (kind == 0) {
      const Rational number(static_cast<std::int64_t>(random_() % 9) - 4, static_cast<std::int64_t>(random_() % 3) + 1);
      out.text = number.text();
      out.value = s_.graph.number(number);
      return out;
    }
    if (kind == 1) {
      out.kind = WrittenKind::name;
      out.value = s_.random.symbols()[random_() % 4];
      out.text = std::string(s_.graph.name(out.value));
      return out;
    }
    out.kind = kind == 2 ? WrittenKind::sum : kind == 3 ? WrittenKind::product : WrittenKind::power;
    const std::size_t parts = kind == 4 ? 2 : 1 + random_() % 3;
    for (std::size_t i = 0; i < parts; ++i) {
      out.parts.push_back(grow(depth - 1));
      out.parts.back().inverse = kind != 4 && random_() % 2 == 0;
    }
    return out;
  }

private:
  Sample& s_;
  std::mt19937_64 random_;
};

TEST(PrintedExpressions, of_claims_and_their_edits_read_back_to_their_value) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    Sample s(seed, true);
    TimeDerivative rates(s.graph);
    const Written written = RandomWritten(s, seed).grow(3);
    try {
      const double meant = s.value(value_of(s.graph, rates, written));
      if (!std::isfinite(meant)) continue;
      const auto read = read_back(s.graph, text(written), s.known);
      ASSERT_TRUE(read) << text(written);
      expect_same(s.value(*read), meant, text(written));
      ++compared;
    } catch (const std::domain_error&) { // divides by 0
      continue;
    }
  }
  EXPECT_GT(compared, 1000);
}

} // namespace
} // namespace dalembert
