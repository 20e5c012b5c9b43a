#include <dalembert/report/scene_json.h>

#include <array>
#include <cmath>
#include <string_view>
#include <variant>

namespace dalembert {
inline namespace report {

namespace {

using Number = SceneNumber;

Json number(const Number& n) {
  if (n.column) return Json{{"c", *n.column}};
  return std::isfinite(n.value) ? Json(n.value) : Json();
}

Json numbers(const std::vector<Number>& all) {
  Json out = Json::array();
  for (const Number& n : all)
    out.push_back(number(n));
  return out;
}

Json points(const std::vector<Place<Number>>& all) {
  Json out = Json::array();
  for (const Place<Number>& point : all)
    out.push_back(numbers(point));
  return out;
}

void add_turned(Json& out, const Orientation<Number>& turned) {
  if (!turned.entries.empty()) out["turned"] = numbers(turned.entries);
}

/// Writes what belongs to one kind of item.
class Writer {
public:
  explicit Writer(Json& to) : out_(to) {}

  void operator()(const Mark<Number>& m) const {
    out_["at"] = numbers(m.at);
    add_turned(out_, m.turned);
    if (m.mass) out_["mass"] = number(*m.mass);
  }
  void operator()(const Segment<Number>& s) const {
    out_["from"] = numbers(s.from);
    out_["to"] = numbers(s.to);
    if (s.coils) out_["coils"] = *s.coils;
  }
  void operator()(const Path<Number>& p) const { out_["points"] = points(p.points); }
  void operator()(const Surface<Number>& s) const {
    out_["rows"] = s.rows;
    out_["columns"] = s.columns;
    out_["points"] = points(s.points);
  }
  void operator()(const Shape<Number>& s) const {
    out_["sizes"] = numbers(s.sizes);
    out_["at"] = numbers(s.at);
    add_turned(out_, s.turned);
  }
  void operator()(const Support<Number>& s) const {
    out_["through"] = numbers(s.through);
    out_["along"] = numbers(s.along);
  }
  void operator()(const Arrow<Number>& a) const {
    add_force(a.of, a.unit, a.role, a.standing);
    out_["at"] = numbers(a.at);
    out_["vector"] = numbers(a.vector);
    if (!a.against.empty()) out_["against"] = numbers(a.against);
  }
  void operator()(const Arc<Number>& a) const {
    add_force(a.of, a.unit, a.role, a.standing);
    out_["at"] = numbers(a.at);
    out_["value"] = number(a.value);
    if (!a.axis.empty()) out_["axis"] = numbers(a.axis);
  }
  void operator()(const Gauge<Number>& g) const {
    out_["of"] = g.of;
    out_["unit"] = g.unit;
    out_["value"] = number(g.value);
  }
  void operator()(const Trail<Number>& t) const {
    out_["of"] = numbers(t.of);
    if (t.length) out_["length"] = *t.length;
  }
  void operator()(const Axes<Number>& a) const {
    out_["at"] = numbers(a.at);
    add_turned(out_, a.turned);
    if (a.length) out_["length"] = number(*a.length);
  }
  void operator()(const AngleMark<Number>& a) const {
    out_["value"] = number(a.value);
    out_["at"] = numbers(a.at);
    if (!a.from.empty()) out_["from"] = numbers(a.from);
  }
  void operator()(const Lane<Number>& l) const {
    out_["angle"] = l.is_angle;
    out_["unit"] = l.unit;
    out_["value"] = number(l.value);
  }

private:
  void add_force(const std::string& of, const std::string& unit, ArrowRole role, Standing standing) const {
    if (!of.empty()) out_["of"] = of;
    out_["role"] = word(role);
    out_["unit"] = unit;
    out_["standing"] = word(standing);
  }

  Json& out_;
};

/// The word of the language for what an item is; `lane` and `arc` are made by rules alone.
std::string_view kind_word(const DrawnItem<Number>& item) {
  constexpr struct {
    std::string_view operator()(const Mark<Number>& m) const { return word(m.kind); }
    std::string_view operator()(const Segment<Number>& s) const { return word(s.kind); }
    std::string_view operator()(const Path<Number>& p) const { return word(p.kind); }
    std::string_view operator()(const Surface<Number>& /*s*/) const { return "surface"; }
    std::string_view operator()(const Shape<Number>& s) const { return word(s.kind); }
    std::string_view operator()(const Support<Number>& s) const { return word(s.kind); }
    std::string_view operator()(const Arrow<Number>& /*a*/) const { return "arrow"; }
    std::string_view operator()(const Arc<Number>& /*a*/) const { return "arc"; }
    std::string_view operator()(const Gauge<Number>& /*g*/) const { return "gauge"; }
    std::string_view operator()(const Trail<Number>& /*t*/) const { return "trail"; }
    std::string_view operator()(const Axes<Number>& /*a*/) const { return "frame"; }
    std::string_view operator()(const AngleMark<Number>& /*a*/) const { return "angle"; }
    std::string_view operator()(const Lane<Number>& /*l*/) const { return "lane"; }
  } visitor;
  return std::visit(visitor, item.what);
}

Json corners(const std::array<std::array<double, 3>, 2>& bounds, int dimension) {
  Json out = Json::array();
  for (const std::array<double, 3>& corner : bounds)
    out.push_back(Json(std::vector<double>(corner.begin(), corner.begin() + dimension)));
  return out;
}

std::string_view up_word(const Scene& scene) {
  constexpr std::array<std::string_view, 6> words{"y", "-y", "x", "z", "-z", "-x"};
  if (scene.settings.up) return words.at(static_cast<std::size_t>(*scene.settings.up));
  return scene.dimension == 3 ? "z" : "y";
}

} // namespace

Json scene_item(const DrawnItem<Number>& item, std::size_t id, const SourceMap& sources) {
  Json out{{"id", id}, {"kind", kind_word(item)}, {"name", item.name}};
  if (!item.rule.empty()) out["rule"] = item.rule;
  out["place"] = item.span == SourceSpan{} ? Json() : place_object(item.span, sources);
  std::visit(Writer(out), item.what);
  if (!item.colour.hex.empty())
    out["colour"] = item.colour.hex;
  else if (item.colour.hue != Hue::by_kind)
    out["colour"] = word(item.colour.hue);
  if (item.visible) out["visible"] = number(*item.visible);
  if (item.width.length) out["width"] = number(*item.width.length);
  if (item.width.pixels) out["pixels"] = *item.width.pixels;
  return out;
}

Json scene_object(const Scene& scene, bool has_units, const SourceMap& sources) {
  Json out{{"dimension", scene.dimension},
           {"up", up_word(scene)},
           {"unit", has_units ? "m" : ""},
           {"moving_axes", scene.moving_axes},
           {"bounds", corners(scene.bounds, scene.dimension)},
           {"speed", scene.settings.speed}};
  Json items = Json::array();
  for (std::size_t i = 0; i < scene.items.size(); ++i)
    items.push_back(scene_item(scene.items[i], i, sources));
  out["items"] = std::move(items);
  if (!scene.follow.empty()) out["follow"] = numbers(scene.follow);
  Json unknown = Json::array();
  for (const NotDrawn& missing : scene.not_drawn)
    unknown.push_back({{"what", missing.what},
                       {"because", missing.because},
                       {"suggest", missing.suggest.empty() ? Json() : Json(missing.suggest)}});
  out["unknown"] = std::move(unknown);
  out["scales"] = Json::object();
  for (const auto& [unit, scale] : scene.scales)
    out["scales"][unit] = scale;
  out["amounts"] = Json::object();
  for (const auto& [name, amount] : scene.amounts)
    out["amounts"][name] = number(amount);
  return out;
}

} // namespace report
} // namespace dalembert
