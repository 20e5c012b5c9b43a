#include <dalembert/painter/colours.h>
#include <dalembert/painter/document.h>
#include <dalembert/painter/item_words.h>
#include <dalembert/painter/placing.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace painter {

void Document::use(std::string_view classes) {
  while (!classes.empty()) {
    const std::size_t end = std::min(classes.find(' '), classes.size());
    if (end > 0) classes_.emplace(classes.substr(0, end));
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
}

void Document::path(const Element& element, std::string_view inside, std::string_view id) {
  use(element.classes);
  const std::string named = id.empty() ? std::string() : fmt::format("id=\"{}\" ", id);
  body_ += fmt::format("<path {}class=\"{}\"{} d=\"{}\"", named, element.classes, element.attributes,
                       element.outline.text(decimals_));
  body_ += inside.empty() ? "/>" : fmt::format(">{}</path>", inside);
}

void Document::text(const Caption& caption, const Spot& middle, double font, std::string_view inside) {
  constexpr double below = 0.35; // of the baseline below the middle, em
  const std::string classes = "dp-f-" + caption.colour;
  use(classes);
  if (inside.empty()) {
    body_ += fmt::format("<text class=\"{} dp-label\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>", classes,
                         pixels(middle.x), pixels(middle.y + below * font), pixels(font, 1), caption.markup);
    return;
  }
  body_ += fmt::format("<g transform=\"translate({} {})\">{}<text class=\"{} dp-label\" y=\"{}\" font-size=\"{}\">{}"
                       "</text></g>",
                       pixels(middle.x, decimals_), pixels(middle.y, decimals_), inside, classes, pixels(below * font),
                       pixels(font, 1), caption.markup);
}

void Document::items(const Stage& stage, const std::vector<Element>& elements, bool is_beside) {
  const std::size_t none = no_item - 1;
  std::size_t open = none;
  for (const Element& element : elements) {
    if ((element.layer == Layer::beside) != is_beside) continue;
    if (element.item != open) {
      if (open != none) body_ += "</g>";
      body_ += "<g>";
      if (element.item != no_item)
        body_ += fmt::format("<title>{}</title>", xml_escaped(item_words(stage.scene->items.at(element.item))));
      open = element.item;
    }
    path(element);
  }
  if (open != none) body_ += "</g>";
}

void Document::open_view(const Stage& stage) {
  body_ += fmt::format("<svg width=\"{}\" height=\"{}\">", pixels(stage.page.width()), pixels(stage.page.height()));
}

void Document::instant(const Stage& stage, const Composed& composed) {
  open_view(stage);
  items(stage, composed.elements, false);
  close_view();
  items(stage, composed.elements, true);
  const std::vector<Spot> offsets = placed(composed.captions, composed.elements, stage.page, stage.font);
  for (std::size_t i = 0; i < composed.captions.size(); ++i)
    text(composed.captions[i], composed.captions[i].anchor + offsets[i], stage.font);
}

void Document::fixed(const Composed& composed, double font) {
  for (const Element& element : composed.elements)
    path(element);
  for (const Caption& caption : composed.captions)
    text(caption, caption.anchor, font);
}

std::string Document::text(const Scene& scene, const PictureOptions& options, double width, double height,
                           std::string_view more_style) const {
  std::set<std::string> classes = classes_;
  classes.insert("dp-f-paper");
  const std::string title = options.title.empty() ? "picture" : options.title;
  const std::string description = options.description.empty() ? scene_words(scene) : options.description;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dp\" width=\"{0}\" height=\"{1}\" "
             "viewBox=\"0 0 {0} {1}\" role=\"img\">\n<title>{2}</title><desc>{3}</desc>\n<style>{4}{5}</style>\n"
             "<rect class=\"dp-f-paper\" width=\"{0}\" height=\"{1}\"/>\n",
             pixels(width), pixels(height), xml_escaped(title), xml_escaped(description), style_sheet(classes),
             more_style) +
         body_ + "\n</svg>\n";
}

} // namespace painter
} // namespace dalembert
