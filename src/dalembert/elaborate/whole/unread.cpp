#include <dalembert/elaborate/whole/unread.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/lexer.h>
#include <dalembert/language/words.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

namespace dalembert {
inline namespace elaboration {

namespace {

using Words = std::set<std::string, std::less<>>;

template <typename List>
bool meet(const List& list, const Words& words) {
  return std::ranges::any_of(list, [&words](const std::string& word) { return words.contains(word); });
}

/// The names of a text, by place.
class NamesInText {
public:
  NamesInText(std::string_view text, std::uint32_t file) : text_(text), lexed_(ast::lex(text, file)) {}

  /// The names in bytes [begin, end), units and reserved words left out, in order.
  [[nodiscard]] std::vector<std::string> list(std::size_t begin, std::size_t end) const {
    std::vector<std::string> out;
    const auto& tokens = lexed_.tokens.tokens;
    std::size_t unit_end = 0;
    for (auto t = std::ranges::lower_bound(tokens, begin, {}, &ast::Token::begin); t != tokens.end() && t->begin < end;
         ++t) {
      if (t->kind == ast::TokenKind::square_open && t->gap != ast::Gap::none)
        unit_end = std::max(unit_end, t->begin + ast::unit_length(text_.substr(t->begin)));
      const std::string_view word = text_.substr(t->begin, t->end - t->begin);
      if (t->kind == ast::TokenKind::word && t->begin >= unit_end && !ast::is_reserved(word))
        out.push_back(ast::normal_name(word));
    }
    return out;
  }
  [[nodiscard]] Words set(std::size_t begin, std::size_t end) const {
    const std::vector<std::string> all = list(begin, end);
    return {all.begin(), all.end()};
  }
  [[nodiscard]] bool has_line_end(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin).find('\n') != std::string_view::npos;
  }
  [[nodiscard]] bool holds(std::size_t begin, std::size_t end, std::string_view word) const {
    return text_.substr(begin, end - begin).find(word) != std::string_view::npos;
  }
  [[nodiscard]] std::size_t size() const { return text_.size(); }

private:
  std::string_view text_;
  ast::LexerOutput lexed_;
};

/// One statement that was read.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_doubtful = false; ///< an error of reading stands in it or goes on with it
  bool declares_list = false;
  std::vector<std::string> names; ///< in order
};

class Doubt {
public:
  Doubt(const ast::File& file, std::string_view text) : names_(text, file.file) {
    for (const ast::Statement& statement : file.statements) {
      Piece& piece = pieces_.emplace_back();
      piece.begin = statement.span.begin;
      piece.end = statement.span.end;
      piece.declares_list = std::holds_alternative<ast::Declarations>(statement.node);
      piece.names = names_.list(piece.begin, piece.end);
    }
  }

  /// Marks what an error of reading puts in doubt; false where that may be anything.
  bool mark(const Diagnostic& error) {
    const std::size_t at = error.span.begin;
    const auto next = std::ranges::upper_bound(pieces_, at, {}, &Piece::begin);
    const std::size_t end = next == pieces_.end() ? names_.size() : next->begin;
    std::size_t begin = 0;
    if (next != pieces_.begin()) {
      Piece& before = *std::prev(next);
      constexpr std::string_view broken_line = "E0116";
      const bool goes_on = at < before.end || error.code == broken_line || !names_.has_line_end(before.end, at);
      before.is_doubtful = before.is_doubtful || goes_on;
      begin = goes_on ? before.begin : before.end;
    }
    if (begin == marked_begin_ && end == marked_end_) return true;
    marked_begin_ = begin;
    marked_end_ = end;
    if (names_.holds(begin, end, "include")) return false;
    direct_.merge(names_.set(begin, end));
    return true;
  }

  /// Follows the doubt from names to what is declared by them, and through whole statements.
  void spread() {
    std::unordered_map<std::string_view, std::vector<const Piece*>> users;
    for (const Piece& piece : pieces_)
      for (const std::string& word : piece.names)
        users[word].push_back(&piece);
    const auto follow = [&users](Words& reached, auto&& onward) {
      std::vector<std::string> open(reached.begin(), reached.end());
      while (!open.empty()) {
        const std::string word = std::move(open.back());
        open.pop_back();
        const auto found = users.find(word);
        if (found == users.end()) continue;
        for (const Piece* const piece : found->second)
          for (const std::string& next : onward(*piece))
            if (reached.insert(next).second) open.push_back(next);
      }
    };
    follow(direct_, [](const Piece& piece) {
      return std::span(piece.names).first(piece.declares_list ? piece.names.size() : 1);
    });
    connected_ = direct_;
    follow(connected_, [](const Piece& piece) { return std::span(piece.names); });
  }

  [[nodiscard]] bool is_certain(const Diagnostic& d) const {
    const auto next = std::ranges::upper_bound(pieces_, std::size_t{d.span.begin}, {}, &Piece::begin);
    if (next == pieces_.begin()) return false;
    const Piece& piece = *std::prev(next);
    if (piece.is_doubtful || d.span.end > piece.end) return false;
    if (d.code == "E0201") return !meet(names_.set(d.span.begin, d.span.end), direct_);
    return d.code.starts_with("E04") ? !meet(words_of(d), connected_) : !meet(piece.names, direct_);
  }

private:
  /// The names of all places that a diagnostic points at.
  [[nodiscard]] Words words_of(const Diagnostic& d) const {
    Words out = names_.set(d.span.begin, d.span.end);
    for (const Label& label : d.labels)
      out.merge(names_.set(label.span.begin, label.span.end));
    return out;
  }

  NamesInText names_;
  std::vector<Piece> pieces_;
  Words direct_;
  Words connected_;
  std::size_t marked_begin_ = 1; ///< the range that was marked last
  std::size_t marked_end_ = 0;
};

/// True for what is said of the whole model, and where no more is to be told.
bool is_about_all(const Diagnostic& d) {
  return d.code == "E0510" || d.code == "E0511" || d.code == "E0119";
}

} // namespace

void complain_beside_unread(const ast::File& file, SourceMap& sources, const ElaborateOptions& options,
                            std::vector<Diagnostic>& diagnostics) {
  const std::string text(sources.text(file.file));
  if (std::ranges::any_of(diagnostics, is_about_all)) return;
  Doubt doubt(file, text);
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::error && (d.span.file != file.file || !doubt.mark(d))) return;
  doubt.spread();
  std::vector<Diagnostic> found;
  static_cast<void>(elaborate(file, sources, options, found));
  for (Diagnostic& d : found) {
    const bool is_here = d.severity == Severity::error && d.span.file == file.file && !is_about_all(d);
    if (is_here && doubt.is_certain(d)) diagnostics.push_back(std::move(d));
  }
  std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& d) { return d.span.begin; });
}

} // namespace elaboration
} // namespace dalembert
