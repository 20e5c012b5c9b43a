#include <dalembert/base/dimension.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/complaints.h>
#include <dalembert/language/habits.h>
#include <dalembert/language/notations.h>
#include <dalembert/language/statement_forms.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr std::size_t longest_shown = 40; // bytes of the user's text that a message repeats

/// The current token in words: `x`, "the end of the file", "the end of the line".
std::string found(const TokenView& cursor, Break line_break) {
  const Token& token = cursor.peek();
  if (token.kind == TokenKind::end) return "the end of the file";
  if (!TokenView::is_near(token, line_break)) return "the end of the line";
  std::string_view text = cursor.text(token);
  if (text.size() > longest_shown) return fmt::format("`{}…`", shown(text.substr(0, text.find(' '))));
  return fmt::format("`{}`", shown(text));
}

/// Where to point for the current token: at it, or behind the text before it where it stands on a later line.
SourceSpan place(const TokenView& cursor) {
  const Token& token = cursor.peek();
  if (cursor.index() > 0 && (is_on_new_line(token) || token.kind == TokenKind::end)) return cursor.behind();
  return cursor.span(token);
}

std::string_view bracket_text(TokenKind open) {
  if (open == TokenKind::round_open) return ")";
  if (open == TokenKind::square_open) return "]";
  return "}";
}

/// A closing bracket that closes nothing.
Diagnostic superfluous(const TokenView& cursor) {
  const Token& token = cursor.peek();
  Diagnostic d = complaint("E0106", cursor.span(token), fmt::format("this `{}` closes no bracket", cursor.text(token)));
  d.edit = Edit{d.span, ""};
  return d;
}

/// A clause word that is a slip of the finger away from the right one.
std::optional<Diagnostic> misspelt_clause(const TokenView& cursor, std::string_view what) {
  static constexpr auto clauses = std::to_array<std::string_view>(
      {"against", "along", "conjugate", "when", "then", "else", "rotate", "spin", "inertial", "axis"});
  if (!cursor.sees_name()) return std::nullopt;
  const Token& token = cursor.peek();
  const bool wants_word = what.size() > 3 && what.front() == '`';
  const std::array wanted{wants_word ? what.substr(1, what.size() - 2) : std::string_view{}};
  std::string_view word = wants_word ? nearest(cursor.text(token), wanted) : std::string_view{};
  if (word.empty() && cursor.text(token).size() > 3) word = nearest(cursor.text(token), clauses);
  if (word.empty()) return std::nullopt;
  Diagnostic d = complaint("E0103", cursor.span(token), fmt::format("`{}` is not a keyword", cursor.text(token)));
  d.help = fmt::format("did you mean `{}`?", word);
  d.edit = Edit{d.span, std::string(word)};
  return d;
}

/// `0:10` and `0 to 10` for a range, `i = 1..3` for an index: the separator of another language.
std::optional<Edit> other_separator(const TokenView& cursor, std::string_view what) {
  const Token& token = cursor.peek();
  const bool is_range = what.starts_with("`..`");
  if (is_range && (token.kind == TokenKind::colon || cursor.text(token) == "to")) {
    const std::uint32_t begin = cursor.previous().end; // the blanks around the word go with it
    return Edit{cursor.span(begin, cursor.peek(1).begin), ".."};
  }
  if (what == "`in`" && token.kind == TokenKind::equal)
    return Edit{cursor.span(cursor.previous().end, cursor.peek(1).begin), " in "};
  return std::nullopt;
}

/// The word that the statement at the current token starts with; an empty view where there is none before it.
std::string_view current_statement(const TokenView& cursor) {
  for (std::size_t i = cursor.index(); i-- > 0;) {
    const std::string_view word = cursor.text(cursor.token(i));
    if (cursor.token(i).kind == TokenKind::word && (starts_statement(word) || cursor.is_contextual_start(i)))
      return word;
  }
  return {};
}

/// The keyword for a word that other tools use for it; an empty view where there is none.
std::string_view keyword_for(std::string_view word) {
  static constexpr auto synonyms =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"coordinate", "coord"},
                                                                    {"coordinates", "coord"},
                                                                    {"coords", "coord"},
                                                                    {"parameter", "param"},
                                                                    {"parameters", "param"},
                                                                    {"params", "param"},
                                                                    {"constant", "param"},
                                                                    {"constants", "param"},
                                                                    {"const", "param"},
                                                                    {"constraints", "constraint"},
                                                                    {"forces", "force"},
                                                                    {"initials", "initial"},
                                                                    {"initially", "initial"},
                                                                    {"init", "initial"},
                                                                    {"simulation", "simulate"},
                                                                    {"sim", "simulate"},
                                                                    {"run", "simulate"},
                                                                    {"define", "let"},
                                                                    {"def", "let"},
                                                                    {"set", "let"},
                                                                    {"reactions", "reaction"},
                                                                    {"plots", "plot"},
                                                                    {"title", "model"}});
  for (const auto& [other, keyword] : synonyms)
    if (other == word) return keyword;
  return {};
}

