#include <dalembert/painter/colours.h>
#include <dalembert/typesetting/palette.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace painter {

namespace {

/// A colour on white and on dark paper.
struct Shade {
  std::string light;
  std::string dark;
};

struct NamedShade {
  std::string_view name;
  std::string_view light;
  std::string_view dark;
  std::string_view page; ///< the property by which a page of our own names it; empty where it has none
};

constexpr std::array<NamedShade, 18> shades{{{"ink", "#1d1f24", "#e6e4de", "ink"},
                                             {"soft", "#5b606b", "#a3a8b2", "soft"},
                                             {"paper", "#ffffff", "#16181d", "paper"},
                                             {"body", "#3d5166", "#aebfd0", ""},
                                             {"ground", "#6d7178", "#9298a1", ""},
                                             {"spring", "#3f6f52", "#86c29d", ""},
                                             {"damper", "#7a5c3a", "#cfa877", ""},
                                             {"force", "#b3342b", "#ff8b80", ""},
                                             {"applied", "#1f62ad", "#79b4f2", ""},
                                             {"moment", "#7a3f94", "#cf9be6", ""},
                                             {"velocity", "#1d7a45", "#6fd59a", ""},
                                             {"trail", "#6f93b8", "#7fa6cc", ""},
                                             {"a", palette[0].light, palette[0].dark, ""},
                                             {"b", palette[1].light, palette[1].dark, ""},
                                             {"c", palette[2].light, palette[2].dark, ""},
                                             {"d", palette[3].light, palette[3].dark, ""},
                                             {"e", palette[4].light, palette[4].dark, ""},
                                             {"f", palette[5].light, palette[5].dark, ""}}};

using Channels = std::array<int, 3>;

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

std::optional<Channels> channels(std::string_view hex) {
  constexpr std::size_t length = 7; // #rrggbb
  if (hex.size() != length || hex.front() != '#') return std::nullopt;
  Channels out{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto high = hex_digit(hex[1 + 2 * i]);
    const auto low = hex_digit(hex[2 + 2 * i]);
    if (!high || !low) return std::nullopt;
    out.at(i) = 16 * *high + *low;
  }
  return out;
}

/// `share` of `paper` in `colour`.
std::string mixed(std::string_view colour, std::string_view paper, double share) {
  const Channels a = channels(colour).value_or(Channels{});
  const Channels b = channels(paper).value_or(Channels{});
  const auto mix = [&](std::size_t i) { return std::lround((1.0 - share) * a.at(i) + share * b.at(i)); };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2));
}

double brightness(std::string_view colour) {
  const Channels c = channels(colour).value_or(Channels{});
  return (0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]) / 255.0;
}

const NamedShade* named(std::string_view key) {
  const auto* const found =
      std::find_if(shades.begin(), shades.end(), [key](const NamedShade& shade) { return shade.name == key; });
  return found == shades.end() ? nullptr : found;
}

/// A colour by its key: a name of the table, or x and six digits, of which a dark one is lightened on dark paper.
Shade shade_of(std::string_view key) {
  if (const NamedShade* shade = named(key)) return {std::string(shade->light), std::string(shade->dark)};
  const std::string hex = key.empty() ? "" : "#" + std::string(key.substr(1));
  if (!channels(hex)) return {"#808080", "#808080"};
  constexpr double dim = 0.45;
  return {hex, brightness(hex) < dim ? mixed(hex, "#ffffff", 0.45) : hex};
}

constexpr std::array<double, 3> light_tints{0.84, 0.74, 0.64}; ///< shares of the paper
constexpr std::array<double, 3> dark_tints{0.70, 0.62, 0.54};

/// A class taken apart: what it does, and its colour.
struct Use {
  std::string what;
  std::string key;
};

std::optional<Use> use_of(std::string_view name) {
  if (!name.starts_with("dp-")) return std::nullopt;
  name.remove_prefix(3);
  const std::size_t dash = name.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  Use out{std::string(name.substr(0, dash)), std::string(name.substr(dash + 1))};
  constexpr std::array<std::string_view, 6> known{"s", "u", "f", "t0", "t1", "t2"};
  if (std::find(known.begin(), known.end(), out.what) == known.end()) return std::nullopt;
  return out;
}

/// The property and the plain colour that a class stands for.
std::pair<std::string, std::string> value_of(const Use& use) {
  const std::string light = shade_of(use.key).light;
  if (use.what == "s" || use.what == "f") return {"--dp-" + use.key, light};
  const std::size_t level = use.what == "u" ? 0 : static_cast<std::size_t>(use.what[1] - '0');
  return {fmt::format("--dp-{}-{}", use.key, level), mixed(light, "#ffffff", light_tints.at(level))};
}

std::string properties(const std::set<std::string>& keys, bool is_dark) {
  std::string out;
  for (const std::string& key : keys) {
    const Shade shade = shade_of(key);
    const std::string& colour = is_dark ? shade.dark : shade.light;
    const NamedShade* name = named(key);
    if (name != nullptr && !name->page.empty())
      out += fmt::format("--dp-{}:var(--{},{});", key, name->page, colour);
    else
      out += fmt::format("--dp-{}:{};", key, colour);
    for (std::size_t level = 0; level < light_tints.size(); ++level)
      out +=
          fmt::format("--dp-{}-{}:{};", key, level,
                      mixed(colour, is_dark ? "#16181d" : "#ffffff", (is_dark ? dark_tints : light_tints).at(level)));
  }
  return out;
}

} // namespace

std::string style_sheet(const std::set<std::string>& classes) {
  std::set<std::string> keys{"ink", "paper"};
  std::string strokes;
  std::string fills;
  for (const std::string& name : classes)
    if (const auto use = use_of(name)) {
      keys.insert(use->key);
      const auto [property, plain] = value_of(*use);
      const bool is_stroke = use->what == "s" || use->what == "u";
      if (is_stroke)
        strokes += fmt::format(".{0}{{fill:none;stroke:{1};stroke:var({2})}}", name, plain, property);
      else
        fills += fmt::format(".{0}{{fill:{1};fill:var({2})}}", name, plain, property);
    }
  return fmt::format(
      ".dp{{{}}}@media screen and (prefers-color-scheme:dark){{.dp{{{}}}}}"
      ".dp{{stroke-linecap:round;stroke-linejoin:round}}"
      ".dp text{{font-family:'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif;text-anchor:middle}}"
      "{}{}.dp-shade{{fill:#000;fill-opacity:.09}}.dp-patch{{fill-opacity:.45}}"
      ".dp-label{{stroke:#fff;stroke:var(--dp-paper);stroke-width:3px;stroke-linejoin:round;paint-order:stroke}}",
      properties(keys, false), properties(keys, true), strokes, fills);
}

} // namespace painter
} // namespace dalembert
