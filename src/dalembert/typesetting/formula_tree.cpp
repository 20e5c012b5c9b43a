#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/formula_token.h>
#include <dalembert/typesetting/formula_tree.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace dalembert {

namespace {

using Kind = FormulaNode::Kind;
using TokenKind = FormulaToken::Kind;
using Tokens = std::vector<FormulaToken>;

/// The single part of a row instead of the row.
FormulaNode without_row(FormulaNode node) {
  if (node.kind != Kind::row || node.parts.size() != 1) return node;
  FormulaNode only = std::move(node.parts.front());
  return only;
}

/// What stands in brackets, where bars, braces or a fraction do their work.
FormulaNode bare(FormulaNode node) {
  if (node.kind != Kind::fenced) return node;
  FormulaNode inner = std::move(node.parts.front());
  return inner;
}

/// A function that is set without brackets may not stand before another factor.
bool comes_last(const FormulaNode& node) {
  const FormulaNode& base = node.kind == Kind::power ? node.parts.front() : node;
  return base.kind == Kind::call && is_known_function(base.text);
}

FormulaNode fenced(FormulaNode inner) {
  return {Kind::fenced, {}, {std::move(inner)}};
}

FormulaNode product_of(std::vector<FormulaNode> factors) {
  std::stable_partition(factors.begin(), factors.end(), [](const FormulaNode& f) { return !comes_last(f); });
  // Whatever stands behind a Σ is read as part of it.
  const auto sums = std::stable_partition(factors.begin(), factors.end(),
                                          [](const FormulaNode& f) { return f.kind != Kind::big_sum; });
  if (sums != factors.end())
    std::for_each(sums, std::prev(factors.end()), [](FormulaNode& f) { f = fenced(std::move(f)); });
  if (factors.size() == 1) return std::move(factors.front());
  return {Kind::product, {}, std::move(factors)};
}

/// The factors of one term above and below the bar.
class Quotient {
public:
  void multiply(FormulaNode factor) { (factor.kind == Kind::number ? numbers_ : above_).push_back(std::move(factor)); }
  void divide(FormulaNode factor) { (factor.kind == Kind::number ? divisors_ : below_).push_back(std::move(factor)); }

  [[nodiscard]] FormulaNode take() {
    std::vector<FormulaNode> beside = take_coefficient();
    std::vector<FormulaNode> wide;
    if (!below_.empty()) wide = take_wide();
    if (below_.empty()) {
      std::move(above_.begin(), above_.end(), std::back_inserter(beside));
    } else {
      if (above_.empty()) above_.push_back(formula_leaf(Kind::number, "1"));
      FormulaNode top = above_.size() == 1 ? bare(std::move(above_.front())) : product_of(std::move(above_));
      FormulaNode bottom = below_.size() == 1 ? bare(std::move(below_.front())) : product_of(std::move(below_));
      beside.push_back({Kind::fraction, {}, {std::move(top), std::move(bottom)}});
    }
    std::move(wide.begin(), wide.end(), std::back_inserter(beside));
    return product_of(std::move(beside));
  }

private:
  /// The numbers of the term: a fraction in front of what is worth it, else among the factors.
  std::vector<FormulaNode> take_coefficient() {
    std::vector<FormulaNode> out;
    if (!divisors_.empty()) {
      FormulaNode top = numbers_.empty() ? formula_leaf(Kind::number, "1") : product_of(std::exchange(numbers_, {}));
      FormulaNode bottom = product_of(std::exchange(divisors_, {}));
      out.push_back({Kind::fraction, {}, {std::move(top), std::move(bottom)}});
    }
    // A whole number stays where the bar begins.
    std::vector<FormulaNode>& place = below_.empty() ? out : above_;
    place.insert(place.begin(), std::make_move_iterator(numbers_.begin()), std::make_move_iterator(numbers_.end()));
    return out;
  }

  /// Brackets that would make the bar wider than a reader's glance.
  std::vector<FormulaNode> take_wide() {
    constexpr double widest_above = 12.0; // em
    const auto split = std::stable_partition(above_.begin(), above_.end(), [](const FormulaNode& factor) {
      return factor.kind != Kind::fenced || formula_width(factor) < widest_above;
    });
    std::vector<FormulaNode> out(std::make_move_iterator(split), std::make_move_iterator(above_.end()));
    above_.erase(split, above_.end());
    return out;
  }

  std::vector<FormulaNode> numbers_;
  std::vector<FormulaNode> divisors_; ///< numbers below the bar
  std::vector<FormulaNode> above_;
  std::vector<FormulaNode> below_;
};

/// Reads tokens, a range [at, end) at a time, so that arguments nest.
class TreeReader {
public:
  explicit TreeReader(const Tokens& tokens) : tokens_(tokens) {}