/// `theta'(0)` of a line `theta'(0) = 0.1`: the name with its primes, and the place of the whole.
struct ValueAtStart {
  std::string text;
  SourceSpan span;
};

std::optional<ValueAtStart> value_at_start(const TokenView& cursor) {
  std::size_t i = cursor.index() + 1;
  while (cursor.token(i).kind == TokenKind::prime)
    ++i;
  const bool is_call = cursor.token(i).kind == TokenKind::round_open && cursor.token(i).gap == Gap::none &&
                       cursor.token(i + 1).kind == TokenKind::number &&
                       cursor.token(i + 2).kind == TokenKind::round_close &&
                       cursor.token(i + 3).kind == TokenKind::equal;
  if (!is_call || cursor.text(cursor.token(i + 1)).find_first_not_of("0.") != std::string_view::npos)
    return std::nullopt;
  const std::uint32_t begin = cursor.peek().begin;
  return ValueAtStart{std::string(cursor.text(begin, cursor.token(i - 1).end)),
                      cursor.span(begin, cursor.token(i + 2).end)};
}

/// `drawrod from …`: the blank behind `draw` is missing.
bool is_joined_draw(const TokenView& cursor) {
  static constexpr auto clauses =
      std::to_array<std::string_view>({"along", "at", "from", "of", "through", "to", "turned"});
  constexpr std::string_view draw = "draw";
  const std::string_view word = cursor.text(cursor.peek());
  const std::string_view next = cursor.text(cursor.peek(1));
  const bool has_clause = next == "(" || std::find(clauses.begin(), clauses.end(), next) != clauses.end();
  return word.size() > draw.size() + 2 && word.starts_with(draw) && word != "drawing" && has_clause;
}

} // namespace

Diagnostic unclosed(const TokenView& cursor) {
  const Token& opener = cursor.innermost_token();
  const std::string_view closer = bracket_text(opener.kind);
  Diagnostic d = complaint("E0105", cursor.behind(), fmt::format("a `{}` is missing", closer));
  d.note = fmt::format("expected `{}`, found {}", closer, found(cursor, Break::allowed));
  d.labels.push_back({cursor.span(opener), fmt::format("this `{}` is not closed", cursor.text(opener))});
  if (is_closer(cursor.peek().kind)) {
    // (a] : the wrong one of the three
    d.span = cursor.span(cursor.peek());
    d.edit = Edit{d.span, std::string(closer)};
    d.message = fmt::format("`{}` cannot close `{}`", cursor.text(cursor.peek()), cursor.text(opener));
    return d;
  }
  d.edit = Edit{d.span, std::string(closer)};
  return d;
}

Diagnostic unexpected(const TokenView& cursor, std::string_view what, Break line_break) {
  const Token& token = cursor.peek();
  if (auto d = habit(cursor)) return std::move(*d);
  if (auto d = misspelt_clause(cursor, what)) return std::move(*d);
  const bool is_on_this_line = TokenView::is_near(token, line_break) && !is_on_new_line(token);
  const bool is_reserved_word = token.kind == TokenKind::word && is_reserved(cursor.text(token));
  if (is_reserved_word && is_on_this_line && what.find("name") != std::string_view::npos) {
    Diagnostic d = complaint("E0104", cursor.span(token),
                             fmt::format("`{}` is a keyword, so it cannot be a name", cursor.text(token)));
    d.help = fmt::format("choose another name, such as `{}_1`", cursor.text(token));
    return d;
  }
  if (is_closer(token.kind) && cursor.depth() == 0 && is_on_this_line) return superfluous(cursor);
  Diagnostic d = complaint("E0114", place(cursor), fmt::format("expected {}", what));
  if (is_on_this_line) d.edit = other_separator(cursor, what);
  if (d.edit)
    d.help = fmt::format("write {}", what.substr(0, what.find(" and")));
  else if (const std::string_view form = statement_form(current_statement(cursor)); !form.empty())
    d.help = fmt::format("such a statement reads: {}", form);
  d.note = fmt::format("found {} instead", is_on_new_line(token) && token.kind != TokenKind::end
                                               ? "the end of the line"
                                               : found(cursor, line_break));
  return d;
}

Diagnostic leftover(const TokenView& cursor, std::string_view statement) {
  const Token& token = cursor.peek();
  if (auto d = habit(cursor)) return std::move(*d);
  if (auto d = misspelt_clause(cursor, "")) return std::move(*d);
  if (is_closer(token.kind)) return superfluous(cursor);
  Diagnostic d = complaint("E0115", cursor.span(token),
                           fmt::format("{} does not belong to this `{}`", found(cursor, Break::allowed), statement));
  d.note = fmt::format("the `{}` is complete before this", statement);
  if (token.kind == TokenKind::string) d.help = "write it as a comment: # …";
  if (token.kind == TokenKind::word && starts_statement(cursor.text(token))) {
    d.help = "write each statement on its own line";
    d.edit = Edit{cursor.span(cursor.behind().begin, token.begin), "\n"};
  }
  return d;
}

