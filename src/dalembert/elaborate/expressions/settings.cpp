#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/meaning/suggestion.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace dalembert {
inline namespace elaboration {

Settings::Settings(Evaluator& evaluator, const ast::Block* block, const Scope* scope, ast::SettingPlace place)
    : Settings(evaluator, block, scope, place, Codes{}) {}

Settings::Settings(Evaluator& evaluator, const ast::Block* block, const Scope* scope, ast::SettingPlace place,
                   Codes codes)
    : evaluator_(evaluator), block_(block), scope_(scope), settings_(ast::settings_at(place)), codes_(codes) {
  std::vector<std::string_view> known;
  for (const ast::SettingWord& setting : settings_)
    known.push_back(setting.key);
  report_unknown(known);
}

Settings::Settings(Evaluator& evaluator, const ast::Block* block, const Scope* scope,
                   std::span<const std::string_view> known, Codes codes)
    : evaluator_(evaluator), block_(block), scope_(scope), codes_(codes) {
  report_unknown(known);
}

void Settings::report_unknown(std::span<const std::string_view> known) const {
  if (block_ == nullptr) return;
  const std::vector<std::string> names(known.begin(), known.end());
  std::vector<std::string_view> met;
  for (const ast::Setting& setting : block_->settings) {
    const std::string_view key = setting.key.text;
    Complaints& complaints = evaluator_.context().complaints;
    if (std::find(met.begin(), met.end(), key) != met.end())
      complaints.error(std::string(codes_.unknown), setting.key.span, fmt::format("`{}` is given twice", key));
    met.push_back(key);
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    Diagnostic& made = complaints.error(std::string(codes_.unknown), setting.key.span,
                                        fmt::format("there is no setting `{}` here", key));
    const std::string nearest = nearest_name(key, names);
    if (!nearest.empty()) {
      made.help = fmt::format("did you mean `{}`?", nearest);
      made.edit = Edit{setting.key.span, nearest};
    } else if (!names.empty()) {
      made.help = fmt::format("available here: {}", fmt::join(names, ", "));
    }
  }
}

const ast::Setting* Settings::find(std::string_view key) const {
  if (block_ == nullptr) return nullptr;
  for (const ast::Setting& setting : block_->settings)
    if (setting.key.text == key) return &setting;
  return nullptr;
}

const ast::Expr* Settings::expression(std::string_view key) const {
  const ast::Setting* setting = find(key);
  if (setting == nullptr) return nullptr;
  if (const auto* expr = std::get_if<const ast::Expr*>(&setting->value)) return *expr;
  evaluator_.context().complaints.error(std::string(codes_.value), setting->span,
                                        fmt::format("`{}` needs an expression", key));
  return nullptr;
}

std::optional<double> Settings::number(std::string_view key, const Dimension& dimension) const {
  Context& context = evaluator_.context();
  return number_like(key, {context.graph.zero(), context.dimensions.of(dimension), false, false, nullptr});
}

std::optional<double> Settings::number_like(std::string_view key, const Scalar& like) const {
  const ast::Expr* expr = expression(key);
  if (expr == nullptr) return std::nullopt;
  Context& context = evaluator_.context();
  const auto value = evaluator_.scalar(*expr, scope_);
  if (!value) return std::nullopt;
  if (!context.fit(like, *value)) {
    const std::string unit = context.unit_text(like);
    Diagnostic& made = context.complaints.error("E0412", expr->span, fmt::format("`{}` must be in {}", key, unit));
    made.note = describe(evaluator_, *expr, scope_, *value);
    if (is_bare_number(*expr)) made.edit = Edit{expr->span, fmt::format("{} {}", context.text(expr->span), unit)};
    return std::nullopt;
  }
  if (!free_symbols(context.graph, value->expr).empty()) {
    context.complaints.error(std::string(codes_.value), expr->span, fmt::format("`{}` must be a number", key));
    return std::nullopt;
  }
  return evaluate(context.graph, value->expr, {});
}

void Settings::refuse(std::string_view key, std::string message) const {
  evaluator_.context().complaints.error(std::string(codes_.value), value_span(key), std::move(message));
}

std::optional<std::string> Settings::word(std::string_view key) const {
  const ast::Setting* setting = find(key);
  if (setting == nullptr) return std::nullopt;
  if (const auto* text = std::get_if<const ast::Text*>(&setting->value)) return std::string((*text)->text);
  if (const auto* expr = std::get_if<const ast::Expr*>(&setting->value))
    if (const auto* name = std::get_if<ast::Name>(&(*expr)->node)) return std::string(name->text);
  evaluator_.context().complaints.error(std::string(codes_.value), setting->span,
                                        fmt::format("`{}` needs a name", key));
  return std::nullopt;
}

SourceSpan Settings::value_span(std::string_view key) const {
  const ast::Setting* setting = find(key);
  if (setting == nullptr) return {};
  if (const auto* text = std::get_if<const ast::Text*>(&setting->value)) return (*text)->span;
  if (const auto* expr = std::get_if<const ast::Expr*>(&setting->value)) return (*expr)->span;
  return setting->span;
}

std::vector<std::string_view> Settings::words_of(std::string_view key) const {
  const auto found = std::ranges::find(settings_, key, &ast::SettingWord::key);
  return found == settings_.end() ? std::vector<std::string_view>() : found->words;
}

void Settings::refuse_word(std::string_view key, const std::string& given,
                           const std::vector<std::string_view>& words) const {
  evaluator_.context()
      .complaints
      .error(std::string(codes_.value), value_span(key), fmt::format("`{} = {}` is not a valid setting", key, given))
      .help = fmt::format("known: `{}`", fmt::join(words, "`, `"));
}

} // namespace elaboration
} // namespace dalembert
