#include <dalembert/base/edit_distance.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/statement_words.h>
#include <dalembert/language/words.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

// in alphabetical order, for the search
#define DALEMBERT_WORD(word, rule) std::string_view(#word),
constexpr std::array statements{DALEMBERT_STATEMENT_WORDS(DALEMBERT_WORD)};
constexpr std::array contextual{DALEMBERT_CONTEXTUAL_WORDS(DALEMBERT_WORD)};
constexpr std::array all_statements{DALEMBERT_STATEMENT_WORDS(DALEMBERT_WORD)
                                        DALEMBERT_CONTEXTUAL_WORDS(DALEMBERT_WORD)};
#undef DALEMBERT_WORD
constexpr auto continuations =
    std::to_array<std::string_view>({"against", "along", "and", "at", "axis", "conjugate", "else", "if", "in", "not",
                                     "of", "on", "or", "then", "to", "vs", "when"});
static_assert(std::is_sorted(statements.begin(), statements.end()));
static_assert(std::is_sorted(contextual.begin(), contextual.end()));
static_assert(std::is_sorted(continuations.begin(), continuations.end()));

bool contains(std::span<const std::string_view> sorted, std::string_view word) {
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

/// Matches units letter by letter, as the grammar has them: UMul and UPow.
class UnitMatcher {
public:
  explicit UnitMatcher(std::string_view text) : text_(text) {}

  std::size_t bracket() {
    if (!take('[')) return 0;
    blanks();
    if (!product(0)) return 0;
    blanks();
    return take(']') ? at_ : 0;
  }

private:
  static constexpr int deepest = 50;

  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
      ++at_;
  }
  bool digits() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(static_cast<unsigned char>(text_[at_])))
      ++at_;
    return at_ > begin;
  }
  bool letters() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const CodePoint c = decode(text_, at_);
      const bool is_letter = (c.value >= U'a' && c.value <= U'z') || (c.value >= U'A' && c.value <= U'Z');
      const bool is_sign = c.value == 0xB5 || c.value == 0x3A9 || c.value == 0xB0 || c.value == U'%';
      if (!c.is_valid || !(is_letter || is_sign)) break;
      at_ += c.length;
    }
    return at_ > begin;
  }

  bool product(int depth) {
    if (!factor(depth)) return false;
    while (true) {
      const std::size_t before = at_;
      blanks();
      bool has_sign = take('*') || take('/');
      if (!has_sign && text_.substr(at_).starts_with("·")) {
        at_ += 2;
        has_sign = true;
      }
      if (has_sign) blanks();
      const bool is_separated = has_sign || at_ > before;
      if (is_separated && factor(depth)) continue;
      at_ = before;
      return true;
    }
  }

  bool factor(int depth) {
    if (depth > deepest) return false;
    const std::size_t before = at_;
    if (take('(')) {
      blanks();
      const bool is_whole = product(depth + 1) && (blanks(), take(')'));
      if (!is_whole) {
        at_ = before;
        return false;
      }
    } else if (!letters() && !take('1')) {
      return false;
    }
    exponent();
    return true;
  }

  void exponent() {
    const std::size_t before = at_;
    if (!take('^')) return;
    if (take('(')) {
      take('-');
      bool is_whole = digits();
      if (is_whole && take('/')) is_whole = digits();
      if (is_whole && take(')')) return;
    } else {
      take('-');
      if (digits()) return;
    }
    at_ = before;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

bool starts_statement(std::string_view word) {
  return contains(statements, word);
}
bool is_contextual(std::string_view word) {
  return contains(contextual, word);
}
bool is_draw_clause_name(std::string_view word) {
  return word == "from" || word == "through" || word == "turned";
}
bool is_constraint_clause_name(std::string_view word) {
  return word == "from" || word == "until";
}
bool continues_statement(std::string_view word) {
  return contains(continuations, word);
}
bool is_reserved(std::string_view word) {
  return starts_statement(word) || continues_statement(word);
}
std::span<const std::string_view> statement_words() {
  return all_statements;
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> words) {
  std::string_view best;
  int fewest = word.size() <= 5 ? 2 : 3;
  if (word.size() < 2 || word.size() > 20) return {};
  for (const std::string_view candidate : words) {
    const int count = edit_distance(word, candidate);
    if (count >= fewest) continue;
    fewest = count;
    best = candidate;
  }
  return best;
}

std::size_t unit_length(std::string_view text) {
  return UnitMatcher(text).bracket();
}

std::string canonical_unit(std::string_view unit) {
  std::string out;
  for (std::size_t i = 0; i < unit.size();) {
    if (unit[i] != ' ' && unit[i] != '\t') {
      out += unit[i++];
      continue;
    }
    i = std::min(unit.find_first_not_of(" \t", i), unit.size());
    const bool is_after_sign =
        out.empty() || out.back() == '*' || out.back() == '/' || out.back() == '(' || out.ends_with("·");
    const std::string_view rest = unit.substr(i);
    const bool is_before_sign =
        rest.empty() || rest.front() == '*' || rest.front() == '/' || rest.front() == ')' || rest.starts_with("·");
    if (!is_after_sign && !is_before_sign) out += ' ';
  }
  return out;
}

std::optional<FoldKind> fold_kind(std::string_view word) {
  if (word == "sum") return FoldKind::sum;
  if (word == "prod") return FoldKind::prod;
  if (word == "max") return FoldKind::max;
  if (word == "min") return FoldKind::min;
  if (word == "all") return FoldKind::all;
  return std::nullopt;
}

} // namespace ast
} // namespace language
} // namespace dalembert