Diagnostic no_statement(const TokenView& cursor) {
  const Token& token = cursor.peek();
  if (is_closer(token.kind)) return superfluous(cursor);
  if (token.kind == TokenKind::semicolon) {
    Diagnostic d = complaint("E0118", cursor.span(token), "there is no statement before this `;`");
    d.edit = Edit{d.span, ""};
    return d;
  }
  if (token.kind == TokenKind::other || token.kind == TokenKind::superscript) {
    if (auto d = stray_character(cursor)) return std::move(*d);
  }
  if (cursor.index() > 0) {
    if (auto d = broken_line(cursor)) return std::move(*d);
  }
  if (token.kind != TokenKind::word) {
    Diagnostic d = complaint("E0103", cursor.span(token),
                             fmt::format("no statement starts with {}", found(cursor, Break::allowed)));
    d.help = "to continue the line before, end it with an operator, a comma or an open bracket";
    return d;
  }
  const std::string_view word = cursor.text(token);
  if (continues_statement(word)) {
    Diagnostic d = complaint("E0116", cursor.span(token), fmt::format("no statement starts with `{}`", word));
    d.help = "move it to the end of the line that it continues";
    return d;
  }
  if (word == "component" || word == "use") {
    Diagnostic d =
        complaint("E0103", cursor.span(token), fmt::format("`{}` is reserved; it is not supported yet", word));
    d.help = "`include` brings in the statements of another file; families `x[1..n]` repeat them";
    return d;
  }
  Diagnostic d = complaint("E0103", cursor.span(token), fmt::format("no statement starts with `{}`", shown(word)));
  if (const auto target = value_at_start(cursor)) {
    d.help = fmt::format("an initial value is written `initial {} = …`", target->text);
    d.edit = Edit{target->span, fmt::format("initial {}", target->text)};
    return d;
  }
  if (is_joined_draw(cursor)) {
    const std::string apart = fmt::format("draw {}", word.substr(std::string_view("draw").size()));
    d.help = fmt::format("did you mean `{}`?", apart);
    d.edit = Edit{d.span, apart};
    return d;
  }
  const std::string_view synonym = keyword_for(word);
  const std::string_view near_word = synonym.empty() ? nearest(word, statement_words()) : synonym;
  const TokenKind next = cursor.peek(1).kind;
  if (!near_word.empty() && next != TokenKind::equal) {
    d.help = fmt::format("did you mean `{}`?", near_word);
    d.edit = Edit{d.span, std::string(near_word)};
  } else if (next == TokenKind::equal) {
    const std::string_view keyword = word == "T"   ? "kinetic"
                                     : word == "V" ? "potential"
                                     : word == "L" ? "lagrangian"
                                     : word == "D" ? "dissipation"
                                                   : "let";
    d.help = keyword == "let" ? fmt::format("a definition starts with `let`, a value with `param`: let {} = …", word)
                              : fmt::format("an energy starts with its keyword: {} {} = …", keyword, word);
    d.edit = Edit{cursor.span(token.begin, token.begin), fmt::format("{} ", keyword)};
  } else {
    d.help = "a statement starts with a keyword such as `param`, `coord`, `let`, `kinetic`, `constraint`, `initial`";
  }
  return d;
}

Diagnostic missing_product(const TokenView& cursor) {
  for (const auto& notation : {grouped_digits, prefixed_derivative, unbracketed_argument, unbracketed_unit})
    if (auto d = notation(cursor)) return std::move(*d);
  const Token& token = cursor.peek();
  const std::string_view left = cursor.text(cursor.previous());
  const std::string_view right = cursor.text(token);
  const SourceSpan gap = cursor.span(cursor.previous().end, token.begin);
  Diagnostic d = complaint("E0107", cursor.span(token), "a multiplication is written `*`");
  d.note = "an operator is missing before this";
  d.edit = Edit{gap, "*"};
  const TokenKind before = cursor.previous().kind;
  const bool is_plain = (before == TokenKind::word || before == TokenKind::number) &&
                        (token.kind == TokenKind::word || token.kind == TokenKind::number);
  const bool is_short = is_plain && left.size() + right.size() < longest_shown;
  if (is_short) d.help = fmt::format("write {}*{}", left, right);
  UnitError error;
  const bool may_be_unit = token.kind == TokenKind::word && cursor.previous().kind == TokenKind::number &&
                           unit_length(fmt::format("[{}]", right)) != 0 && parse_unit(right, error).has_value();
  if (is_short && may_be_unit) d.help += fmt::format("; if {0} is a unit, write {1} [{0}]", right, left);
  return d;
}

} // namespace ast
} // namespace language
} // namespace dalembert
