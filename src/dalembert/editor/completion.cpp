#include <dalembert/base/unit_table.h>
#include <dalembert/editor/features.h>
#include <dalembert/editor/vocabulary.h>
#include <dalembert/elaborate/drawing/drawing_kinds.h>
#include <dalembert/elaborate/meaning/function_names.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/lexer.h>
#include <dalembert/language/setting_words.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>

namespace dalembert {
inline namespace editor {

namespace {

using ast::NameKind;
using ast::Token;
using ast::TokenKind;

// CompletionItemKind of the protocol
enum ItemNumber : int {
  function_item = 3,
  variable_item = 6,
  property_item = 10,
  unit_item = 11,
  value_item = 12,
  keyword_item = 14,
  constant_item = 21,
};

/// Where the cursor stands.
struct Context {
  bool is_silent = false; ///< in a comment or a string
  bool starts_statement = false;
  bool is_in_unit = false;
  bool is_in_block = false;     ///< between the braces of a statement
  std::string_view statement;   ///< the word of the statement round it
  std::string_view key;         ///< of the setting whose value is typed
  std::string_view last;        ///< the token before it
  std::string_view part;        ///< `lambda`, `p` or `Qc` before the dot before it
  bool has_word_before = false; ///< the token before it is a word
};

/// Reads the tokens before the cursor.
class ContextReader {
public:
  ContextReader(const ModelText& text, std::uint32_t offset) : all_(text.text()), lexed_(ast::lex(all_, 0)) {
    begin_ = offset;
    while (begin_ > 0 && is_word_byte(all_[begin_ - 1]))
      --begin_;
    offset_ = offset;
  }

  Context read() {
    Context out;
    for (const ast::Trivia& trivia : lexed_.trivia)
      if (trivia.kind == ast::Trivia::Kind::comment && trivia.span.begin < offset_ && offset_ <= trivia.span.end)
        out.is_silent = true;
    const Token* last = nullptr;
    const Token* before_last = nullptr;
    for (const Token& token : lexed_.tokens.tokens) {
      if (token.kind == TokenKind::string && token.begin < offset_ && offset_ < token.end) out.is_silent = true;
      if (token.end > begin_ || token.kind == TokenKind::end) break;
      const Token* const next = &token + 1; // the last token is `end`, which is not taken
      take(token, last, next->kind == TokenKind::equal);
      before_last = last;
      last = &token;
    }
    finish(out, last, before_last);
    return out;
  }

private:
  struct Bracket {
    TokenKind kind;
    std::string_view statement; ///< of the text behind the bracket again
    bool is_unit;
  };

  static bool is_word_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
  }
  [[nodiscard]] std::string_view text(const Token& token) const {
    return std::string_view(all_).substr(token.begin, token.end - token.begin);
  }
  [[nodiscard]] bool is_in_settings() const { return !open_.empty() && open_.back().kind == TokenKind::curly_open; }

  void take(const Token& token, const Token* last, bool has_value) {
    switch (token.kind) {
    case TokenKind::round_open:
      open_.push_back({token.kind, statement_, false});
      break;
    case TokenKind::square_open:
      open_.push_back({token.kind, statement_,
                       token.gap != ast::Gap::none || (last != nullptr && last->kind == TokenKind::number)});
      break;
    case TokenKind::curly_open:
      if (statement_ == "for")
        statement_ = {}; // statements stand in it, not settings
      else
        open_.push_back({token.kind, statement_, false});
      key_ = {};
      break;
    case TokenKind::round_close:
    case TokenKind::square_close:
    case TokenKind::curly_close:
      if (!open_.empty()) open_.pop_back();
      break;
    case TokenKind::semicolon:
      if (open_.empty()) statement_ = {};
      key_ = {};
      break;
    case TokenKind::comma:
      if (is_in_settings()) key_ = {};
      break;
    case TokenKind::equal:
      if (is_in_settings() && last != nullptr) key_ = text(*last);
      break;
    case TokenKind::word:
      take_word(token, last, has_value);
      break;
    default:
      break;
    }
  }

  void take_word(const Token& token, const Token* last, bool has_value) {
    const std::string_view word = text(token);
    const bool is_first = last == nullptr || token.gap == ast::Gap::line || last->kind == TokenKind::semicolon;
    const bool is_setting = is_in_settings() && (!is_first || has_value);
    if (is_setting) return;
    if (ast::starts_statement(word) && (is_first || open_.empty())) {
      if (is_first) open_.clear(); // what was not closed before
      statement_ = word;
    } else if (ast::is_contextual(word) && is_first && open_.empty()) {
      statement_ = word;
    }
  }

  [[nodiscard]] static bool goes_on(const Token& token, std::string_view word) {
    switch (token.kind) {
    case TokenKind::comma:
    case TokenKind::colon:
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::star:
    case TokenKind::slash:
    case TokenKind::caret:
    case TokenKind::equal:
    case TokenKind::tilde:
    case TokenKind::less:
    case TokenKind::less_equal:
    case TokenKind::greater:
    case TokenKind::greater_equal:
      return true;
    case TokenKind::word:
      return ast::continues_statement(word);
    default:
      return false;
    }
  }

  void finish(Context& out, const Token* last, const Token* before_last) {
    out.statement = statement_;
    out.is_in_block = is_in_settings();
    out.key = out.is_in_block || (open_.size() > 1 && open_[open_.size() - 2].kind == TokenKind::curly_open)
                  ? key_
                  : std::string_view();
    if (out.is_in_block && last != nullptr && key_.empty()) out.key = {};
    out.is_in_unit = !open_.empty() && open_.back().kind == TokenKind::square_open && open_.back().is_unit;
    if (last == nullptr) {
      out.starts_statement = true;
      return;
    }
    out.last = text(*last);
    out.has_word_before = last->kind == TokenKind::word;
    if (last->kind == TokenKind::dot && before_last != nullptr) out.part = text(*before_last);
    const bool is_on_new_line = all_.substr(last->end, begin_ - last->end).find('\n') != std::string::npos;
    const bool is_separated =
        last->kind == TokenKind::semicolon || statement_.empty() || (is_on_new_line && !goes_on(*last, out.last));
    out.starts_statement = open_.empty() && is_separated;
    if (out.is_in_block && is_on_new_line && !goes_on(*last, out.last)) out.key = {};
  }

  const std::string& all_;
  ast::LexerOutput lexed_;
  std::uint32_t offset_ = 0;
  std::uint32_t begin_ = 0; ///< of the word that is typed
  std::vector<Bracket> open_;
  std::string_view statement_;
  std::string_view key_;
};

class Completer {
public:
  Completer(const ModelFiles& files, const Knowledge& known) : files_(files), known_(known) {}

  ProtocolJson items(const Context& context, std::uint32_t offset) {
    if (context.is_silent) return take();
    if (context.is_in_unit) {
      units();
    } else if (context.is_in_block && context.key.empty()) {
      for (const std::string& key : setting_keys(context.statement))
        put(key, property_item, fmt::format("setting of {}", context.statement));
    } else if (context.starts_statement) {
      statements();
    } else if (!context.part.empty()) {
      parts(context.part);
    } else {
      expressions(context, offset);
    }
    return take();
  }

private:
  ProtocolJson take() { return {{"isIncomplete", false}, {"items", std::move(items_)}}; }

  ProtocolJson& put(std::string label, int kind, std::string detail, char order = 'b') {
    static ProtocolJson ignored;
    if (!met_.insert(label).second) return ignored;
    return items_.emplace_back(ProtocolJson{
        {"label", label}, {"kind", kind}, {"detail", std::move(detail)}, {"sortText", std::string(1, order) + label}});
  }

  void words(const std::vector<std::string_view>& all, char order) {
    for (const std::string_view word : all)
      put(std::string(word), keyword_item, std::string(word_help(word).text), order);
  }

  void statements() {
    const std::vector<std::string_view> unsupported = unsupported_statements();
    for (const std::string_view word : ast::statement_words()) {
      if (std::ranges::find(unsupported, word) != unsupported.end()) continue;
      const WordHelp help = word_help(word);
      put(std::string(word), keyword_item, std::string(help.text))["documentation"] = help.form;
    }
  }

  void units() {
    constexpr std::string_view common[] = {"kg", "mm", "cm", "km", "ms", "kN", "kPa", "MPa", "GPa", "kW", "kJ", "mrad"};
    for (const NamedUnit& unit : named_units())
      put(std::string(unit.name), unit_item, unit_detail(unit.name));
    for (const std::string_view unit : common)
      put(std::string(unit), unit_item, unit_detail(unit));
  }

  static std::string unit_detail(std::string_view name) {
    UnitError error;
    const std::optional<Unit> unit = parse_unit(name, error);
    if (!unit) return {};
    return unit->is_coherent() ? std::string(unit->dimension.quantity())
                               : fmt::format("{:.6g} {}", unit->factor(), unit->dimension.text());
  }

  [[nodiscard]] std::string unit_of_name(std::string_view name) const {
    const auto facts = known_.names.find(name);
    return facts == known_.names.end() || facts->second.unit.empty() ? std::string()
                                                                     : fmt::format(" [{}]", facts->second.unit);
  }

  void name(std::string_view name, NameKind kind, char order) {
    const bool is_function = kind == NameKind::function_let || kind == NameKind::unknown_function;
    const bool is_constant = kind == NameKind::parameter || kind == NameKind::count || kind == NameKind::input;
    const int number = is_function ? function_item : (is_constant ? constant_item : variable_item);
    const auto facts = known_.names.find(name);
    std::string detail = std::string(kind_word(kind)) + unit_of_name(name);
    if (facts != known_.names.end() && !facts->second.description.empty())
      detail += fmt::format(" \"{}\"", facts->second.description);
    put(std::string(name), number, std::move(detail), order);
  }

  void parts(std::string_view part) {
    const NameKind wanted = part == "lambda" ? NameKind::constraint : NameKind::coordinate;
    for (const auto& [each, kind] : files_.declared)
      if (kind == wanted) name(each, kind, 'a');
  }

  /// What may stand behind a clause word is offered first.
  static bool is_meant(std::string_view last, std::string_view statement, NameKind kind) {
    if (last == "of" && statement == "reaction") return kind == NameKind::constraint;
    if (last == "of" && statement == "friction") return kind == NameKind::reaction || kind == NameKind::impact;
    if (last == "on") return kind == NameKind::coordinate;
    if (last == "initial" || last == "conjugate") return kind == NameKind::coordinate;
    if (last == "sweep") return kind == NameKind::parameter || kind == NameKind::coordinate;
    return false;
  }

  void expressions(const Context& context, std::uint32_t offset) {
    if (context.statement == "draw" && context.last == "draw") {
      for (const std::string& word : drawing_words())
        put(word, keyword_item, std::string(drawing_kinds(word).front()->written), 'a');
      return;
    }
    if (context.statement == "show") {
      for (const std::string_view word : ast::shown_words())
        put(std::string(word), value_item, "what to print", 'a');
      return;
    }
    for (const std::string& value : setting_values(context.statement, context.key))
      put(value, value_item, fmt::format("{} of {}", context.key, context.statement), 'a');
    if (context.is_in_block && (context.key == "method" || context.key == "colour")) return;
    for (const ast::Occurrence& each : files_.edited().names())
      if (each.declares && each.scope != 0 && is_in_reach(each, offset))
        put(std::string(each.name), variable_item, std::string(kind_word(each.kind)), 'b');
    for (const auto& [each, kind] : files_.declared)
      name(each, kind, is_meant(context.last, context.statement, kind) ? 'a' : 'c');
    for (const std::string& function : function_names())
      put(function, function_item, std::string(word_help(function).text), 'd');
    put("table", function_item, std::string(word_help("table").text), 'd');
    words(fold_words(), 'd');
    words(constant_words(), 'd');
    words(part_words(), 'd');
    words(derived_words(), 'e');
    words(clause_words(), 'e');
    words(logic_words(), 'f');
  }

  /// True for an index or argument that the statement round the cursor binds.
  [[nodiscard]] bool is_in_reach(const ast::Occurrence& binder, std::uint32_t offset) const {
    for (const ast::Statement& statement : files_.edited().tree().statements) {
      const bool holds_both = statement.span.begin <= binder.span.begin && binder.span.end <= statement.span.end &&
                              statement.span.begin <= offset && offset <= statement.span.end + 1;
      if (holds_both) return true;
    }
    return false;
  }

  const ModelFiles& files_;
  const Knowledge& known_;
  ProtocolJson items_ = ProtocolJson::array();
  std::set<std::string> met_;
};

} // namespace

ProtocolJson completion(const ModelFiles& files, const Knowledge& known, TextPlace at) {
  const ModelText& text = files.edited();
  const std::uint32_t offset = text.places().offset(at);
  return Completer(files, known).items(ContextReader(text, offset).read(), offset);
}

} // namespace editor
} // namespace dalembert
