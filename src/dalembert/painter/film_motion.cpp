#include <dalembert/painter/film_motion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace dalembert {
inline namespace painter {

namespace {

bool is_same_kind(const Element& a, const Element& b) {
  return a.item == b.item && a.part == b.part && a.classes == b.classes && a.attributes == b.attributes &&
         a.outline.form() == b.outline.form();
}

bool is_same_order(const std::vector<Element>& a, const std::vector<Element>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_kind);
}

/// How many paths at the back are the same in all frames.
std::size_t still_paths(const std::vector<std::vector<Element>>& frames, int decimals) {
  std::size_t count = frames.front().size();
  for (const std::vector<Element>& frame : frames) {
    std::size_t same = 0;
    while (same < std::min(count, frame.size()) && is_same_kind(frame[same], frames.front()[same]) &&
           frame[same].outline.text(decimals) == frames.front()[same].outline.text(decimals))
      ++same;
    count = same;
  }
  return count;
}

/// The values of one path in the frames of a part; one where all are equal.
std::vector<std::string> merged(std::vector<std::string> values) {
  if (std::all_of(values.begin(), values.end(), [&](const std::string& value) { return value == values.front(); }))
    values.resize(1);
  return values;
}

using Key = std::pair<std::size_t, std::size_t>;

/// The paths of the frame behind a part, where it has all of the part in the same form: the part runs on to them.
std::vector<const Element*> goal_of(const std::vector<Element>& part, const std::vector<Element>& next) {
  std::map<Key, const Element*> there;
  for (const Element& element : next)
    there[{element.item, element.part}] = &element;
  std::vector<const Element*> out;
  for (const Element& element : part) {
    const auto found = there.find({element.item, element.part});
    out.push_back(found != there.end() && is_same_kind(element, *found->second) ? found->second : nullptr);
  }
  return out;
}

std::string joined(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values)
    out += (out.empty() ? "" : ";") + value;
  return out;
}

/// Where path data begin, and the rest, which is relative to it.
struct Placed {
  double x = 0.0;
  double y = 0.0;
  std::string_view rest;
};

Placed placed_data(const std::string& data) {
  Placed out;
  const std::size_t end = std::min(data.find_first_of("lcaz", 1), data.size());
  const std::string place = data.substr(1, end - 1);
  const std::size_t second = place.find_first_of(" -", 1);
  out.x = std::stod(place);
  out.y = second == std::string::npos ? 0.0 : std::stod(place.substr(second));
  out.rest = std::string_view(data).substr(end);
  return out;
}

/// The shifts of a path that keeps its form and its size; empty where it does not, or has several beginnings.
std::vector<std::string> shifts_of(const MovingElement& moving, int decimals) {
  const std::string& form = moving.element.outline.form();
  const auto begins = std::count_if(form.begin(), form.end(), [](char c) { return c == 'M' || c == 'o'; });
  if (begins != 1 || moving.values.size() < 2) return {};
  const Placed first = placed_data(moving.values.front());
  std::vector<std::string> out;
  for (const std::string& value : moving.values) {
    const Placed now = placed_data(value);
    if (now.rest != first.rest) return {};
    out.push_back(pixels(now.x - first.x, decimals) + " " + pixels(now.y - first.y, decimals));
  }
  return out;
}

std::string share(double value) {
  return pixels(value, 4);
}

std::string timing(const FilmClock& clock) {
  return fmt::format("dur=\"{}s\" repeatCount=\"indefinite\"", pixels(clock.seconds, 3));
}

bool is_still(const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) { return value == values.front(); });
}

/// Values and their times, for the frames from `first` on; held before and behind.
std::string run(const FilmClock& clock, std::size_t first, std::vector<std::string> values) {
  const bool is_whole = first == 0 && values.size() == clock.shares.size();
  if (is_whole && clock.is_even) return fmt::format("values=\"{}\" {}", joined(values), timing(clock));
  std::vector<std::string> times;
  for (std::size_t i = 0; i < values.size(); ++i)
    times.push_back(share(clock.shares[first + i]));
  if (times.front() != "0") {
    times.insert(times.begin(), "0");
    values.insert(values.begin(), values.front());
  }
  if (times.back() != "1") {
    times.emplace_back("1");
    values.push_back(values.back());
  }
  return fmt::format("values=\"{}\" keyTimes=\"{}\" {}", joined(values), joined(times), timing(clock));
}

} // namespace

