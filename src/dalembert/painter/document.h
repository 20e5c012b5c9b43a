#pragma once

#include <dalembert/painter/compose.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace painter {

/// An SVG document that knows which classes it uses.
class Document {
public:
  explicit Document(int decimals = 2) : decimals_(decimals) {}

  void add(std::string_view markup) { body_ += markup; }
  /// Adds a path; `inside` are its animations, `id` its name.
  void path(const Element& element, std::string_view inside = {}, std::string_view id = {});
  /// Adds a text whose middle is at `middle`.
  void text(const Caption& caption, const Spot& middle, double font, std::string_view inside = {});
  /// Adds the picture of one instant: the view, what stands beside it, captions.
  void instant(const Stage& stage, const Composed& composed);
  /// Adds paths and texts in fixed places.
  void fixed(const Composed& composed, double font);
  /// Begins and ends the part of the page that only the view may cover.
  void open_view(const Stage& stage);
  void close_view() { body_ += "</svg>"; }
  /// Notes what no element says itself.
  void use(std::string_view classes);

  [[nodiscard]] int decimals() const { return decimals_; }
  [[nodiscard]] std::size_t size() const { return body_.size(); }
  /// The whole document.
  [[nodiscard]] std::string text(const Scene& scene, const PictureOptions& options, double width, double height,
                                 std::string_view more_style = {}) const;

private:
  void items(const Stage& stage, const std::vector<Element>& elements, bool is_beside);

  int decimals_;
  std::string body_;
  std::set<std::string> classes_;
};

} // namespace painter
} // namespace dalembert
