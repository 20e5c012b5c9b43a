#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/formula_token.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace typesetting {

namespace {

using WordKind = FormulaToken::Kind;

/// Reads tokens, a range [at, end) at a time, so that arguments nest.
class FormulaReader {
public:
  explicit FormulaReader(const std::vector<FormulaToken>& tokens) : tokens_(tokens) {}

  [[nodiscard]] Formula row(std::size_t at, std::size_t end) const {
    RowMaker out;
    bool follows_operand = false;
    while (at < end) {
      const std::size_t begin = past_blanks(at, end);
      if (begin == end || !is_sign(begin) || (is_lead(begin) && !follows_operand)) add_blank(at, begin, out);
      if (begin == end) break;
      if (const auto range = range_at(begin, end)) {
        out.add(range_of(*range));
        at = range->end;
      } else if (is_operand(begin)) {
        at = term(begin, end, out);
        follows_operand = true;
      } else {
        const bool leads = is_lead(begin) && !follows_operand;
        const std::size_t after = is_sign(begin) ? past_blanks(begin + 1, end) : begin + 1;
        out.add({leads            ? Formula::Kind::prefix
                 : is_sign(begin) ? Formula::Kind::sign
                                  : Formula::Kind::word,
                 text(leads || !is_sign(begin) ? begin : at, after),
                 {}});
        follows_operand = !is_sign(begin) && tokens_[begin].kind != WordKind::other;
        at = after;
      }
    }
    return out.take();
  }

private:
  [[nodiscard]] bool is_operand(std::size_t at) const {
    const WordKind kind = tokens_[at].kind;
    return kind == WordKind::name || kind == WordKind::number || (kind == WordKind::open && tokens_[at].partner > at);
  }
  [[nodiscard]] bool is_sign(std::size_t at) const {
    return tokens_[at].kind == WordKind::sign || tokens_[at].text == ",";
  }
  [[nodiscard]] bool is_lead(std::size_t at) const { return tokens_[at].text == "-" || tokens_[at].text == "+"; }

  [[nodiscard]] std::size_t past_blanks(std::size_t at, std::size_t end) const {
    while (at < end && tokens_[at].kind == WordKind::blank)
      ++at;
    return at;
  }

  /// The text of tokens [at, end).
  [[nodiscard]] std::string text(std::size_t at, std::size_t end) const {
    std::string out;
    for (; at < end; ++at)
      out += tokens_[at].text;
    return out;
  }

  void add_blank(std::size_t at, std::size_t end, RowMaker& out) const {
    if (at < end) out.add({Formula::Kind::blank, text(at, end), {}});
  }

  /// Where the parts of `j in 1..n` stand among the tokens.
  struct RangeTokens {
    std::size_t index = 0;
    std::size_t low = 0;
    std::size_t dots = 0;
    std::size_t end = 0;
  };

  [[nodiscard]] std::optional<RangeTokens> range_at(std::size_t at, std::size_t end) const {
    if (at >= end || tokens_[at].kind != WordKind::name) return std::nullopt;
    const std::size_t in = past_blanks(at + 1, end);
    if (in >= end || tokens_[in].text != "in") return std::nullopt;
    RangeTokens out{at, past_blanks(in + 1, end), end, end};
    for (std::size_t i = out.low; i < end; ++i) {
      if (tokens_[i].kind == WordKind::open) i = std::max(i, tokens_[i].partner);
      const bool is_dots = i + 1 < end && tokens_[i].text == "." && tokens_[i + 1].text == ".";
      if (is_dots && out.dots == end) out.dots = i;
      if (i >= end || (tokens_[i].text != ":" && tokens_[i].text != ",")) continue;
      out.end = i;
      break;
    }
    return out.dots < out.end ? std::optional(out) : std::nullopt;
  }

