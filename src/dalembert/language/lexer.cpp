#include <dalembert/base/shown_text.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/lexer.h>

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

struct FixedSign {
  std::string_view text;
  TokenKind kind;
  bool is_lookalike;
};

/// Signs, longest first. Look-alikes are habits of other languages and characters that only look right; none of them
/// can occur in a correct text outside units, strings and comments.
constexpr std::array signs = std::to_array<FixedSign>({
    {"..", TokenKind::range, false},         {"<=", TokenKind::less_equal, false},
    {">=", TokenKind::greater_equal, false}, {"==", TokenKind::equal, true},
    {":=", TokenKind::equal, true},          {"=<", TokenKind::less_equal, true},
    {"=>", TokenKind::greater_equal, true},  {"**", TokenKind::caret, true},
    {"(", TokenKind::round_open, false},     {")", TokenKind::round_close, false},
    {"[", TokenKind::square_open, false},    {"]", TokenKind::square_close, false},
    {"{", TokenKind::curly_open, false},     {"}", TokenKind::curly_close, false},
    {",", TokenKind::comma, false},          {";", TokenKind::semicolon, false},
    {":", TokenKind::colon, false},          {".", TokenKind::dot, false},
    {"'", TokenKind::prime, false},          {"|", TokenKind::bar, false},
    {"+", TokenKind::plus, false},           {"-", TokenKind::minus, false},
    {"*", TokenKind::star, false},           {"/", TokenKind::slash, false},
    {"^", TokenKind::caret, false},          {"=", TokenKind::equal, false},
    {"~", TokenKind::tilde, false},          {"<", TokenKind::less, false},
    {">", TokenKind::greater, false},        {"\u2212", TokenKind::minus, true},
    {"\u2013", TokenKind::minus, true},      {"\u00D7", TokenKind::star, true},
    {"\u00B7", TokenKind::star, true},       {"\u22C5", TokenKind::star, true},
    {"\u2217", TokenKind::star, true},       {"\u00F7", TokenKind::slash, true},
    {"\u2264", TokenKind::less_equal, true}, {"\u2265", TokenKind::greater_equal, true},
    {"\u2248", TokenKind::tilde, true},      {"\u2032", TokenKind::prime, true},
    {"\u2019", TokenKind::prime, true},      {"\u2026", TokenKind::range, true},
});

class Lexer {
public:
  Lexer(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}

