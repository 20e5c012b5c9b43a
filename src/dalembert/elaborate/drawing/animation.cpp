// `animate { … }`: the settings of the scene, and those that are `draw` statements by another name.
#include <dalembert/elaborate/drawing/animation.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>

#include <fmt/format.h>

#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

const ast::Expr* expression_of(const ast::Setting& setting) {
  const auto* written = std::get_if<const ast::Expr*>(&setting.value);
  return written == nullptr ? nullptr : *written;
}

/// The parts of `(a, b, …)`, or the one expression.
std::vector<const ast::Expr*> parts_of(const ast::Expr& written) {
  const ast::Expr& inner = without_brackets(written);
  if (const auto* tuple = std::get_if<ast::Tuple>(&inner.node)) return {tuple->items.begin(), tuple->items.end()};
  return {&inner};
}

class SceneReader {
public:
  SceneReader(const Plain<ast::Animate>& item, const Builder& builder, SceneSettings& out)
      : item_(item),
        context_(builder.context),
        evaluator_(builder.evaluator),
        settings_(evaluator_, item.node->block, item.scope, ast::SettingPlace::animate,
                  Settings::Codes{"E1111", "E1111"}),
        out_(out) {}

  void read() {
    if (const auto plane = settings_.choice<ScenePlane>(
            "plane", {{"xy", ScenePlane::xy}, {"xz", ScenePlane::xz}, {"yz", ScenePlane::yz}}))
      out_.plane = plane;
    if (const auto up = settings_.choice<SceneUp>("up", {{"y", SceneUp::y},
                                                         {"-y", SceneUp::minus_y},
                                                         {"x", SceneUp::x},
                                                         {"z", SceneUp::z},
                                                         {"-z", SceneUp::minus_z},
                                                         {"-x", SceneUp::minus_x}}))
      out_.up = up;
    if (const auto automatic = settings_.choice<AutomaticPicture>(
            "automatic",
            {{"arrows", AutomaticPicture::arrows}, {"with", AutomaticPicture::with}, {"none", AutomaticPicture::none}}))
      out_.automatic = *automatic;
    speed();
    camera();
    view();
    scale();
    flash();
  }

private:
  [[nodiscard]] const ast::Expr* written(std::string_view key) const {
    const ast::Setting* setting = settings_.find(key);
    return setting == nullptr ? nullptr : settings_.expression(key);
  }

  /// A number known now, in SI units of `dimension`.
  std::optional<double> number(const ast::Expr& written, const Dimension& dimension, std::string_view what) {
    const auto value = evaluator_.scalar(written, item_.scope);
    if (!value) return std::nullopt;
    const Scalar wanted{context_.graph.zero(), context_.dimensions.of(dimension), false, false, nullptr};
    if (!context_.fit(wanted, *value)) {
      Diagnostic& made = context_.complaints.error(
          "E0412", written.span, fmt::format("{} must be in {}", what, context_.unit_text(wanted.dimension)));
      made.note = describe(evaluator_, written, item_.scope, *value);
      if (is_bare_number(written))
        made.edit = Edit{written.span, fmt::format("{} [{}]", context_.text(written.span), dimension.text())};
      return std::nullopt;
    }
    if (!free_symbols(context_.graph, value->expr).empty()) {
      context_.complaints.error("E1111", written.span, fmt::format("{} must be a number", what));
      return std::nullopt;
    }
    return evaluate(context_.graph, value->expr, {});
  }

  void speed() {
    const auto given = settings_.number("speed", Dimension());
    if (given && *given > 0)
      out_.speed = *given;
    else if (given)
      refuse("speed", "the speed must be positive: seconds of motion in one second");
  }

  void refuse(std::string_view key, std::string message) {
    context_.complaints.error("E1111", settings_.value_span(key), std::move(message));
  }

