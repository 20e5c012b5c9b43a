// Curves and surfaces: points at equal steps of real parameters, which are put in as numbers.
#include <dalembert/elaborate/drawing/drawing_paths.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/expr/substitute.h>

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace dalembert {
inline namespace elaboration {

namespace {

using Clause = ast::DrawClauseKind;

constexpr std::int64_t usual_samples = 200;
constexpr std::array<std::int64_t, 2> usual_grid{24, 48};

/// A real parameter: the symbol that stands for it while its point is read, and its values.
struct RealParameter {
  Value symbol;
  Expr lower;
  Expr upper;
  std::int64_t samples = usual_samples;
};

class CurveMaker {
public:
  CurveMaker(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node, const Scope* scope)
      : reader_(reader), context_(reader.context()), graph_(context_.graph), kind_(kind), node_(node), scope_(scope) {}

  std::optional<DrawnThing> make() {
    if (!read_parameters() || !read_samples()) return std::nullopt;
    const ast::Expr* written = reader_.only_value(*find_clause(node_, Clause::through));
    if (written == nullptr) return std::nullopt;
    const Scope first{scope_, node_.indices[0].name.text, nullptr, 0, &parameters_[0].symbol};
    const Scope second =
        is_surface() ? Scope{&first, node_.indices[1].name.text, nullptr, 0, &parameters_[1].symbol} : first;
    const auto point = reader_.point(*written, &second);
    if (!point) return std::nullopt;
    if (is_surface() && point->size() == 2) {
      context_.complaints.error("E1103", written->span, "the points of a surface have three components");
      return std::nullopt;
    }
    return sampled(*point, *written);
  }

private:
  [[nodiscard]] bool is_surface() const { return kind_.parameters == 2; }

  bool read_parameters() {
    for (const ast::DrawIndex& index : node_.indices) {
      const auto lower = bound(*index.range.lower, index.range);
      const auto upper = bound(*index.range.upper, index.range);
      if (!lower || !upper) return false;
      if (!context_.fit(*lower, *upper)) {
        context_.complaints.error("E1109", index.range.span, "the two ends of this range differ in dimension").note =
            fmt::format("{} and {}", context_.unit_text(*lower), context_.unit_text(*upper));
        return false;
      }
      Scalar symbol = lower->fits_any ? *upper : *lower;
      symbol.expr = graph_.symbol(std::string(index.name.text));
      symbol.fits_any = false;
      parameters_.push_back({Value(symbol), lower->expr, upper->expr});
    }
    return true;
  }

  /// One end of the range of a parameter; a bare number takes the unit behind the range.
  std::optional<Scalar> bound(const ast::Expr& written, const ast::Range& range) {
    auto value = reader_.builder().evaluator.scalar(written, scope_);
    if (!value) return std::nullopt;
    if (range.unit != nullptr && is_bare_value(written, reader_.builder().declared.symbols, scope_)) {
      const ReadUnit* unit = context_.units.read(*range.unit);
      if (unit == nullptr) return std::nullopt;
      value->expr = graph_.mul(value->expr, context_.units.factor(unit->unit));
      value->dimension = unit->dimension;
      value->angular = unit->angular;
      value->fits_any = false;
    }
    constexpr auto unwanted = static_cast<Content>(~holds::parameter);
    if (!context_.content.has(value->expr, unwanted)) return value;
    const SourceSpan place = reader_.builder().evaluator.place_of(written, scope_, unwanted);
    context_.complaints
        .error("E1109", place,
               fmt::format("`{}` moves: the range of a {} is constant", context_.text(place), kind_.word))
        .help = "what moves may stand in its points";
    return std::nullopt;
  }

  bool read_samples() {
    const std::array<std::string_view, 1> key{"points"};
    const ast::Setting* given = nullptr;
    if (node_.block != nullptr)
      for (const ast::Setting& setting : node_.block->settings)
        if (setting.key.text == key.front()) given = &setting;
    if (is_surface()) {
      parameters_[0].samples = usual_grid[0];
      parameters_[1].samples = usual_grid[1];
    }
    if (given == nullptr) return true;
    const auto* written = std::get_if<const ast::Expr*>(&given->value);
    const auto numbers = written == nullptr ? std::vector<const ast::Expr*>() : parts(**written);
    if (numbers.size() != parameters_.size()) {
      context_.complaints.error("E1111", given->span,
                                is_surface() ? "`points` of a surface are two numbers: `points = (24, 48)`"
                                             : "`points` of a curve is one number: `points = 200`");
      return false;
    }
    std::int64_t product = 1;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const auto number = reader_.builder().evaluator.integer(*numbers[k], scope_, "the number of points");
      if (!number) return false;
      parameters_[k].samples = *number;
      if (*number < 2) {
        context_.complaints.error("E1111", numbers[k]->span, "two points at least are needed");
        return false;
      }
      product *= std::min<std::int64_t>(*number, most_samples + 1);
    }
    if (product <= static_cast<std::int64_t>(most_samples)) return true;
    context_.complaints.error("E1110", given->span,
                              fmt::format("a {} has {} points at most", kind_.word, most_samples));
    return false;
  }

  static std::vector<const ast::Expr*> parts(const ast::Expr& written) {
    const ast::Expr& inner = without_brackets(written);
    if (const auto* tuple = std::get_if<ast::Tuple>(&inner.node)) return {tuple->items.begin(), tuple->items.end()};
    return {&inner};
  }

  [[nodiscard]] Expr value_of_sample(const RealParameter& parameter, std::int64_t k) const {
    const Expr step = graph_.sub(parameter.upper, parameter.lower);
    return graph_.add(parameter.lower, graph_.scale(Rational(k, parameter.samples - 1), step));
  }

  std::optional<DrawnThing> sampled(const Place<Expr>& point, const ast::Expr& written) {
    std::vector<Place<Expr>> points;
    const std::int64_t columns = is_surface() ? parameters_[1].samples : 1;
    for (std::int64_t i = 0; i < parameters_[0].samples; ++i)
      for (std::int64_t k = 0; k < columns; ++k) {
        std::vector<Replacement> values{{parameters_[0].symbol.scalar().expr, value_of_sample(parameters_[0], i)}};
        if (is_surface()) values.push_back({parameters_[1].symbol.scalar().expr, value_of_sample(parameters_[1], k)});
        try {
          points.push_back(substitute(graph_, point, values));
        } catch (const std::domain_error&) {
          context_.complaints.error("E1103", written.span,
                                    fmt::format("this point has no value at point {} of the {}", i + 1, kind_.word));
          return std::nullopt;
        }
      }
    DrawnThing out;
    if (is_surface()) {
      out.item.what = Surface<Expr>{
          static_cast<std::size_t>(parameters_[0].samples), static_cast<std::size_t>(columns), std::move(points), {}};
      return out;
    }
    if (!place_points(reader_, kind_, node_, scope_, points)) return std::nullopt;
    out.item.what = Path<Expr>{PathKind::curve, std::move(points)};
    return out;
  }

  DrawingReader& reader_;
  Context& context_;
  Graph& graph_;
  const DrawingKind& kind_;
  const ast::Draw& node_;
  const Scope* scope_;
  std::vector<RealParameter> parameters_;
};

} // namespace

std::optional<DrawnThing> drawn_curve(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node,
                                      const Scope* scope) {
  return CurveMaker(reader, kind, node, scope).make();
}

} // namespace elaboration
} // namespace dalembert
