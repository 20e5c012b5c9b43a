#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/notations.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

void find_ranges(const ast::Expr& expr, std::vector<const ast::IndexItem*>& out) {
  if (const auto* index = std::get_if<ast::Index>(&expr.node))
    for (const ast::IndexItem& item : index->index->items)
      if (item.range != nullptr) out.push_back(&item);
  for_children(expr, [&](const ast::Expr& child) { find_ranges(child, out); });
}

/// Builds the entries of `initial`.
class InitialBuilder {
public:
  explicit InitialBuilder(const Builder& builder)
      : draft_(builder.draft), names_(builder.names), context_(builder.context), evaluator_(builder.evaluator) {}

  void build(const Plain<ast::Initial>& statement) {
    for (const ast::InitialItem& item : statement.node->items) {
      std::vector<const ast::IndexItem*> ranges;
      find_ranges(*item.left, ranges);
      each_member(item, ranges, 0, statement.scope);
    }
  }

private:
  /// Takes `theta[i in 1..n] = …` apart, one range after the other.
  void each_member(const ast::InitialItem& item, const std::vector<const ast::IndexItem*>& ranges, std::size_t next,
                   const Scope* scope) {
    if (next == ranges.size()) {
      entry(item, ranges, scope);
      return;
    }
    const ast::IndexItem& index = *ranges[next];
    const auto bounds = evaluator_.bounds(*index.range, scope);
    if (!bounds) return;
    constexpr std::int64_t most = 200'000;
    if (bounds->upper - bounds->lower >= most) {
      context_.complaints.error("E0214", index.span, "too many members to be given values");
      return;
    }
    for (std::int64_t i = bounds->lower; i <= bounds->upper; ++i) {
      const Scope turn{scope, index.binder != nullptr ? index.binder->text : "", &index, i, nullptr};
      each_member(item, ranges, next + 1, &turn);
    }
  }

  void entry(const ast::InitialItem& item, const std::vector<const ast::IndexItem*>& ranges, const Scope* scope) {
    if (Notations(context_, names_.symbols()).initial(*item.left)) return;
    const auto target = evaluator_.scalar(*item.left, scope);
    const auto value = evaluator_.scalar(*item.value, scope);
    if (!target || !value) return;
    if (!same_dimension(evaluator_, {*item.left, *target}, {*item.value, *value}, scope)) return;
    if (!is_clean(*item.left, target->expr, scope) || !is_clean(*item.value, value->expr, scope)) return;
    if (!context_.content.has(target->expr, holds::coordinate | holds::rate)) {
      context_.complaints
          .error("E0701", item.left->span,
                 fmt::format("`{}` contains no coordinate or rate: it has no initial value",
                             context_.text(item.left->span)))
          .help = "values of parameters are given by `param`";
      return;
    }
    InitialValue made;
    made.target = target->expr;
    made.value = value->expr;
    made.kept = item.is_kept;
    made.text = text(item, ranges, scope);
    made.span = item.span;
    if (is_given_twice(made)) return;
    given_.emplace(made.target.id, draft_.study.initial.size());
    draft_.study.initial.push_back(std::move(made));
  }

  bool is_clean(const ast::Expr& written, Expr expr, const Scope* scope) {
    const Content unwanted = holds::acceleration | holds::reaction | holds::history;
    if (!context_.content.has(expr, unwanted)) return true;
    const SourceSpan place = evaluator_.place_of(written, scope, unwanted);
    context_.complaints.error("E0707", place, fmt::format("`{}` cannot have an initial value", context_.text(place)))
        .help = "initial values are those of coordinates and rates; accelerations and forces follow from them";
    return false;
  }

  bool is_given_twice(const InitialValue& made) {
    const auto found = given_.find(made.target.id);
    if (found == given_.end()) return false;
    const bool is_symbol = context_.graph.kind(made.target) == NodeKind::symbol;
    if (!is_symbol) return false;
    context_.complaints.error("E0708", made.span, fmt::format("`{}` is given twice", made.text))
        .labels.push_back({draft_.study.initial[found->second].span, "first given here"});
    return true;
  }

  /// The target as written, each range replaced by its number.
  std::string text(const ast::InitialItem& item, const std::vector<const ast::IndexItem*>& ranges, const Scope* scope) {
    std::string out = context_.text(item.left->span);
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
      const Scope* bound = find_item(scope, **range);
      const std::string number = std::to_string(bound->number);
      out.replace((*range)->span.begin - item.left->span.begin, (*range)->span.end - (*range)->span.begin, number);
    }
    return out;
  }

  Draft& draft_;
  ModelNames& names_;
  Context& context_;
  Evaluator& evaluator_;
  std::unordered_map<std::uint32_t, std::size_t> given_; ///< target to its place in the list
};

} // namespace

void build_initial(const Builder& builder) {
  InitialBuilder initial(builder);
  for (const auto& statement : builder.declared.plain.of<ast::Initial>())
    initial.build(statement);
}

} // namespace elaboration
} // namespace dalembert
