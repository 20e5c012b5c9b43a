// Sums, products, extrema and conjunctions over a range: `sum(i in 1..n: …)`.
#include <dalembert/language/expression_parser.h>
#include <dalembert/language/fold_habits.h>
#include <dalembert/language/words.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

/// True where `sum(` is followed by a binder and a range: `sum(i in 1..n: …)`, not `max(a in N, b)`.
bool ExpressionParser::starts_fold() const {
  if (cursor_.peek(1).kind != TokenKind::round_open || cursor_.peek(1).gap != Gap::none) return false;
  const Token& in = cursor_.peek(3);
  const bool has_in = in.kind == TokenKind::word && cursor_.text(in) == "in" && Cursor::is_near(in, Break::forbidden);
  return cursor_.is_name(cursor_.peek(2)) && has_in && range_follows(cursor_.index() + 4);
}

/// True where tokens from `index` on reach a `..` before anything that ends an expression; brackets are jumped over.
bool ExpressionParser::range_follows(std::size_t index) const {
  const Tokens& all = cursor_.all();
  for (std::size_t i = index; i < all.tokens.size(); ++i) {
    switch (all.tokens[i].kind) {
    case TokenKind::range:
      return true;
    case TokenKind::round_open:
    case TokenKind::square_open:
      if (all.partner[i] <= i) return false;
      i = all.partner[i];
      break;
    case TokenKind::end:
    case TokenKind::comma:
    case TokenKind::semicolon:
    case TokenKind::colon:
    case TokenKind::round_close:
    case TokenKind::square_close:
    case TokenKind::curly_open:
    case TokenKind::curly_close:
    case TokenKind::equal:
    case TokenKind::string:
      return false;
    default:
      break;
    }
  }
  return false;
}

const Expr* ExpressionParser::fold(FoldKind kind) {
  const std::uint32_t begin = cursor_.take().begin;
  cursor_.open();
  const int outer_bars = std::exchange(open_bars_, 0);
  Fold node{.kind = kind};
  Arena& arena = cursor_.arena();
  node.binder = arena.make<Name>(cursor_.expect_name("a name", Break::allowed));
  cursor_.expect_word("in");
  node.range = arena.make<Range>(range());
  if (auto known = separator_of_fold(cursor_)) cursor_.fail(std::move(*known));
  cursor_.expect(TokenKind::colon, "`:` and an expression");
  node.body = expression();
  open_bars_ = outer_bars;
  cursor_.close();
  const std::uint32_t height = std::max({node.range->lower->height, node.range->upper->height, node.body->height});
  return make(begin, height + 1, node);
}

} // namespace ast
} // namespace language
} // namespace dalembert
