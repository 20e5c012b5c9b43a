#include <dalembert/base/characters.h>
#include <dalembert/expr/expression_printer.h>
#include <dalembert/expr/function.h>
#include <dalembert/textbook/read_back.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace dalembert {
inline namespace textbook {

namespace {

/// What the reader throws where the text is no expression.
struct NotReadable {};

/// sum = ["-"] product {("+"|"-") product}; product = signed {("*"|"/") signed}; signed = ["-"] power;
/// power = atom ["^" signed]; atom = literal | "(" sum ")" | "(" selection ")" | number | name;
/// selection = "if" sum relation sum "then" sum "else" sum
class Reader {
public:
  Reader(Graph& graph, std::string_view text, const KnownTexts& known) : graph_(graph), text_(text), known_(known) {
    for (const auto& [literal, e] : known)
      if (literal.find('(') != std::string::npos) literals_.push_back(literal);
    std::ranges::sort(literals_, [](const auto& a, const auto& b) { return a.size() > b.size(); });
  }

  Expr whole() {
    const Expr out = sum();
    if (at_ != text_.size()) throw NotReadable{};
    return out;
  }

private:
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }

  bool accept(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    blanks();
    return true;
  }

  void expect(char c) {
    if (!accept(c)) throw NotReadable{};
  }

  /// One sum of all its terms, as it is made from the model: added one by one they might stay sums within sums.
  Expr sum() {
    std::vector<Term> terms{{product(), graph_.intern(Rational(1))}};
    while (true) {
      if (accept('+'))
        terms.push_back({product(), graph_.intern(Rational(1))});
      else if (accept('-'))
        terms.push_back({product(), graph_.intern(Rational(-1))});
      else
        return terms.size() == 1 ? terms.front().expr : graph_.sum(terms);
    }
  }

  Expr product() {
    Expr out = with_sign();
    while (true) {
      if (accept('*'))
        out = graph_.mul(out, with_sign());
      else if (accept('/'))
        out = divided(out, with_sign());
      else
        return out;
    }
  }

  Expr divided(Expr a, Expr b) {
    if (graph_.is_zero(b)) throw NotReadable{};
    return graph_.div(a, b);
  }

  Expr with_sign() { return accept('-') ? graph_.neg(with_sign()) : power(); }

  Expr power() {
    const Expr base = atom();
    if (!accept('^')) return base;
    const Expr exponent = with_sign();
    return graph_.is_number(exponent) ? graph_.pow(base, Rational(graph_.number(exponent)))
                                      : graph_.pow(base, exponent);
  }

  Expr atom() {
    blanks();
    for (const std::string& literal : literals_) {
      if (text_.substr(at_, literal.size()) != literal) continue;
      at_ += literal.size();
      return known_.at(literal);
    }
    if (accept('(')) {
      const Expr out = accept_word("if") ? selection() : sum();
      expect(')');
      return out;
    }
    if (at_ < text_.size() && is_digit(text_[at_])) return number();
    return name();
  }

  bool accept_word(std::string_view word) {
    blanks();
    const std::size_t end = at_ + word.size();
    if (text_.substr(at_, word.size()) != word || end >= text_.size() || text_[end] != ' ') return false;
    at_ = end;
    blanks();
    return true;
  }

  void expect_word(std::string_view word) {
    if (!accept_word(word)) throw NotReadable{};
  }

  Relation relation() {
    for (const Relation r : {Relation::less_equal, Relation::less, Relation::equal, Relation::not_equal})
      if (accept_word(symbol_of(r))) return r;
    throw NotReadable{};
  }

  Expr selection() {
    const Expr left = sum();
    const Relation which = relation();
    const Expr right = sum();
    expect_word("then");
    const Expr then = sum();
    expect_word("else");
    return graph_.select(which, left, right, then, sum());
  }

  Expr number() {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.'))
      ++end;
    const bool has_exponent = end + 1 < text_.size() && text_[end] == 'e' &&
                              (is_digit(text_[end + 1]) || text_[end + 1] == '-' || text_[end + 1] == '+');
    if (has_exponent) {
      end += 2;
      while (end < text_.size() && is_digit(text_[end]))
        ++end;
    }
    const auto value = Rational::parse(text_.substr(at_, end - at_));
    if (!value) throw NotReadable{};
    at_ = end;
    return graph_.number(*value);
  }

  Expr name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (starts_name(text_[at_]) || (at_ > begin && (is_digit(text_[at_]) || text_[at_] == '.'))))
      ++at_;
    if (at_ == begin) throw NotReadable{};
    const std::string head(text_.substr(begin, at_ - begin));
    if (at_ < text_.size() && text_[at_] == '(' && !known_.contains(head)) return call(head);
    if (at_ < text_.size() && text_[at_] == '[') at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
    while (at_ < text_.size() && text_[at_] == '\'')
      ++at_;
    const std::string full(text_.substr(begin, at_ - begin));
    if (full == "pi") return graph_.pi();
    const auto found = known_.find(full);
    if (found == known_.end()) throw NotReadable{};
    return found->second;
  }

  Expr call(const std::string& head) {
    expect('(');
    const Expr first = sum();
    std::optional<Expr> second;
    if (accept(',')) second = sum();
    expect(')');
    if (head == "sqrt" && !second) return graph_.sqrt(first);
    const std::optional<Function> f = function_named(head);
    if (!f || (arity(*f) == 2) != second.has_value()) throw NotReadable{};
    return second ? graph_.apply(*f, first, *second) : graph_.apply(*f, first);
  }

  Graph& graph_;
  std::string_view text_;
  const KnownTexts& known_;
  std::vector<std::string> literals_;
  std::size_t at_ = 0;
};

} // namespace

std::optional<Expr> read_back(Graph& graph, std::string_view text, const KnownTexts& known) {
  try {
    return Reader(graph, text, known).whole();
  } catch (const NotReadable&) {
    return std::nullopt;
  } catch (const std::domain_error&) { // it divides by 0
    return std::nullopt;
  }
}

} // namespace textbook
} // namespace dalembert
