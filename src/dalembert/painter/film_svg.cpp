#include <dalembert/painter/captions.h>
#include <dalembert/painter/completed_scene.h>
#include <dalembert/painter/document.h>
#include <dalembert/painter/film_motion.h>
#include <dalembert/painter/film_order.h>
#include <dalembert/painter/film_svg.h>
#include <dalembert/painter/picture_svg.h>
#include <dalembert/painter/placing.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace painter {

namespace {

constexpr std::size_t largest_film = 300'000; ///< bytes
constexpr std::size_t fewest_frames = 12;
constexpr std::string_view film_style =
    ".dp-still{display:none}@media (prefers-reduced-motion:reduce){.dp-still{display:inline}.dp-run{display:none}}"
    "@media print{.dp-still{display:inline}.dp-run{display:none}}";

/// A caption in all instants of a film: the middle, or nothing where it is not there.
struct MovingCaption {
  Caption caption;
  std::vector<std::optional<Spot>> middles;
};

/// The item of a caption, and its number within the item.
using CaptionKey = std::pair<std::size_t, std::size_t>;

/// A name that only paths of the same form, place and colours have: several films may stand in one page.
std::string shared_name(const Element& element, int decimals) {
  std::uint64_t hash = 14695981039346656037U; // FNV-1a
  for (const std::string& text : {element.classes, element.attributes, element.outline.text(decimals)})
    for (const char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("dp-{:016x}", hash);
}

class Film {
public:
  Film(const Stage& stage, const SceneFrames& frames, std::vector<std::size_t> shown)
      : stage_(stage), clock_(clock(frames, shown, *stage.scene, *stage.options)) {
    for (const std::size_t i : shown)
      instants_.push_back(compose(stage, frames.rows[i], frames.times[i]));
    first_time_ = shown.empty() ? 0.0 : frames.times[shown.front()];
    last_time_ = shown.empty() ? 0.0 : frames.times[shown.back()];
  }

  std::string text() {
    out_.add("<g class=\"dp-still\">");
    if (!instants_.empty()) out_.instant(stage_, instants_.front());
    out_.add("</g>\n<g class=\"dp-run\">");
    run(false);
    run(true);
    captions();
    progress();
    out_.add("</g>\n");
    out_.fixed(scale_bars(stage_), stage_.font);
    return out_.text(*stage_.scene, *stage_.options, stage_.page.width(), stage_.height, film_style);
  }

private:
  /// The paths in the view, or those beside it.
  void run(bool is_beside) {
    std::vector<std::vector<Element>> frames;
    for (const Composed& composed : instants_) {
      frames.emplace_back();
      for (const Element& element : composed.elements)
        if ((element.layer == Layer::beside) == is_beside) frames.back().push_back(element);
    }
    if (!is_beside) out_.open_view(stage_);
    for (const Element& element : take_still(frames, out_.decimals()))
      out_.path(element);
    std::vector<FilmPart> parts;
    for (std::vector<std::vector<Element>>& group : apart(frames)) {
      if (stage_.scene->dimension == 3) keep_order(group);
      for (FilmPart& part : parts_of(group, out_.decimals()))
        if (!part.elements.empty()) parts.push_back(std::move(part));
    }
    const std::set<std::string> shared = define_shared(parts);
    for (const FilmPart& part : parts) {
      const std::string visible = shown_while(clock_, part.first, part.end);
      if (!visible.empty()) out_.add("<g visibility=\"hidden\">" + visible);
      for (const MovingElement& moving : part.elements) {
        const std::string name =
            moving.values.size() > 1 ? std::string() : shared_name(moving.element, out_.decimals());
        if (shared.contains(name))
          out_.add("<use href=\"#" + name + "\"/>");
        else
          out_.path(moving.element, moved(clock_, part.first, moving, out_.decimals()));
      }
      if (!visible.empty()) out_.add("</g>");
    }
    if (!is_beside) out_.close_view();
  }

  /// Writes the paths that stand still in several parts once, and returns their names.
  std::set<std::string> define_shared(const std::vector<FilmPart>& parts) {
    std::map<std::string, int> uses;
    std::map<std::string, const Element*> paths;
    for (const FilmPart& part : parts)
      for (const MovingElement& moving : part.elements)
        if (moving.values.size() < 2) {
          const std::string name = shared_name(moving.element, out_.decimals());
          ++uses[name];
          paths[name] = &moving.element;
        }
    std::set<std::string> out;
    for (const auto& [name, count] : uses)
      if (count > 1) {
        if (out.empty()) out_.add("<defs>");
        out_.path(*paths.at(name), {}, name);
        out.insert(name);
      }
    if (!out.empty()) out_.add("</defs>");
    return out;
  }

  /// Captions keep one side, which is good over the whole film.
  void captions() {
    std::map<CaptionKey, CaptionInTime> all;
    for (std::size_t i = 0; i < instants_.size(); ++i) {
      std::map<std::size_t, std::size_t> counts;
      for (const Caption& now : instants_[i].captions) {
        CaptionInTime& moving = all[{now.item, counts[now.item]++}];
        moving.resize(instants_.size());
        moving[i] = now;
      }
    }
    const std::vector<Spot> offsets = offsets_of(all);
    std::size_t k = 0;
    for (const auto& [key, in_time] : all) {
      MovingCaption moving;
      for (const std::optional<Caption>& now : in_time) {
        moving.middles.emplace_back();
        if (!now) continue;
        if (moving.caption.markup.empty()) moving.caption = *now;
        const Spot middle = now->anchor + offsets[k];
        moving.middles.back() = now->is_fixed ? middle : inside(middle, *now, stage_.page, stage_.font);
      }
      caption(moving);
      ++k;
    }
  }

  /// The places of captions, by instants over the film and those in which one comes up.
  [[nodiscard]] std::vector<Spot> offsets_of(const std::map<CaptionKey, CaptionInTime>& all) const {
    constexpr std::size_t looked_at = 20;
    std::set<std::size_t> shown;
    for (std::size_t k = 0; k < looked_at && !instants_.empty(); ++k)
      shown.insert(k * (instants_.size() - 1) / (looked_at - 1));
    for (const auto& [key, in_time] : all)
      shown.insert(static_cast<std::size_t>(
          std::ranges::find_if(in_time, [](const auto& now) { return now.has_value(); }) - in_time.begin()));
    std::vector<const std::vector<Element>*> elements;
    for (const std::size_t i : shown)
      elements.push_back(&instants_[i].elements);
    std::vector<CaptionInTime> captions;
    for (const auto& [key, in_time] : all) {
      captions.emplace_back();
      for (const std::size_t i : shown)
        captions.back().push_back(in_time[i]);
    }
    return placed_over_time(captions, elements, stage_.page, stage_.font);
  }

  void caption(const MovingCaption& moving) {
    const auto first = std::find_if(moving.middles.begin(), moving.middles.end(),
                                    [](const std::optional<Spot>& spot) { return spot.has_value(); });
    Spot last = **first;
    std::vector<std::string> places;
    std::vector<std::string> visible;
    for (const std::optional<Spot>& middle : moving.middles) {
      last = middle.value_or(last);
      places.push_back(pixels(last.x, 1) + " " + pixels(last.y, 1));
      visible.emplace_back(middle ? "visible" : "hidden");
    }
    const std::string moves = translated(clock_, 0, places);
    const std::string blinks = switched(clock_, visible);
    if (!blinks.empty()) out_.add("<g>" + blinks);
    out_.text(moving.caption, **first, stage_.font, moves);
    if (!blinks.empty()) out_.add("</g>");
  }

  /// A line at the foot that grows with the time, and in the corner the time that the film shows.
  void progress() {
    const double height = 3.0 * stage_.pen;
    out_.use("dp-f-trail");
    out_.add(fmt::format("<rect class=\"dp-f-trail\" y=\"{}\" width=\"0\" height=\"{}\"><animate "
                         "attributeName=\"width\" from=\"0\" to=\"{}\" dur=\"{}s\" repeatCount=\"indefinite\"/></rect>",
                         pixels(stage_.height - height), pixels(height), pixels(stage_.page.width()),
                         pixels(clock_.seconds, 3)));
    const std::string unit = stage_.options->length_unit.empty() ? "" : "s";
    std::string words =
        "t\u00A0=\u00A0" + three_digits(first_time_) + "\u2009\u2026\u2009" + value_text(last_time_, unit);
    const double speed = (last_time_ - first_time_) / clock_.seconds;
    if (speed > 1.01) words += ", " + three_digits(speed) + "\u00D7 faster";
    if (speed < 0.99 && speed > 0.0) words += ", " + three_digits(1.0 / speed) + "\u00D7 slower";
    const double width = text_width(words) * stage_.font;
    constexpr double room = 0.57; // of the width: some fonts are wider than text_width takes them for
    const Spot middle{stage_.page.right - room * width - 10.0 * stage_.pen, stage_.page.top + 14.0 * stage_.pen};
    const bool has_view = stage_.page.height() > 2.0 * stage_.font;
    if (has_view) out_.text({no_item, words, width, "soft", middle, 0.0, {}, true}, middle, stage_.font);
  }

  const Stage& stage_;
  FilmClock clock_;
  std::vector<Composed> instants_;
  double first_time_ = 0.0;
  double last_time_ = 0.0;
  Document out_{1};
};

} // namespace

std::string film_svg(const Scene& scene, const SceneFrames& frames, const PictureOptions& options) {
  const Scene whole = is_complete(scene) ? scene : completed(scene, frames);
  PictureOptions film = options;
  film.values = false; // numbers cannot run from one to the next
  Stage stage = stage_of(whole, {frames.rows.begin(), frames.rows.end()}, &frames, film);
  stage.trail_points = 25;
  stage.is_film = true;
  std::size_t count = std::max<std::size_t>(film.film_frames, 2);
  for (;;) {
    std::string out = Film(stage, frames, spaced_frames(frames, count)).text();
    if (out.size() <= largest_film || count <= fewest_frames) return out;
    const double share = static_cast<double>(largest_film) / static_cast<double>(out.size());
    count = std::max(fewest_frames, static_cast<std::size_t>(0.95 * share * static_cast<double>(count)));
  }
}

} // namespace painter
} // namespace dalembert
