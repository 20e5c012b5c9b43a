#include <dalembert/elaborate/declaring/include.h>
#include <dalembert/language/parse.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace dalembert {
inline namespace elaboration {

namespace {

class Loader {
public:
  Loader(SourceMap& sources, const ElaborateOptions& options) : sources_(sources), options_(options) {}

  Library run(const ast::File& file) {
    open_.push_back(sources_.name(file.file));
    load(file);
    library_.model = &file;
    return std::move(library_);
  }

private:
  void load(const ast::File& file) {
    for (const ast::Statement& statement : file.statements)
      if (const auto* include = std::get_if<ast::Include>(&statement.node)) follow(*include, file);
    library_.files.push_back(&file);
  }

  void follow(const ast::Include& include, const ast::File& from) {
    const std::string path(include.path.text);
    const auto found = options_.include ? options_.include(path, sources_.name(from.file)) : std::nullopt;
    if (!found || !found->refusal.empty()) {
      complain("E0211", include.path.span,
               found ? fmt::format("cannot include `{}`: {}", path, found->refusal)
                     : fmt::format("cannot find the file `{}`", path));
      if (found) library_.diagnostics.back().help = found->help;
      library_.is_whole = false;
      return;
    }
    const auto start = std::find(open_.begin(), open_.end(), found->name);
    if (start != open_.end()) {
      complain(
          "E0212", include.path.span,
          fmt::format("these files include each other: {} → {}", fmt::join(start, open_.end(), " → "), found->name));
      return;
    }
    if (std::find(loaded_.begin(), loaded_.end(), found->name) != loaded_.end()) return;
    loaded_.push_back(found->name);
    const std::uint32_t number = sources_.add(found->name, found->text);
    library_.included.push_back(std::make_unique<ast::File>(ast::parse(sources_, number, library_.diagnostics)));
    const ast::File& file = *library_.included.back();
    open_.push_back(found->name);
    load(file);
    open_.pop_back();
  }

  void complain(std::string code, SourceSpan span, std::string message) {
    Diagnostic& made = library_.diagnostics.emplace_back();
    made.code = std::move(code);
    made.span = span;
    made.message = std::move(message);
  }

  SourceMap& sources_;
  const ElaborateOptions& options_;
  Library library_;
  std::vector<std::string> open_;   ///< files being read, outermost first
  std::vector<std::string> loaded_; ///< files read
};

} // namespace

Library load_includes(const ast::File& file, SourceMap& sources, const ElaborateOptions& options) {
  return Loader(sources, options).run(file);
}

} // namespace elaboration
} // namespace dalembert
