#include <dalembert/language/lexer.h>
#include <dalembert/language/parse.h>
#include <dalembert/language/statement_parser.h>

#include <algorithm>
#include <iterator>

namespace dalembert::ast {

namespace {

/// Puts diagnostics in order of place; of two at one place the first one found stands for both.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) { return a.span == b.span; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  return found;
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

  std::vector<Diagnostic> found = std::move(lexed.diagnostics);
  std::move(cursor.diagnostics().begin(), cursor.diagnostics().end(), std::back_inserter(found));
  found = in_order(std::move(found));
  std::move(found.begin(), found.end(), std::back_inserter(diagnostics));
  return tree;
}

} // namespace dalembert::ast
