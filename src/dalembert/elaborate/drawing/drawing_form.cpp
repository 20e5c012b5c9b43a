// What a `draw` must hold: a known kind, its arguments and its clauses.
#include <dalembert/elaborate/drawing/drawing_form.h>
#include <dalembert/elaborate/meaning/suggestion.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

using Clause = ast::DrawClauseKind;

bool can_be_an_arrow(SymbolKind kind) {
  return kind == SymbolKind::reaction || kind == SymbolKind::friction || kind == SymbolKind::force ||
         kind == SymbolKind::impact;
}

/// Compares one `draw` with what its kind needs.
class DrawingForm {
public:
  DrawingForm(const Builder& builder, const Plain<ast::Draw>& item)
      : builder_(builder), complaints_(builder.context.complaints), node_(*item.node) {}

  const DrawingKind* find() {
    const auto ways = drawing_kinds(node_.kind.text);
    if (ways.empty()) {
      unknown_kind();
      return nullptr;
    }
    const DrawingKind& way = **std::ranges::max_element(ways, {}, [this](const DrawingKind* w) { return fit(*w); });
    const bool is_whole =
        has_arguments(way) && has_clauses(way, ways.size() > 1) && has_parameters(way) && has_text(way);
    return is_whole ? &way : nullptr;
  }

private:
  /// How well the statement fits a way to write its kind.
  [[nodiscard]] int fit(const DrawingKind& way) const {
    int score = node_.arguments.size() >= way.fewest && node_.arguments.size() <= way.most ? 1 : 0;
    for (const ast::DrawClause& clause : node_.clauses)
      score += way.needs.has(clause.kind) ? 2 : way.may.has(clause.kind) ? 1 : -2;
    return score;
  }

  void unknown_kind() {
    const std::string_view name = node_.kind.text;
    Diagnostic& made =
        complaints_.error("E1101", node_.kind.span, fmt::format("there is nothing to draw called `{}`", name));
    const Symbol* symbol = builder_.declared.symbols.find(name);
    if (symbol != nullptr && can_be_an_arrow(symbol->kind)) {
      made.help = fmt::format("{} is drawn as an arrow: `draw arrow of {}`", phrase(symbol->kind), name);
      made.edit = Edit{node_.kind.span, fmt::format("arrow of {}", name)};
      return;
    }
    const auto words = drawing_words();
    const std::string nearest = nearest_name(name, words);
    if (nearest.empty()) {
      made.help = fmt::format("known: {}", fmt::join(words, ", "));
      return;
    }
    made.help = fmt::format("did you mean `{}`?", nearest);
    made.edit = Edit{node_.kind.span, nearest};
  }

  bool has_arguments(const DrawingKind& way) {
    const std::size_t given = node_.arguments.size();
    if (given >= way.fewest && given <= way.most) return true;
    if (given == 0) {
      complaints_.error("E1102", node_.kind.span, fmt::format("{} needs {}", phrase(way), way.arguments)).help =
          fmt::format("write `draw {}`", way.written);
      return false;
    }
    if (way.most > 0) {
      complaints_
          .error("E1102", node_.arguments_span,
                 fmt::format("{} has {} in its brackets, not {} value{}", phrase(way), way.arguments, given,
                             given == 1 ? "" : "s"))
          .help = fmt::format("write `draw {}`", way.written);
      return false;
    }
    Diagnostic& made =
        complaints_.error("E1102", node_.arguments_span, fmt::format("{} has no arguments", phrase(way)));
    made.help = fmt::format("write `draw {}`", way.written);
    const bool is_point = way.needs.has(Clause::at) && find_clause(node_, Clause::at) == nullptr && given <= 3;
    if (is_point && given >= 2) made.edit = Edit{{made.span.file, node_.kind.span.end, made.span.begin}, " at "};
    return false;
  }

  bool has_clauses(const DrawingKind& way, bool has_other_ways) {
    std::vector<Clause> met;
    for (const ast::DrawClause& clause : node_.clauses) {
      const bool is_known = way.needs.has(clause.kind) || way.may.has(clause.kind);
      const bool is_second = std::ranges::find(met, clause.kind) != met.end();
      met.push_back(clause.kind);
      if (is_known && !is_second) continue;
      Diagnostic& made = complaints_.error("E1102", clause.keyword,
                                           is_second ? fmt::format("`{}` stands twice", word(clause.kind))
                                                     : fmt::format("{} takes no `{}`", phrase(way), word(clause.kind)));
      made.help = fmt::format("write `draw {}`", way.written);
      if (has_other_ways) made.help += other_ways(way);
      return false;
    }
    for (const Clause kind : {Clause::at, Clause::from, Clause::to, Clause::through, Clause::of})
      if (way.needs.has(kind) && find_clause(node_, kind) == nullptr) {
        Diagnostic& made =
            complaints_.error("E1102", node_.kind.span, fmt::format("{} needs `{}`", phrase(way), word(kind)));
        made.help = fmt::format("write `draw {}`", way.written);
        if (has_other_ways) made.help += other_ways(way);
        return false;
      }
    if (way.family != DrawnFamily::arrow) return true;
    if (find_clause(node_, Clause::of) != nullptr || find_clause(node_, Clause::along) != nullptr) return true;
    complaints_.error("E1102", node_.kind.span, "an arrow needs `of` or `along`").help =
        "write `draw arrow of R` with the name of a reaction, or `draw arrow along (vx, vy) at P`";
    return false;
  }

  [[nodiscard]] static std::string other_ways(const DrawingKind& way) {
    std::string out;
    for (const DrawingKind* other : drawing_kinds(way.word))
      if (other != &way) out += fmt::format(", or `draw {}`", other->written);
    return out;
  }

  bool has_parameters(const DrawingKind& way) {
    if (way.parameters == 0 || node_.indices.size() == way.parameters) return true;
    const SourceSpan span = node_.indices.empty() ? node_.kind.span : node_.indices.back().span;
    complaints_
        .error("E1102", span,
               way.parameters == 1 ? "a curve has one parameter behind `for`"
                                   : "a surface has two parameters behind `for`")
        .help = fmt::format("write `draw {}`", way.written);
    return false;
  }

  bool has_text(const DrawingKind& way) {
    const bool is_label = way.word == "label";
    if (!is_label || node_.description != nullptr) return true;
    complaints_.error("E1102", node_.kind.span, "a label needs its text").help =
        "write it at the end, in double quotes: `draw label at P \"text\"`";
    return false;
  }

  const Builder& builder_;
  Complaints& complaints_;
  const ast::Draw& node_;
};

} // namespace

const DrawingKind* form_of_drawing(const Builder& builder, const Plain<ast::Draw>& item) {
  return DrawingForm(builder, item).find();
}

} // namespace elaboration
} // namespace dalembert