  [[nodiscard]] FormulaNode row(std::size_t at, std::size_t end) const {
    FormulaNode out;
    bool follows_operand = false;
    while ((at = past_blanks(at)) < end) {
      if (const auto range = range_at(at, end)) {
        out.parts.push_back({Kind::range, {}, bounds(*range)});
        at = range->end;
        continue;
      }
      if (is_operand(at)) {
        if (follows_operand) out.parts.push_back(formula_leaf(Kind::word, " "));
        at = term(at, end, out);
        follows_operand = true;
        continue;
      }
      const TokenKind kind = tokens_[at].kind;
      const bool is_sign = kind == TokenKind::sign || tokens_[at].text == ",";
      const bool leads = !follows_operand && (tokens_[at].text == "-" || tokens_[at].text == "+");
      out.parts.push_back(formula_leaf(leads ? Kind::prefix : is_sign ? Kind::sign : Kind::word, tokens_[at].text));
      follows_operand = !is_sign && kind != TokenKind::other;
      ++at;
    }
    return without_row(std::move(out));
  }

private:
  [[nodiscard]] bool is_operand(std::size_t at) const {
    const TokenKind kind = tokens_[at].kind;
    return kind == TokenKind::name || kind == TokenKind::number ||
           (kind == TokenKind::open && tokens_[at].partner > at);
  }

  /// Where the parts of `j in 1..n` stand among the tokens.
  struct RangeTokens {
    std::size_t index = 0;
    std::size_t low = 0;
    std::size_t dots = 0;
    std::size_t end = 0;
  };

  [[nodiscard]] std::optional<RangeTokens> range_at(std::size_t at, std::size_t end) const {
    if (tokens_[at].kind != TokenKind::name) return std::nullopt;
    const std::size_t in = past_blanks(at + 1);
    if (in >= end || tokens_[in].text != "in") return std::nullopt;
    RangeTokens out{at, past_blanks(in + 1), end, end};
    for (std::size_t i = out.low; i < end; ++i) {
      if (tokens_[i].kind == TokenKind::open) i = std::max(i, tokens_[i].partner);
      const bool is_dots = i + 1 < end && tokens_[i].text == "." && tokens_[i + 1].text == ".";
      if (is_dots && out.dots == end) out.dots = i;
      if (tokens_[i].text != ":" && tokens_[i].text != ",") continue;
      out.end = i;
      break;
    }
    return out.dots < out.end ? std::optional(out) : std::nullopt;
  }

  [[nodiscard]] std::vector<FormulaNode> bounds(const RangeTokens& range) const {
    return {formula_leaf(Kind::symbol, tokens_[range.index].text), row(range.low, range.dots),
            row(range.dots + 2, range.end)};
  }

  [[nodiscard]] bool is_call(std::size_t at) const {
    return tokens_[at].kind == TokenKind::name && at + 1 < tokens_.size() && tokens_[at + 1].kind == TokenKind::open &&
           tokens_[at + 1].partner > at + 1;
  }