  [[nodiscard]] Formula range_of(const RangeTokens& range) const {
    Formula out = range_formula(name_formula(std::string(tokens_[range.index].text)), row(range.low, range.dots),
                                row(range.dots + 2, range.end));
    out.text = text(range.index + 1, range.low);
    return out;
  }

  [[nodiscard]] bool is_call(std::size_t at) const {
    return tokens_[at].kind == WordKind::name && at + 1 < tokens_.size() && tokens_[at + 1].kind == WordKind::open &&
           tokens_[at + 1].partner > at + 1;
  }

  /// The operand that a `*` or `/` at or after `at` joins to the term; `end` where the term is over.
  [[nodiscard]] std::size_t next_factor(std::size_t at, std::size_t end) const {
    const std::size_t joint = past_blanks(at, end);
    if (joint >= end || (tokens_[joint].text != "*" && tokens_[joint].text != "/")) return end;
    const std::size_t factor = past_blanks(joint + 1, end);
    return factor < end && is_operand(factor) ? factor : end;
  }

  /// Appends the product that begins at `at` and returns where it ends.
  std::size_t term(std::size_t at, std::size_t end, RowMaker& out) const {
    std::vector<Formula> parts;
    while (true) {
      const std::size_t after = operand_end(at);
      parts.push_back(operand(at));
      const std::size_t factor = next_factor(after, end);
      at = after;
      if (factor >= end) break;
      parts.push_back(sign_formula(text(after, factor)));
      at = factor;
    }
    if (parts.size() == 1)
      out.add(std::move(parts.front()));
    else
      out.add({Formula::Kind::product, {}, std::move(parts)});
    return at;
  }

  /// Where the operand at `at` ends, its exponent included.
  [[nodiscard]] std::size_t operand_end(std::size_t at) const {
    const std::size_t end = past_primes(base_end(at));
    return has_exponent(end) ? operand_end(exponent_begin(end)) : end;
  }

  [[nodiscard]] std::size_t base_end(std::size_t at) const {
    if (is_call(at)) return tokens_[at + 1].partner + 1;
    return tokens_[at].kind == WordKind::open ? tokens_[at].partner + 1 : at + 1;
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

  [[nodiscard]] Formula operand(std::size_t at) const {
    const std::size_t end = base_end(at);
    const std::size_t after = past_primes(end);
    Formula out = is_call(at) ? call(at) : base(at);
    if (after > end) {
      Formula inner = std::exchange(out, {Formula::Kind::primed, text(end, after), {}});
      out.parts.push_back(std::move(inner));
    }
    if (!has_exponent(after)) return out;
    const std::size_t begin = exponent_begin(after);
    RowMaker exponent;
    if (begin == after + 2) exponent.add(prefix_formula("-"));
    exponent.add(operand(begin));
    return power_formula(std::move(out), exponent.take());
  }

  [[nodiscard]] Formula base(std::size_t at) const {
    const FormulaToken& token = tokens_[at];
    if (token.kind == WordKind::open) return fenced_formula(row(at + 1, token.partner));
    return {token.kind == WordKind::number ? Formula::Kind::number : Formula::Kind::name, std::string(token.text), {}};
  }

  [[nodiscard]] Formula call(std::size_t at) const {
    const std::string_view name = tokens_[at].text;
    const std::size_t close = tokens_[at + 1].partner;
    if (name == "sum")
      if (const auto range = range_at(at + 2, close); range && range->end < close) {
        const std::size_t body = past_blanks(range->end + 1, close);
        Formula out = sum_formula(range_of(*range), row(body, close));
        out.text = text(range->end, body);
        return out;
      }
    return call_formula(std::string(name), row(at + 2, close));
  }

  const std::vector<FormulaToken>& tokens_;
};

} // namespace

Formula read_formula(std::string_view text) {
  const std::vector<FormulaToken> tokens = formula_tokens(text);
  return FormulaReader(tokens).row(0, tokens.size());
}

} // namespace typesetting
} // namespace dalembert
