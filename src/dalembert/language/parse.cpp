#include <dalembert/language/complaints.h>
#include <dalembert/language/lexer.h>
#include <dalembert/language/parse.h>
#include <dalembert/language/statement_parser.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

/// Puts diagnostics in order of place; of two at one place the first one found stands for both.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) { return a.span == b.span; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  return found;
}

/// Keeps the first `max_errors` and says so.
void tell_that_more_follow(std::vector<Diagnostic>& found) {
  found.resize(std::min(found.size(), max_errors));
  Diagnostic d = complaint("E0119", found.back().span,
                           fmt::format("only the first {} errors of this file are shown", found.size()));
  d.severity = Severity::note;
  found.push_back(std::move(d));
}

} // namespace

File parse(const SourceMap& sources, std::uint32_t file, std::vector<Diagnostic>& diagnostics) {
  const std::string_view text = sources.text(file);
  LexerOutput lexed = lex(text, file);
  File tree;
  tree.file = file;
  Cursor cursor(text, file, lexed.tokens, tree.arena);
  tree.statements = StatementParser(cursor).file();
  tree.trivia = tree.arena.list(lexed.trivia);

  const bool is_hopeless = cursor.is_hopeless() || lexed.diagnostics.size() > max_errors;
  std::vector<Diagnostic> found = std::move(lexed.diagnostics);
  std::move(cursor.diagnostics().begin(), cursor.diagnostics().end(), std::back_inserter(found));
  found = in_order(std::move(found));
  if (is_hopeless) tell_that_more_follow(found);
  std::move(found.begin(), found.end(), std::back_inserter(diagnostics));
  return tree;
}

Question parse_question(const SourceMap& sources, std::uint32_t file, std::vector<Diagnostic>& diagnostics) {
  const std::string_view text = sources.text(file);
  LexerOutput lexed = lex(text, file);
  Question question;
  question.file = file;
  Cursor cursor(text, file, lexed.tokens, question.arena);
  question.relation = StatementParser(cursor).question();
  std::vector<Diagnostic> found = std::move(lexed.diagnostics);
  std::move(cursor.diagnostics().begin(), cursor.diagnostics().end(), std::back_inserter(found));
  found = in_order(std::move(found));
  std::move(found.begin(), found.end(), std::back_inserter(diagnostics));
  return question;
}

} // namespace ast
} // namespace language
} // namespace dalembert