  [[nodiscard]] std::size_t past_blanks(std::size_t at) const {
    while (at < tokens_.size() && tokens_[at].kind == TokenKind::blank)
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
  std::size_t term(std::size_t at, std::size_t end, FormulaNode& out) const {
    Quotient quotient;
    bool divides = false;
    while (true) {
      const std::size_t after = operand_end(at);
      if (divides)
        quotient.divide(operand(at));
      else
        quotient.multiply(operand(at));
      const std::size_t factor = next_factor(after, end);
      at = after;
      if (factor >= end) break;
      divides = tokens_[past_blanks(after)].text == "/";
      at = factor;
    }
    out.parts.push_back(quotient.take());
    return at;
  }

  /// Where the operand at `at` ends, its exponent included.
  [[nodiscard]] std::size_t operand_end(std::size_t at) const {
    const std::size_t end = past_primes(base_end(at));
    return has_exponent(end) ? operand_end(exponent_begin(end)) : end;
  }

  [[nodiscard]] std::size_t base_end(std::size_t at) const {
    if (is_call(at)) return tokens_[at + 1].partner + 1;
    return tokens_[at].kind == TokenKind::open ? tokens_[at].partner + 1 : at + 1;
  }

  /// Primes after a bracket are a token each.
  [[nodiscard]] std::size_t past_primes(std::size_t at) const {
    while (at < tokens_.size() && tokens_[at].text == "'")
      ++at;
    return at;
  }

  /// Where an exponent begins that may carry a sign: `x^-2`.
  [[nodiscard]] std::size_t exponent_begin(std::size_t end) const {
    return end + (end + 1 < tokens_.size() && tokens_[end + 1].text == "-" ? 2 : 1);
  }

  [[nodiscard]] bool has_exponent(std::size_t end) const {
    if (end + 1 >= tokens_.size() || tokens_[end].text != "^") return false;
    const std::size_t begin = exponent_begin(end);
    return begin < tokens_.size() && is_operand(begin);
  }

  [[nodiscard]] FormulaNode operand(std::size_t at) const {
    const std::size_t end = base_end(at);
    const std::size_t after = past_primes(end);
    FormulaNode node = is_call(at) ? call(at) : base(at);
    if (node.kind == Kind::root && after == end && has_exponent(after) && exponent_begin(after) == after + 1)
      if (const auto half = halved(tokens_[after + 1]))
        return {Kind::power, {}, {fenced(std::move(node.parts.front())), *half}};
    if (node.kind == Kind::big_sum && (after > end || has_exponent(after))) node = fenced(std::move(node));
    if (after > end) node = {Kind::rate, std::to_string(after - end), {std::move(node)}};
    if (!has_exponent(after)) return node;
    const std::size_t begin = exponent_begin(after);
    FormulaNode exponent = inline_quotient(bare(operand(begin)));
    if (begin == after + 2) exponent = {Kind::row, {}, {formula_leaf(Kind::prefix, "-"), std::move(exponent)}};
    return {Kind::power, {}, {std::move(node), std::move(exponent)}};
  }

  /// Half of a whole exponent, as √u³ is u^{3/2}.
  [[nodiscard]] static std::optional<FormulaNode> halved(const FormulaToken& exponent) {
    const bool is_short = exponent.kind == TokenKind::number && exponent.text.size() == 1;
    if (!is_short) return std::nullopt;
    const int power = exponent.text.front() - '0';
    if (power % 2 == 0) return formula_leaf(Kind::number, std::to_string(power / 2));
    return FormulaNode{
        Kind::row,
        {},
        {formula_leaf(Kind::number, exponent.text), formula_leaf(Kind::sign, "/"), formula_leaf(Kind::number, "2")}};
  }

  /// x^{1/2}: a bar has no room in an exponent.
  [[nodiscard]] static FormulaNode inline_quotient(FormulaNode node) {
    const auto is_leaf = [](const FormulaNode& part) { return part.parts.empty(); };
    if (node.kind != Kind::fraction || !std::all_of(node.parts.begin(), node.parts.end(), is_leaf)) return node;
    return {Kind::row, {}, {std::move(node.parts[0]), formula_leaf(Kind::sign, "/"), std::move(node.parts[1])}};
  }

  [[nodiscard]] FormulaNode base(std::size_t at) const {
    const FormulaToken& token = tokens_[at];
    if (token.kind == TokenKind::open) return {Kind::fenced, {}, {row(at + 1, token.partner)}};
    return formula_leaf(token.kind == TokenKind::number ? Kind::number : Kind::symbol, token.text);
  }

  [[nodiscard]] FormulaNode call(std::size_t at) const {
    const std::string_view name = tokens_[at].text;
    const std::size_t close = tokens_[at + 1].partner;
    if (name == "matrix") return matrix(at + 2, close);
    if (name == "sum")
      if (const auto range = range_at(past_blanks(at + 2), close); range && range->end < close)
        return big_sum(*range, close);
    FormulaNode argument = row(at + 2, close);
    if (name == "sqrt") return {Kind::root, {}, {std::move(argument)}};
    if (name == "abs") return {Kind::bars, {}, {std::move(argument)}};
    const bool is_free = argument.kind == Kind::symbol && (is_known_function(name) || name == "jump");
    if (!is_free && !(is_known_function(name) && is_multiple(argument)))
      argument = {Kind::fenced, {}, {std::move(argument)}};
    return {Kind::call, std::string(name), {std::move(argument)}};
  }

  [[nodiscard]] FormulaNode big_sum(const RangeTokens& range, std::size_t end) const {
    FormulaNode out{Kind::big_sum, {}, bounds(range)};
    FormulaNode summand = row(range.end + 1, end);
    out.parts.push_back(summand.kind == Kind::row ? fenced(std::move(summand)) : std::move(summand));
    return out;
  }

  /// Entries separated by `,` and rows by `;`, outside of brackets.
  [[nodiscard]] FormulaNode matrix(std::size_t at, std::size_t end) const {
    FormulaNode out{Kind::matrix, {}, {}};
    std::size_t columns = 0;
    for (std::size_t begin = at; at <= end; ++at) {
      if (at < end && tokens_[at].kind == TokenKind::open) at = std::max(at, tokens_[at].partner);
      const bool ends_row = at == end || tokens_[at].text == ";";
      if (!ends_row && tokens_[at].text != ",") continue;
      out.parts.push_back(row(begin, at));
      if (ends_row && columns == 0) columns = out.parts.size();
      begin = at + 1;
    }
    out.text = std::to_string(columns);
    return out;
  }

  /// 2 θ, ω t: an argument that is read as one thing.
  [[nodiscard]] static bool is_multiple(const FormulaNode& argument) {
    return argument.kind == Kind::product && argument.parts.size() == 2 &&
           std::all_of(argument.parts.begin(), argument.parts.end(),
                       [](const FormulaNode& f) { return f.kind == Kind::number || f.kind == Kind::symbol; });
  }

  const Tokens& tokens_;
};

} // namespace

FormulaNode formula_tree(std::string_view text) {
  const Tokens tokens = formula_tokens(text);
  return TreeReader(tokens).row(0, tokens.size());
}

} // namespace dalembert
