#include <dalembert/elaborate/drawing/drawing_kinds.h>
#include <dalembert/picture/kinds.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

using Clause = ast::DrawClauseKind;

constexpr std::uint8_t value_of(MarkKind kind) {
  return static_cast<std::uint8_t>(kind);
}
constexpr std::uint8_t value_of(SegmentKind kind) {
  return static_cast<std::uint8_t>(kind);
}
constexpr std::uint8_t value_of(PathKind kind) {
  return static_cast<std::uint8_t>(kind);
}
constexpr std::uint8_t value_of(ShapeKind kind) {
  return static_cast<std::uint8_t>(kind);
}
constexpr std::uint8_t value_of(SupportKind kind) {
  return static_cast<std::uint8_t>(kind);
}

constexpr DrawingKind mark(std::string_view word, MarkKind kind, ClauseSet may, DrawnSettings settings,
                           std::string_view written) {
  return {word, DrawnFamily::mark, value_of(kind), 0, 0, {Clause::at}, may, settings, 0, written, ""};
}

constexpr DrawingKind segment(std::string_view word, SegmentKind kind, DrawnSettings settings,
                              std::string_view written) {
  return {word, DrawnFamily::segment, value_of(kind), 0, 0, {Clause::from, Clause::to}, {}, settings, 0, written, ""};
}

constexpr DrawingKind path(std::string_view word, PathKind kind, DrawnSettings settings, std::size_t parameters,
                           std::string_view written) {
  return {word,     DrawnFamily::path, value_of(kind), 0, 0, {Clause::through}, {Clause::at, Clause::turned},
          settings, parameters,        written,        ""};
}

constexpr DrawingKind shape(std::string_view word, ShapeKind kind, std::size_t fewest, std::size_t most,
                            std::string_view written, std::string_view arguments) {
  return {word,
          DrawnFamily::shape,
          value_of(kind),
          fewest,
          most,
          {Clause::at},
          {Clause::turned, Clause::along},
          DrawnSettings::width,
          0,
          written,
          arguments};
}

constexpr DrawingKind support(std::string_view word, SupportKind kind, std::string_view written) {
  return {word,
          DrawnFamily::support,
          value_of(kind),
          0,
          0,
          {Clause::through},
          {Clause::along},
          DrawnSettings::width,
          0,
          written,
          ""};
}

