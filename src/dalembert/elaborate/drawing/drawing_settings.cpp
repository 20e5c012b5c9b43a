// The settings of one item: colour, visible, width, and those that its kind has beside.
#include <dalembert/elaborate/drawing/drawing_items.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/picture/kinds.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr Settings::Codes codes_of_drawings{"E1111", "E1111"};
constexpr std::int64_t most_coils = 200;

class DrawingSettings {
public:
  DrawingSettings(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node, const Scope* scope)
      : reader_(reader),
        context_(reader.context()),
        evaluator_(reader.builder().evaluator),
        known_(drawing_settings(kind)),
        settings_(evaluator_, node.block, scope, known_, codes_of_drawings),
        scope_(scope) {}

  void apply(DrawnItem<Expr>& item) {
    colour(item);
    visible(item);
    width(item);
    if (auto* mark = std::get_if<Mark<Expr>>(&item.what)) mass(*mark);
    if (auto* segment = std::get_if<Segment<Expr>>(&item.what)) coils(*segment);
    if (auto* trail = std::get_if<Trail<Expr>>(&item.what)) length(*trail);
  }

private:
  [[nodiscard]] bool has(std::string_view key) const {
    return std::ranges::find(known_, key) != known_.end() && settings_.find(key) != nullptr;
  }

  void colour(DrawnItem<Expr>& item) {
    const auto given = settings_.word("colour");
    if (!given) return;
    if (const auto known = colour_of(*given)) {
      item.colour = *known;
      return;
    }
    std::string words;
    for (auto hue = static_cast<int>(Hue::body); hue <= static_cast<int>(Hue::f); ++hue)
      words += fmt::format("{}{}", words.empty() ? "" : ", ", word(static_cast<Hue>(hue)));
    context_.complaints
        .error("E1111", settings_.value_span("colour"), fmt::format("the colour `{}` is not known", *given))
        .help = fmt::format("known: {}, or \"#rrggbb\"", words);
  }

  void visible(DrawnItem<Expr>& item) {
    const ast::Expr* written = settings_.expression("visible");
    const auto value = written == nullptr ? std::nullopt : evaluator_.scalar(*written, scope_);
    if (value) item.visible = value->expr;
  }

  /// A bare number is a number of pixels, anything else a length.
  void width(DrawnItem<Expr>& item) {
    const ast::Expr* written = has("width") ? settings_.expression("width") : nullptr;
    if (written == nullptr) return;
    if (!is_bare_number(*written)) {
      item.width.length = reader_.length(*written, scope_, "a width");
      return;
    }
    const auto pixels = settings_.number("width", Dimension());
    if (pixels && *pixels > 0)
      item.width.pixels = pixels;
    else if (pixels)
      context_.complaints.error("E1111", written->span, "a width must be positive");
  }

  void mass(Mark<Expr>& mark) {
    const ast::Expr* written = has("mass") ? settings_.expression("mass") : nullptr;
    if (written == nullptr) return;
    const auto value = evaluator_.scalar(*written, scope_);
    if (!value || !reader_.is_of_positions(value->expr, *written, scope_)) return;
    const Scalar wanted{context_.graph.zero(), context_.dimensions.of(Dimension::mass()), false, false, nullptr};
    if (context_.fit(wanted, *value)) {
      mark.mass = value->expr;
      return;
    }
    Diagnostic& made = context_.complaints.error("E0412", written->span, "`mass` must be in [kg]");
    made.note = describe(evaluator_, *written, scope_, *value);
    if (is_bare_number(*written)) made.edit = Edit{written->span, context_.text(written->span) + " [kg]"};
  }

  void coils(Segment<Expr>& segment) {
    const ast::Expr* written = has("coils") ? settings_.expression("coils") : nullptr;
    if (written == nullptr) return;
    const auto number = evaluator_.integer(*written, scope_, "the number of coils");
    if (!number) return;
    if (*number >= 1 && *number <= most_coils)
      segment.coils = static_cast<int>(*number);
    else
      context_.complaints.error("E1111", written->span, fmt::format("a spring has 1 to {} coils", most_coils));
  }

  void length(Trail<Expr>& trail) {
    if (!has("length")) return;
    const auto seconds = settings_.number("length", Dimension::time());
    if (seconds && *seconds > 0)
      trail.length = seconds;
    else if (seconds)
      context_.complaints.error("E1111", settings_.value_span("length"), "the length of a trail must be positive");
  }

  DrawingReader& reader_;
  Context& context_;
  Evaluator& evaluator_;
  std::vector<std::string_view> known_;
  Settings settings_;
  const Scope* scope_;
};

} // namespace

void apply_drawing_settings(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node, const Scope* scope,
                            DrawnItem<Expr>& item) {
  DrawingSettings(reader, kind, node, scope).apply(item);
}

} // namespace elaboration
} // namespace dalembert
