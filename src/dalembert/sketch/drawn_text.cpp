#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/sketch/drawn_text.h>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace dalembert {
inline namespace sketching {

namespace {

class LineWriter {
public:
  explicit LineWriter(const System& system) : system_(system), graph_(*system.graph), named_(graph_, names(system)) {}

  [[nodiscard]] std::string line(const DrawnItem<Expr>& item) {
    const std::string what = std::visit([this](const auto& each) { return this->words(each); }, item.what);
    if (what.empty()) return {};
    return "draw " + what + block(item) + string_of(item.name);
  }

private:
  /// What stands for the values of `let`s: symbols with their names.
  static std::vector<Replacement> names(const System& system) {
    Graph& graph = *system.graph;
    std::unordered_set<std::uint32_t> met;
    std::vector<Replacement> out;
    for (const Let& let : system.lets) {
      const NodeKind kind = graph.kind(let.value);
      const bool is_short = kind == NodeKind::symbol || kind == NodeKind::number || kind == NodeKind::pi;
      if (!is_short && met.insert(let.value.id).second) out.push_back({let.value, graph.symbol(let.name)});
    }
    return out;
  }

  [[nodiscard]] std::string words(const Mark<Expr>& mark) {
    std::string out = fmt::format("{} at {}", word(mark.kind), place(mark.at));
    if (!mark.turned.entries.empty()) out += " turned " + expression(mark.turned.entries.front());
    return out;
  }
  [[nodiscard]] std::string words(const Segment<Expr>& segment) {
    return fmt::format("{} from {} to {}", word(segment.kind), place(segment.from), place(segment.to));
  }
  [[nodiscard]] std::string words(const Path<Expr>& path) {
    std::string out(word(path.kind));
    if (!path.written.empty()) return out + " " + path.written;
    out += " through ";
    for (std::size_t i = 0; i < path.points.size(); ++i)
      out += (i == 0 ? "" : ", ") + place(path.points[i]);
    return out;
  }
  [[nodiscard]] static std::string words(const Surface<Expr>& surface) { return "surface " + surface.written; }
  [[nodiscard]] std::string words(const Shape<Expr>& shape) {
    std::string out(word(shape.kind));
    for (std::size_t i = 0; i < shape.sizes.size(); ++i)
      out += (i == 0 ? "(" : ", ") + length(shape.sizes[i]);
    out += ") at " + place(shape.at);
    if (shape.turned.entries.size() == 1) out += " turned " + expression(shape.turned.entries.front());
    return out;
  }
  [[nodiscard]] std::string words(const Support<Expr>& support) {
    return fmt::format("{} through {} along {}", word(support.kind), place(support.through), vector(support.along));
  }
  [[nodiscard]] std::string words(const Trail<Expr>& trail) { return "trail of " + place(trail.of); }
  template <class Other>
  [[nodiscard]] std::string words(const Other&) const {
    return {};
  }

  [[nodiscard]] std::string block(const DrawnItem<Expr>& item) {
    std::vector<std::string> settings;
    if (const auto* mark = std::get_if<Mark<Expr>>(&item.what); mark != nullptr && mark->mass)
      settings.push_back("mass = " + expression(*mark->mass));
    if (item.width.pixels) settings.push_back(fmt::format("width = {}", *item.width.pixels));
    return settings.empty() ? "" : fmt::format(" {{ {} }}", fmt::join(settings, ", "));
  }

  [[nodiscard]] static std::string string_of(const std::string& name) {
    std::string clean = name;
    std::erase_if(clean, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
    return clean.empty() ? "" : " \"" + clean + "\"";
  }

  [[nodiscard]] std::string place(const Place<Expr>& at) {
    std::string out;
    for (const Expr component : at)
      out += (out.empty() ? "(" : ", ") + length(component);
    return out + ")";
  }
  [[nodiscard]] std::string vector(const Place<Expr>& components) {
    std::string out;
    for (const Expr component : components)
      out += (out.empty() ? "(" : ", ") + expression(component);
    return out + ")";
  }

  /// A length: a number in it gets its unit.
  [[nodiscard]] std::string length(Expr e) {
    if (!system_.has_units || graph_.is_zero(e)) return expression(e);
    if (graph_.is_number(e)) return metres(graph_.number(e));
    const Expr written = named_.of(e);
    if (graph_.kind(written) == NodeKind::sum && graph_.terms(written).size() > 1) {
      const Term first = graph_.terms(written).front();
      if (graph_.is_one(first.expr)) {
        const Rational number = graph_.value(first.coefficient);
        const Expr rest = graph_.sub(written, graph_.number(number));
        return text(graph_, rest) + (number.sign() < 0 ? " - " : " + ") + metres(number.abs());
      }
    }
    return text(graph_, written);
  }
  [[nodiscard]] static std::string metres(const Rational& number) { return number.decimal_text() + " [m]"; }

  [[nodiscard]] std::string expression(Expr e) { return text(graph_, named_.of(e)); }

  const System& system_;
  Graph& graph_;
  Substitution named_;
};

std::string quoted(std::string_view key, std::string_view value) {
  return fmt::format("{} = \"{}\"", key, value);
}

/// The settings of the scene that the automatic picture finds.
std::string settings_line(const SceneSettings& settings) {
  static constexpr std::array<std::string_view, 3> planes{"xy", "xz", "yz"};
  static constexpr std::array<std::string_view, 6> directions{"y", "-y", "x", "z", "-z", "-x"};
  std::vector<std::string> parts;
  if (settings.plane) parts.push_back(quoted("plane", planes.at(static_cast<std::size_t>(*settings.plane))));
  if (settings.up) parts.push_back(quoted("up", directions.at(static_cast<std::size_t>(*settings.up))));
  return parts.empty() ? "" : fmt::format("animate {{ {} }}", fmt::join(parts, ", "));
}

} // namespace

std::vector<std::string> drawn_lines(const System& system, const Picture& picture) {
  std::vector<std::string> out;
  LineWriter writer(system);
  for (const DrawnItem<Expr>& item : picture.items)
    if (std::string line = writer.line(item); !line.empty()) out.push_back(std::move(line));
  if (std::string line = settings_line(picture.settings); !line.empty()) out.push_back(std::move(line));
  return out;
}

std::string drawn_text(const System& system, const Picture& picture) {
  std::string out;
  for (const std::string& line : drawn_lines(system, picture))
    out += line + "\n";
  return out;
}

} // namespace sketching
} // namespace dalembert
