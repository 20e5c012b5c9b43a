// What a study shows and tests: plots, checks, tables, names to show.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/meaning/suggestion.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

class Outputs {
public:
  explicit Outputs(const Builder& builder)
      : draft_(builder.draft), names_(builder.names), context_(builder.context), evaluator_(builder.evaluator) {}

  void plot(const Plain<ast::Plot>& item) {
    Plot made;
    made.span = item.statement->span;
    made.title = described(item.node->description);
    const Settings settings(evaluator_, item.node->block, item.scope, ast::SettingPlace::plot);
    made.style = settings.choice<std::string>("style", {{"line", "line"}, {"points", "points"}, {"stem", "stem"}})
                     .value_or("line");
    std::vector<Scalar> curves;
    for (const ast::Expr* written : item.node->values)
      for (ListItem& entry : names_.list(*written, item.scope)) {
        made.curves.push_back({entry.scalar.expr, std::move(entry.text), {}, entry.span});
        curves.push_back(entry.scalar);
      }
    std::optional<Scalar> versus;
    if (item.node->versus != nullptr) {
      versus = evaluator_.scalar(*item.node->versus, item.scope);
      if (!versus) return;
      if (!(versus->expr == draft_.study.system.time))
        made.versus = Quantity{versus->expr, draft_.shown(item.node->versus->span), {}, item.node->versus->span};
    }
    if (made.curves.empty()) return;
    const std::size_t slot = draft_.study.plots.size();
    const bool has_versus = made.versus.has_value();
    draft_.study.plots.push_back(std::move(made));
    draft_.later([&draft = draft_, slot, curves, versus, has_versus] {
      Plot& plot = draft.study.plots[slot];
      for (std::size_t i = 0; i < curves.size(); ++i)
        plot.curves[i].measure = draft.context.measure(curves[i]);
      if (has_versus) plot.versus->measure = draft.context.measure(*versus);
    });
  }

  void check(const Plain<ast::Check>& item) {
    const Settings settings(evaluator_, item.node->block, item.scope, ast::SettingPlace::check);
    for (const ast::Relation& relation : item.node->relations) {
      auto made = checked(relation, item.scope);
      if (!made) continue;
      made->description = described(item.node->description);
      made->text = draft_.shown(relation.span);
      made->span = relation.span;
      const auto left = evaluator_.scalar(*relation.left, item.scope);
      take_tolerance(settings, *left, *made);
      const std::size_t slot = draft_.study.checks.size();
      draft_.study.checks.push_back(std::move(*made));
      draft_.later([&draft = draft_, slot, left] { draft.study.checks[slot].measure = draft.context.measure(*left); });
    }
  }

  void show(const Plain<ast::Show>& item) {
    for (const ast::Name& word : item.node->words) {
      draft_.study.shows.emplace_back(word.text);
      require_known(word);
    }
  }

  void table(const Plain<ast::Export>& item) {
    if (item.node->kind != nullptr && item.node->kind->text != "csv") {
      context_.complaints
          .error("E0907", item.node->kind->span, fmt::format("`export {}` is not supported yet", item.node->kind->text))
          .help = "supported: `export csv \"file.csv\"`";
      return;
    }
    TableExport made;
    made.file = item.node->path.text;
    made.span = item.statement->span;
    const Settings settings(evaluator_, item.node->block, item.scope, ast::SettingPlace::export_);
    std::vector<Scalar> columns;
    if (const ast::Expr* written = settings.expression("columns")) {
      for (ListItem& entry : names_.list(without_brackets(*written), item.scope)) {
        made.columns.push_back({entry.scalar.expr, std::move(entry.text), {}, entry.span});
        columns.push_back(entry.scalar);
      }
      if (columns.empty()) return;
    }
    const std::size_t slot = draft_.study.exports.size();
    draft_.study.exports.push_back(std::move(made));
    draft_.later([&draft = draft_, slot, columns] {
      for (std::size_t i = 0; i < columns.size(); ++i)
        draft.study.exports[slot].columns[i].measure = draft.context.measure(columns[i]);
    });
  }

private:
  /// Refuses a word that is neither an output nor a name.
  void require_known(const ast::Name& word) {
    constexpr std::array<std::string_view, 6> derived{"T", "V", "L", "h", "H", "E"};
    std::vector<std::string> known(ast::shown_words().begin(), ast::shown_words().end());
    const std::string outputs = fmt::format("{}", fmt::join(known, ", "));
    for (const Symbol& symbol : names_.symbols().all())
      known.push_back(symbol.name);
    if (std::ranges::find(known, word.text) != known.end()) return;
    if (std::ranges::find(derived, word.text) != derived.end()) return;
    Diagnostic& made =
        context_.complaints.error("E0806", word.span, fmt::format("`show` has no output named `{}`", word.text));
    const std::string nearest = nearest_name(word.text, known);
    if (nearest.empty()) {
      made.help = fmt::format("write a name of the model, or one of: {}", outputs);
      return;
    }
    made.help = fmt::format("did you mean `{}`?", nearest);
    made.edit = Edit{word.span, nearest};
  }

  /// A number is a share of the sides; one with a unit is how far they may differ.
  static void take_tolerance(const Settings& settings, const Scalar& side, Check& made) {
    const ast::Expr* written = settings.expression("tolerance");
    if (written == nullptr) return;
    if (holds_unit(*written))
      made.allowed = settings.number_like("tolerance", side);
    else
      made.tolerance = settings.number("tolerance", Dimension());
    for (const std::optional<double>& given : {made.allowed, made.tolerance})
      if (given && !(*given >= 0.0)) settings.refuse("tolerance", "a tolerance is not negative");
  }

  std::optional<Check> checked(const ast::Relation& relation, const Scope* scope) {
    Check made;
    made.relation = comparison(relation.op);
    const auto left = evaluator_.scalar(*relation.left, scope);
    const auto* word = std::get_if<ast::Name>(&relation.right->node);
    if (word != nullptr && word->text == "const") {
      if (relation.op != ast::Relop::equal) {
        context_.complaints.error("E0805", relation.operator_span, "a conserved quantity is written `X = const`");
        return std::nullopt;
      }
      if (!left) return std::nullopt;
      made.is_constant = true;
      made.left = left->expr;
      return made;
    }
    const auto right = evaluator_.scalar(*relation.right, scope);
    if (!left || !right) return std::nullopt;
    if (!same_dimension(evaluator_, {*relation.left, *left}, {*relation.right, *right}, scope)) return std::nullopt;
    made.left = left->expr;
    made.right = right->expr;
    return made;
  }

  Draft& draft_;
  ModelNames& names_;
  Context& context_;
  Evaluator& evaluator_;
};

} // namespace

void build_outputs(const Builder& builder) {
  Outputs outputs(builder);
  for (const auto& item : builder.declared.plain.of<ast::Plot>())
    outputs.plot(item);
  for (const auto& item : builder.declared.plain.of<ast::Check>())
    outputs.check(item);
  for (const auto& item : builder.declared.plain.of<ast::Export>())
    outputs.table(item);
  for (const auto& item : builder.declared.plain.of<ast::Show>())
    outputs.show(item);
}

} // namespace elaboration
} // namespace dalembert