constexpr std::array all_kinds{
    mark("point", MarkKind::point, {}, DrawnSettings::none, "point at P"),
    mark("mass", MarkKind::mass, {}, DrawnSettings::mass, "mass at P"),
    mark("pin", MarkKind::pin, {}, DrawnSettings::none, "pin at P"),
    mark("coil", MarkKind::coil, {Clause::turned}, DrawnSettings::none, "coil at P turned a"),
    mark("label", MarkKind::label, {}, DrawnSettings::none, "label at P \"text\""),
    segment("rod", SegmentKind::rod, DrawnSettings::width, "rod from P to Q"),
    DrawingKind{"rod",
                DrawnFamily::segment,
                value_of(SegmentKind::rod),
                1,
                1,
                {Clause::at},
                {Clause::turned},
                DrawnSettings::width,
                0,
                "rod(L) at P turned a",
                "its length"},
    segment("rope", SegmentKind::rope, DrawnSettings::width, "rope from P to Q"),
    segment("spring", SegmentKind::spring, DrawnSettings::coils, "spring from P to Q"),
    segment("damper", SegmentKind::damper, DrawnSettings::width, "damper from P to Q"),
    path("line", PathKind::line, DrawnSettings::width, 0, "line through P, Q"),
    path("polygon", PathKind::polygon, DrawnSettings::width, 0, "polygon through P, Q, R"),
    path("curve", PathKind::curve, DrawnSettings::points, 1, "curve through P for u in a..b"),
    DrawingKind{"surface",
                DrawnFamily::surface,
                0,
                0,
                0,
                {Clause::through},
                {},
                DrawnSettings::points,
                2,
                "surface through P for u in a..b, v in c..d",
                ""},
    shape("disc", ShapeKind::disc, 1, 1, "disc(R) at P", "its radius"),
    shape("ring", ShapeKind::ring, 1, 1, "ring(R) at P", "its radius"),
    shape("box", ShapeKind::box, 2, 3, "box(a, b, c) at P", "two edges in the plane or three in space"),
    shape("sphere", ShapeKind::sphere, 1, 1, "sphere(R) at P", "its radius"),
    shape("cylinder", ShapeKind::cylinder, 2, 2, "cylinder(R, L) at P", "its radius and its length"),
    DrawingKind{"cylinder",
                DrawnFamily::shape,
                value_of(ShapeKind::cylinder),
                1,
                1,
                {Clause::from, Clause::to},
                {},
                DrawnSettings::width,
                0,
                "cylinder(R) from P to Q",
                "its radius"},
    shape("cone", ShapeKind::cone, 2, 2, "cone(R, h) at P", "its radius and its height"),
    shape("ellipsoid", ShapeKind::ellipsoid, 3, 3, "ellipsoid(a, b, c) at P", "its three half-axes"),
    shape("torus", ShapeKind::torus, 2, 2, "torus(R, r) at P", "its two radii"),
    support("ground", SupportKind::ground, "ground through P along u"),
    support("plane", SupportKind::plane, "plane through P along u"),
    DrawingKind{"arrow",
                DrawnFamily::arrow,
                0,
                0,
                0,
                {},
                {Clause::of, Clause::along, Clause::at},
                DrawnSettings::width,
                0,
                "arrow of R at P along u",
                ""},
    DrawingKind{"gauge", DrawnFamily::gauge, 0, 0, 0, {Clause::of}, {}, DrawnSettings::none, 0, "gauge of R", ""},
    DrawingKind{"trail", DrawnFamily::trail, 0, 0, 0, {Clause::of}, {}, DrawnSettings::length, 0, "trail of P", ""},
    DrawingKind{"frame",
                DrawnFamily::axes,
                0,
                0,
                1,
                {Clause::at},
                {Clause::turned},
                DrawnSettings::width,
                0,
                "frame(L) at P turned a",
                "the length of its axes"},
    DrawingKind{"angle",
                DrawnFamily::angle,
                0,
                0,
                0,
                {Clause::of, Clause::at},
                {Clause::from},
                DrawnSettings::width,
                0,
                "angle of a at P from v",
                ""},
};

} // namespace

std::vector<const DrawingKind*> drawing_kinds(std::string_view word) {
  std::vector<const DrawingKind*> out;
  for (const DrawingKind& kind : all_kinds)
    if (kind.word == word) out.push_back(&kind);
  return out;
}

std::vector<std::string> drawing_words() {
  std::vector<std::string> out;
  for (const DrawingKind& kind : all_kinds)
    if (out.empty() || out.back() != kind.word) out.emplace_back(kind.word);
  return out;
}

std::vector<std::string_view> all_drawing_settings() {
  std::vector<std::string_view> out;
  for (const DrawingKind& kind : all_kinds)
    for (const std::string_view key : drawing_settings(kind))
      if (std::ranges::find(out, key) == out.end()) out.push_back(key);
  return out;
}

std::vector<std::string_view> drawing_settings(const DrawingKind& kind) {
  std::vector<std::string_view> out{"colour", "visible"};
  switch (kind.settings) {
  case DrawnSettings::none:
    break;
  case DrawnSettings::width:
    out.emplace_back("width");
    break;
  case DrawnSettings::coils:
    out.insert(out.end(), {"width", "coils"});
    break;
  case DrawnSettings::mass:
    out.emplace_back("mass");
    break;
  case DrawnSettings::points:
    out.insert(out.end(), {"width", "points"});
    break;
  case DrawnSettings::length:
    out.insert(out.end(), {"width", "length"});
    break;
  }
  return out;
}

std::string phrase(const DrawingKind& kind) {
  constexpr std::string_view vowels = "aeiou";
  const bool is_vowel = vowels.find(kind.word.front()) != std::string_view::npos;
  return (is_vowel ? "an " : "a ") + std::string(kind.word);
}

std::string_view word(ast::DrawClauseKind kind) {
  static constexpr std::array<std::string_view, 7> words{"at", "from", "to", "through", "along", "turned", "of"};
  return words.at(static_cast<std::size_t>(kind));
}

const ast::DrawClause* find_clause(const ast::Draw& node, ast::DrawClauseKind kind) {
  const auto found = std::ranges::find(node.clauses, kind, &ast::DrawClause::kind);
  return found == node.clauses.end() ? nullptr : &*found;
}

} // namespace elaboration
} // namespace dalembert