  LexerOutput run() {
    if (text_.starts_with("\uFEFF")) at_ = 3;
    last_line_start_ = at_;
    while (true) {
      const Gap gap = skip_gap();
      if (at_ == text_.size()) {
        push(at_, TokenKind::end, gap, false);
        break;
      }
      next_token(gap);
    }
    match_brackets(out_.tokens, text_);
    return std::move(out_);
  }

private:
  [[nodiscard]] bool rest_starts_with(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  [[nodiscard]] char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  [[nodiscard]] SourceSpan span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void push(std::size_t begin, TokenKind kind, Gap gap, bool is_lookalike) {
    out_.tokens.tokens.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_), kind, gap, is_lookalike});
    line_has_token_ = true;
  }

  void skip_line() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end;
  }

  /// Skips white space and comments, and says what kind of gap they make.
  Gap skip_gap() {
    Gap gap = Gap::none;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t') {
        gap = gap == Gap::none ? Gap::blanks : gap;
        ++at_;
      } else if (c == '\n') {
        gap = gap == Gap::odd ? Gap::odd : Gap::line;
        end_line();
      } else if (c == '\r') {
        const bool ends_line = byte(at_ + 1) == '\n';
        if (!ends_line && gap != Gap::line) gap = Gap::odd;
        ++at_;
      } else if (c == '#') {
        comment();
        if (at_ == text_.size() && gap != Gap::line) gap = Gap::odd;
      } else if (rest_starts_with("//") || rest_starts_with("/*")) {
        foreign_comment();
      } else {
        break;
      }
    }
    return gap;
  }

  /// Ends the current line; runs of lines with nothing on them become one piece of trivia.
  void end_line() {
    const bool is_blank = !line_has_token_ && !line_has_comment_;
    if (is_blank && blank_run_ends_here())
      out_.trivia.back().span.end = static_cast<std::uint32_t>(at_ + 1);
    else if (is_blank)
      out_.trivia.push_back({span(last_line_start_, at_ + 1), Trivia::Kind::blank_lines, false});
    ++at_;
    last_line_start_ = at_;
    line_has_token_ = false;
    line_has_comment_ = false;
  }
  [[nodiscard]] bool blank_run_ends_here() const {
    return !out_.trivia.empty() && out_.trivia.back().kind == Trivia::Kind::blank_lines &&
           out_.trivia.back().span.end == last_line_start_;
  }

  void comment() {
    const std::size_t begin = at_;
    skip_line();
    std::size_t end = at_;
    while (end > begin && (text_[end - 1] == '\r' || text_[end - 1] == ' ' || text_[end - 1] == '\t'))
      --end;
    require_characters(begin, end);
    out_.trivia.push_back({span(begin, end), Trivia::Kind::comment, !line_has_token_});
    line_has_comment_ = true;
  }

  /// Reports the first byte between `begin` and `end` that is no UTF-8, or the first control character: nobody sees
  /// them in a comment or string, and a terminal would obey them.
  void require_characters(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      const TextUnit unit = text_unit(text_, i);
      const bool turns_direction = unit.value >= 0x2000; // shown wherever it is printed
      if (!unit.is_valid || (is_obeyed(unit.value) && !turns_direction) || is_no_character(unit.value)) {
        Diagnostic d;
        d.code = unit.is_valid ? "E0101" : "E0120";
        d.span = span(i, i + unit.length);
        d.message = unit.is_valid
                        ? fmt::format("the character {} has no meaning here", shown(text_.substr(i, unit.length)))
                        : fmt::format("the byte 0x{:02X} is not valid UTF-8", static_cast<unsigned>(unit.value));
        d.help = unit.is_valid ? "remove it" : "save the file as UTF-8";
        out_.diagnostics.push_back(std::move(d));
        return;
      }
      i += unit.length;
    }
  }
  [[nodiscard]] static bool is_no_character(char32_t c) { return (c & 0xFFFEU) == 0xFFFEU; }

  /// A comment as C writes it: reported, and left out.
  void foreign_comment() {
    const std::size_t begin = at_;
    const bool is_block = text_[at_ + 1] == '*';
    if (is_block) {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      skip_line();
    }
    Diagnostic d;
    d.code = "E0108";
    d.span = span(begin, begin + 2);
    d.message = "a comment starts with `#`";
    d.note = "this starts a comment in another language";
    d.help = "write `#`; the comment extends to the end of the line";
    if (!is_block) d.edit = Edit{d.span, "#"};
    out_.diagnostics.push_back(std::move(d));
    line_has_comment_ = true;
  }

  void next_token(Gap gap) {
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (is_digit(static_cast<unsigned char>(c))) {
      number();
      return push(begin, TokenKind::number, gap, false);
    }
    if (c == '"') return string(gap);
    const CodePoint point = decode(text_, at_);
    if (point.is_valid && (starts_word(point.value) || is_foreign_letter(point.value))) return word(gap);
    if (superscript(point.value) != 0) return superscripts(gap);
    for (const FixedSign& sign : signs)
      if (rest_starts_with(sign.text)) {
        at_ += sign.text.size();
        return push(begin, sign.kind, gap, sign.is_lookalike);
      }
    at_ += point.length;
    push(begin, TokenKind::other, gap, false);
  }

  void digits() {
    while (is_digit(static_cast<unsigned char>(byte(at_))))
      ++at_;
  }

  void number() {
    digits();
    if (byte(at_) == '.' && is_digit(static_cast<unsigned char>(byte(at_ + 1)))) {
      ++at_;
      digits();
    }
    if (byte(at_) != 'e' && byte(at_) != 'E') return;
    const std::size_t sign = byte(at_ + 1) == '+' || byte(at_ + 1) == '-' ? 1 : 0;
    if (!is_digit(static_cast<unsigned char>(byte(at_ + 1 + sign)))) return;
    at_ += 1 + sign;
    digits();
  }

  void word(Gap gap) {
    const std::size_t begin = at_;
    bool is_foreign = false;
    while (at_ < text_.size()) {
      const CodePoint c = decode(text_, at_);
      const bool is_strange = is_foreign_letter(c.value);
      if (!c.is_valid || !(continues_word(c.value) || is_strange)) break;
      is_foreign = is_foreign || is_strange;
      at_ += c.length;
    }
    push(begin, TokenKind::word, gap, is_foreign);
  }

  void superscripts(Gap gap) {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const CodePoint c = decode(text_, at_);
      if (!c.is_valid || superscript(c.value) == 0) break;
      at_ += c.length;
    }
    push(begin, TokenKind::superscript, gap, true);
  }

  /// `theta"`: an unclosed quote that touches a name, with no text behind it, is meant as two primes.
  bool is_double_prime(std::size_t begin) {
    const auto before = begin > 0 ? static_cast<unsigned char>(text_[begin - 1]) : static_cast<unsigned char>(' ');
    const char after = byte(begin + 1);
    const bool follows_name = starts_word(before) || is_digit(before) || before == ')' || before >= 0x80;
    const bool has_text = starts_word(static_cast<unsigned char>(after)) ||
                          (after == ' ' && at_ > begin + 2 && starts_word(static_cast<unsigned char>(byte(begin + 2))));
    if (!follows_name || has_text) return false;
    Diagnostic d;
    d.code = "E0108";
    d.span = span(begin, begin + 1);
    d.message = "a second time derivative is written with two primes";
    d.help = "write `''`";
    d.edit = Edit{d.span, "''"};
    out_.diagnostics.push_back(std::move(d));
    return true;
  }

  void string(Gap gap) {
    const std::size_t begin = at_;
    const std::size_t close = text_.find_first_of("\"\n", at_ + 1);
    const bool is_closed = close != std::string_view::npos && text_[close] == '"';
    if (is_closed) {
      at_ = close + 1;
      require_characters(begin, at_);
      return push(begin, TokenKind::string, gap, false);
    }
    at_ = close == std::string_view::npos ? text_.size() : close;
    while (at_ > begin + 1 && (text_[at_ - 1] == '\r' || text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t'))
      --at_;
    push(begin, TokenKind::string, gap, true);
    if (is_double_prime(begin)) return;
    Diagnostic d;
    d.code = "E0102";
    d.span = span(begin, at_);
    d.message = "this string has no closing quote";
    d.note = "a string ends on its own line";
    d.edit = Edit{span(at_, at_), "\""};
    out_.diagnostics.push_back(std::move(d));
  }

  std::string_view text_;
  std::uint32_t file_;
  std::size_t at_ = 0;
  std::size_t last_line_start_ = 0;
  bool line_has_token_ = false;
  bool line_has_comment_ = false;
  LexerOutput out_;
};

} // namespace

LexerOutput lex(std::string_view text, std::uint32_t file) {
  return Lexer(text, file).run();
}

} // namespace ast
} // namespace language
} // namespace dalembert
