#include <dalembert/elaborate/meaning/overrides.h>
#include <dalembert/elaborate/meaning/suggestion.h>
#include <dalembert/language/parse.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

bool may_be_set(SymbolKind kind) {
  return kind == SymbolKind::parameter || kind == SymbolKind::input || kind == SymbolKind::count;
}

} // namespace

Overrides::Overrides(Context& context) : context_(context) {
  for (const std::string& text : context.options.overrides)
    read(text);
}

void Overrides::read(const std::string& text) {
  const std::uint32_t file = context_.sources.add("<--set>", "param " + text);
  std::vector<Diagnostic> found;
  Entry entry;
  entry.file = std::make_unique<ast::File>(ast::parse(context_.sources, file, found));
  const auto& statements = entry.file->statements;
  const auto* declarations =
      statements.size() == 1 ? std::get_if<ast::Declarations>(&statements.front().node) : nullptr;
  const bool is_whole = !has_errors(found) && declarations != nullptr && declarations->items.size() == 1 &&
                        declarations->items.front().value != nullptr;
  if (is_whole) {
    entry.declaration = &declarations->items.front();
    if (read_index(entry)) {
      entries_.push_back(std::move(entry));
      return;
    }
  }
  const auto end = static_cast<std::uint32_t>(context_.sources.text(file).size());
  Diagnostic& made = context_.complaints.error("E0215", {file, 0, end}, fmt::format("cannot read `--set {}`", text));
  made.help = "write `--set name=value` or `--set 'name=value [unit]'`";
  if (!found.empty()) made.note = found.front().message;
}

bool Overrides::read_index(Entry& entry) const {
  const ast::IndexList* list = entry.declaration->name.index;
  if (list == nullptr) return true;
  entry.is_indexed = true;
  for (const ast::IndexItem& item : list->items) {
    const auto* number = item.value != nullptr ? std::get_if<ast::Number>(&item.value->node) : nullptr;
    const auto exact = number != nullptr ? Rational::parse(number->text) : std::nullopt;
    const auto whole = exact ? exact->as_integer() : std::nullopt;
    if (!whole || *whole < 0 || *whole > 1'000'000) return false;
    entry.index.push_back(static_cast<int>(*whole));
  }
  return true;
}

const ast::Declaration* Overrides::find(std::string_view name, const std::vector<int>& index) const {
  for (auto it = entries_.rbegin(); it != entries_.rend(); ++it)
    if (it->declaration->name.name.text == name && (!it->is_indexed || it->index == index)) return it->declaration;
  return nullptr;
}

bool Overrides::has(std::string_view name) const {
  return std::ranges::any_of(entries_, [name](const Entry& e) { return e.declaration->name.name.text == name; });
}

void Overrides::report_unknown(const SymbolTable& symbols) const {
  for (const Entry& entry : entries_) {
    const ast::Name& name = entry.declaration->name.name;
    const Symbol* symbol = symbols.find(name.text);
    const bool is_member = symbol != nullptr && (!entry.is_indexed || symbol->member(entry.index) != nullptr);
    if (is_member && may_be_set(symbol->kind)) continue;
    if (symbol != nullptr && !may_be_set(symbol->kind)) {
      context_.complaints
          .error("E0215", name.span, fmt::format("`{}` cannot be set: it is {}", name.text, phrase(symbol->kind)))
          .help = "parameters, inputs and counts can be set";
      continue;
    }
    Diagnostic& made = context_.complaints.error(
        "E0215", name.span, fmt::format("there is no parameter or count `{}`", member_name(name.text, entry.index)));
    std::vector<std::string> candidates;
    for (const Symbol& candidate : symbols.all())
      if (may_be_set(candidate.kind)) candidates.push_back(candidate.name);
    const std::string nearest = nearest_name(name.text, candidates);
    if (!nearest.empty()) made.help = fmt::format("did you mean `{}`?", nearest);
  }
}

} // namespace elaboration
} // namespace dalembert
