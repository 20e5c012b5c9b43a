#include <dalembert/painter/film_order.h>
#include <dalembert/painter/view.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace painter {

namespace {

constexpr std::size_t most_paths = 1500; ///< of a frame; more are not compared pair by pair

/// The rectangle that a path covers, its stroke included.
PageBox box_of(const Element& element) {
  PageBox out{1e9, 1e9, -1e9, -1e9};
  const auto take = [&out](double x, double y, double r) {
    out = {std::min(out.left, x - r), std::min(out.top, y - r), std::max(out.right, x + r),
           std::max(out.bottom, y + r)};
  };
  const std::vector<double>& n = element.outline.numbers();
  std::size_t at = 0;
  for (const char letter : element.outline.form()) {
    const std::size_t spots = letter == 'C' ? 3 : letter == 'Z' ? 0 : 1;
    for (std::size_t i = 0; i < spots; ++i)
      take(n[at + 2 * i], n[at + 2 * i + 1], (letter == 'o' ? n[at + 2] : 0.0) + 0.5 * element.width + 0.5);
    at += 2 * spots + (letter == 'o' ? 1 : 0);
  }
  return out;
}

bool overlap(const PageBox& a, const PageBox& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// The paths of `frame` in the order of `before`; nothing where they are not the same paths.
std::optional<std::vector<Element>> in_order_of(const std::vector<Element>& before, const std::vector<Element>& frame) {
  if (before.size() != frame.size()) return std::nullopt;
  std::map<std::pair<std::size_t, std::size_t>, const Element*> there;
  for (const Element& element : frame)
    there[{element.item, element.part}] = &element;
  std::vector<Element> out;
  for (const Element& element : before) {
    const auto found = there.find({element.item, element.part});
    if (found == there.end()) return std::nullopt;
    out.push_back(*found->second);
  }
  return out;
}

bool is_right(const std::vector<Element>& order) {
  std::vector<PageBox> boxes;
  for (const Element& element : order)
    boxes.push_back(box_of(element));
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t k = i + 1; k < order.size(); ++k) {
      const bool is_inverted = order[i].layer != order[k].layer
                                   ? order[i].layer > order[k].layer
                                   : order[i].layer == Layer::body && order[i].depth > order[k].depth;
      if (is_inverted && overlap(boxes[i], boxes[k])) return false;
    }
  return true;
}

using Key = std::pair<std::size_t, std::size_t>;

/// Sets that are joined two by two.
class Groups {
public:
  std::size_t of(const Key& key) {
    const auto [found, is_new] = number_.try_emplace(key, parent_.size());
    if (is_new) parent_.push_back(found->second);
    return root(found->second);
  }
  void join(const Key& a, const Key& b) {
    const std::size_t first = of(a);
    const std::size_t second = of(b);
    parent_[std::max(first, second)] = std::min(first, second);
  }

private:
  std::size_t root(std::size_t i) {
    while (parent_[i] != i)
      i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  std::map<Key, std::size_t> number_;
  std::vector<std::size_t> parent_;
};

Key key_of(const Element& element) {
  return {element.item, element.part};
}

void join_overlapping(Groups& groups, const std::vector<Element>& frame) {
  std::vector<PageBox> boxes;
  for (const Element& element : frame)
    boxes.push_back(box_of(element));
  for (std::size_t i = 0; i < frame.size(); ++i) {
    static_cast<void>(groups.of(key_of(frame[i])));
    for (std::size_t k = i + 1; k < frame.size(); ++k)
      if (overlap(boxes[i], boxes[k])) groups.join(key_of(frame[i]), key_of(frame[k]));
  }
}

} // namespace

std::vector<std::vector<std::vector<Element>>> apart(const std::vector<std::vector<Element>>& frames) {
  Groups groups;
  for (const std::vector<Element>& frame : frames) {
    if (frame.size() > most_paths) return {frames};
    join_overlapping(groups, frame);
  }
  std::map<std::size_t, std::vector<std::vector<Element>>> out;
  for (std::size_t i = 0; i < frames.size(); ++i)
    for (const Element& element : frames[i]) {
      std::vector<std::vector<Element>>& group = out[groups.of(key_of(element))];
      group.resize(frames.size());
      group[i].push_back(element);
    }
  std::vector<std::vector<std::vector<Element>>> all;
  for (auto& [root, group] : out)
    all.push_back(std::move(group));
  return all;
}

void keep_order(std::vector<std::vector<Element>>& frames) {
  for (std::size_t i = 1; i < frames.size(); ++i) {
    if (frames[i].size() > most_paths) continue;
    std::optional<std::vector<Element>> kept = in_order_of(frames[i - 1], frames[i]);
    if (kept && is_right(*kept)) frames[i] = std::move(*kept);
  }
}

} // namespace painter
} // namespace dalembert