  void camera() {
    const ast::Expr* given = written("camera");
    if (given == nullptr) return;
    const auto parts = parts_of(*given);
    if (parts.size() != 2) return refuse("camera", "a camera has two angles: `camera = (30 [deg], 20 [deg])`");
    const auto azimuth = number(*parts[0], Dimension(), "the azimuth of a camera");
    const auto elevation = number(*parts[1], Dimension(), "the elevation of a camera");
    if (azimuth && elevation) out_.camera = Camera{*azimuth, *elevation};
  }

  void view() {
    const ast::Expr* given = written("view");
    if (given == nullptr) return;
    const auto corners = parts_of(*given);
    std::array<std::array<double, 2>, 2> read{};
    const bool are_two = corners.size() == 2 && parts_of(*corners[0]).size() == 2 && parts_of(*corners[1]).size() == 2;
    if (!are_two) return refuse("view", "a view has two corners: `view = ((x0, y0), (x1, y1))`");
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < 2; ++k) {
        const auto length = number(*parts_of(*corners[i])[k], Dimension::length(), "the corner of a view");
        if (!length) return;
        read[i][k] = *length;
      }
    for (std::size_t k = 0; k < 2; ++k) {
      if (read[0][k] == read[1][k]) return refuse("view", "the two corners of this view enclose no area");
      if (read[0][k] > read[1][k]) std::swap(read[0][k], read[1][k]);
    }
    out_.view = read;
  }

  /// One scale, or several: each is a length for a unit of what an arrow shows.
  void scale() {
    const ast::Expr* given = written("scale");
    if (given == nullptr) return;
    for (const ast::Expr* part : parts_of(*given)) {
      const auto value = evaluator_.scalar(*part, item_.scope);
      if (!value) continue;
      if (!free_symbols(context_.graph, value->expr).empty()) {
        context_.complaints.error("E1111", part->span, "a scale must be a number");
        continue;
      }
      const double metres = evaluate(context_.graph, value->expr, {});
      if (!(metres > 0)) {
        context_.complaints.error("E1111", part->span, "a scale must be positive");
        continue;
      }
      if (!context_.dimensions.checks()) {
        out_.scales[""] = metres;
        continue;
      }
      const Dimension shown = Dimension::length() / context_.dimensions.known(value->dimension);
      const bool is_known = shown == Dimension::force() || shown == Dimension::energy() ||
                            shown == Dimension::length() / Dimension::time() ||
                            shown == Dimension::force() * Dimension::time();
      if (is_known)
        out_.scales[Measure{shown, false, true}.unit()] = metres;
      else
        context_.complaints.error("E1111", part->span, "a scale is a length for a unit of what an arrow shows").help =
            "its unit is [m/N], [m/(N*m)], [m/(m/s)] or [m/(N*s)]";
    }
  }

  /// `flash = I` names an impact; the word `off` leaves impacts without a mark.
  void flash() {
    if (settings_.find("flash") == nullptr) return;
    const auto word = settings_.word("flash");
    if (word) out_.flash = *word != "off" && *word != "none";
  }

  const Plain<ast::Animate>& item_;
  Context& context_;
  Evaluator& evaluator_;
  Settings settings_;
  SceneSettings& out_;
};

/// Makes the `draw` statements of an `animate`.
class DrawingsOfAnimate {
public:
  DrawingsOfAnimate(const Plain<ast::Animate>& item, const Builder& builder, ast::Arena& arena)
      : item_(item), builder_(builder), arena_(arena) {}