FilmClock clock(const SceneFrames& frames, const std::vector<std::size_t>& shown, const Scene& scene,
                const PictureOptions& options) {
  constexpr double shortest = 1.5; // s
  constexpr double longest = 30.0;
  constexpr double uneven = 0.02; // of the time between two frames
  FilmClock out;
  const std::size_t count = shown.size();
  const double first = count == 0 ? 0.0 : frames.times[shown.front()];
  const double duration = count == 0 ? 0.0 : frames.times[shown.back()] - first;
  const double speed = scene.settings.speed > 0.0 ? scene.settings.speed : 1.0;
  const double wanted = options.film_seconds > 0.0 ? options.film_seconds : duration / speed;
  out.seconds = std::isfinite(wanted) ? std::clamp(wanted, shortest, longest) : longest;
  for (std::size_t i = 0; i < count; ++i) {
    out.shares.push_back(duration > 0.0 ? (frames.times[shown[i]] - first) / duration : 0.0);
    const double steps = out.shares.back() * static_cast<double>(count - 1) - static_cast<double>(i);
    out.is_even = out.is_even && std::abs(steps) < uneven;
  }
  return out;
}

std::vector<Element> take_still(std::vector<std::vector<Element>>& frames, int decimals) {
  if (frames.empty()) return {};
  const auto count = static_cast<std::ptrdiff_t>(still_paths(frames, decimals));
  std::vector<Element> out(frames.front().begin(), frames.front().begin() + count);
  for (std::vector<Element>& frame : frames)
    frame.erase(frame.begin(), frame.begin() + count);
  return out;
}

std::vector<FilmPart> parts_of(const std::vector<std::vector<Element>>& frames, int decimals) {
  std::vector<FilmPart> out;
  for (std::size_t first = 0; first < frames.size();) {
    std::size_t end = first + 1;
    while (end < frames.size() && is_same_order(frames[first], frames[end]))
      ++end;
    FilmPart part{first, end, {}};
    const std::vector<const Element*> goals =
        end < frames.size() ? goal_of(frames[first], frames[end]) : std::vector<const Element*>(frames[first].size());
    for (std::size_t k = 0; k < frames[first].size(); ++k) {
      std::vector<std::string> values;
      for (std::size_t i = first; i < end; ++i)
        values.push_back(frames[i][k].outline.text(decimals));
      if (goals[k] != nullptr) values.push_back(goals[k]->outline.text(decimals));
      part.elements.push_back({frames[first][k], merged(std::move(values))});
    }
    out.push_back(std::move(part));
    first = end;
  }
  return out;
}

std::string animated(const FilmClock& clock, std::string_view attribute, std::size_t first,
                     const std::vector<std::string>& values) {
  if (values.size() < 2) return {};
  return fmt::format("<animate {} {}/>", attribute, run(clock, first, values));
}

std::string translated(const FilmClock& clock, std::size_t first, const std::vector<std::string>& values) {
  if (values.size() < 2 || is_still(values)) return {};
  return fmt::format("<animateTransform attributeName=\"transform\" type=\"translate\" {}/>",
                     run(clock, first, values));
}

std::string moved(const FilmClock& clock, std::size_t first, const MovingElement& moving, int decimals) {
  const std::vector<std::string> shifts = shifts_of(moving, decimals);
  return shifts.empty() ? animated(clock, "attributeName=\"d\"", first, moving.values)
                        : translated(clock, first, shifts);
}

std::string switched(const FilmClock& clock, const std::vector<std::string>& values) {
  if (values.empty() || is_still(values)) return {};
  std::vector<std::string> kept;
  std::vector<std::string> times;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (kept.empty() || values[i] != kept.back()) {
      kept.push_back(values[i]);
      times.push_back(share(clock.shares[i]));
    }
  return fmt::format("<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{}\" keyTimes=\"{}\" {}/>",
                     joined(kept), joined(times), timing(clock));
}

std::string shown_while(const FilmClock& clock, std::size_t first, std::size_t end) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < clock.shares.size(); ++i)
    values.emplace_back(i >= first && i < end ? "visible" : "hidden");
  return switched(clock, values);
}

} // namespace painter
} // namespace dalembert