  std::vector<Plain<ast::Draw>> make() {
    if (item_.node->block == nullptr) return {};
    for (const ast::Setting& setting : item_.node->block->settings) {
      const ast::Expr* written = expression_of(setting);
      const std::string_view key = setting.key.text;
      if (written == nullptr) continue;
      if (key == "trail") add("trail", ast::DrawClauseKind::of, {written}, setting);
      if (key == "arrows")
        for (const ast::Expr* part : parts_of(*written))
          add("arrow", ast::DrawClauseKind::of, {part}, setting);
      if (key == "polyline") add_line(*written, setting);
    }
    return std::move(out_);
  }

private:
  void add(std::string_view kind, ast::DrawClauseKind clause, const std::vector<const ast::Expr*>& values,
           const ast::Setting& setting) {
    const std::vector<ast::DrawClause> clauses{
        {setting.span, setting.key.span, clause, arena_.list(values), ast::List<ast::Rotation>{}}};
    ast::Draw node;
    node.kind = {kind, setting.key.span};
    node.clauses = arena_.list(clauses);
    const auto* made = arena_.make<ast::Draw>(node);
    const auto* statement =
        arena_.make<ast::Statement>(ast::Statement{setting.span, setting.key.span, ast::Statement::Node(node)});
    out_.push_back({made, statement, item_.scope});
  }

  /// `polyline = (x, y)` of two families: a line through (x[i], y[i]) for each i that both have.
  void add_line(const ast::Expr& written, const ast::Setting& setting) {
    std::vector<const ast::Expr*> points;
    const auto parts = parts_of(written);
    const Symbol* first = family(*parts.front());
    if (first == nullptr) {
      for (const ast::Expr* part : parts)
        points.push_back(part);
      return add("line", ast::DrawClauseKind::through, points, setting);
    }
    for (const DeclaredName& member : first->members) {
      std::vector<const ast::Expr*> components;
      for (const ast::Expr* part : parts) {
        const Symbol* symbol = family(*part);
        if (symbol != nullptr && symbol->member(member.index) != nullptr)
          components.push_back(member_of(*part, member.index));
      }
      if (components.size() == parts.size()) points.push_back(node(written.span, ast::Tuple{arena_.list(components)}));
    }
    add("line", ast::DrawClauseKind::through, points, setting);
  }

  [[nodiscard]] const Symbol* family(const ast::Expr& written) const {
    const auto* name = std::get_if<ast::Name>(&written.node);
    const Symbol* symbol = name == nullptr ? nullptr : builder_.declared.symbols.find(name->text);
    return symbol != nullptr && symbol->is_family ? symbol : nullptr;
  }

  [[nodiscard]] const ast::Expr* node(SourceSpan span, ast::Expr::Node made) {
    return arena_.make<ast::Expr>(span, 1U, made);
  }

  [[nodiscard]] const ast::Expr* member_of(const ast::Expr& family, const std::vector<int>& index) {
    std::vector<ast::IndexItem> items;
    for (const int each : index) {
      const ast::Expr* size =
          node(family.span, ast::Number{arena_.text(std::to_string(each < 0 ? -each : each)), family.span, nullptr});
      const ast::Expr* value = each < 0 ? node(family.span, ast::Unary{ast::Sign::minus, size}) : size;
      items.push_back({family.span, nullptr, nullptr, value});
    }
    const auto* list = arena_.make<ast::IndexList>(family.span, arena_.list(items));
    return node(family.span, ast::Index{&family, list});
  }

  const Plain<ast::Animate>& item_;
  const Builder& builder_;
  ast::Arena& arena_;
  std::vector<Plain<ast::Draw>> out_;
};

} // namespace

std::vector<Plain<ast::Draw>> drawings_of(const Plain<ast::Animate>& item, const Builder& builder, ast::Arena& arena) {
  return DrawingsOfAnimate(item, builder, arena).make();
}

std::optional<Place<Expr>> followed_point(DrawingReader& reader, const Plain<ast::Animate>& item) {
  if (item.node->block == nullptr) return std::nullopt;
  for (const ast::Setting& setting : item.node->block->settings) {
    const ast::Expr* written = expression_of(setting);
    if (setting.key.text == "follow" && written != nullptr) return reader.point(*written, item.scope);
  }
  return std::nullopt;
}

void read_scene_settings(const Plain<ast::Animate>& item, const Builder& builder, SceneSettings& settings) {
  SceneReader(item, builder, settings).read();
}

} // namespace elaboration
} // namespace dalembert
