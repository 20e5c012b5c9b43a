#include <dalembert/painter/outline.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace dalembert {
inline namespace painter {

namespace {

using std::numbers::pi;

/// Prints path data with as few characters as SVG asks for: numbers relative to the point before, which are differences
/// of rounded places, so that roundings do not add up.
class PathText {
public:
  explicit PathText(int decimals) : decimals_(decimals), unit_(std::pow(10.0, decimals)) {}

  void letter(char c) {
    out_ += c;
    needs_blank_ = false;
  }
  void number(double value) {
    std::string text = pixels(value, decimals_);
    if (const std::size_t zero = text.find("0."); zero == 0 || (zero == 1 && text.front() == '-')) text.erase(zero, 1);
    if (needs_blank_ && text.front() != '-') out_ += ' ';
    out_ += text;
    needs_blank_ = true;
  }
  /// A place relative to the current point; `is_last` where it becomes the current point.
  void place(double x, double y, bool is_last) {
    x = rounded(x);
    y = rounded(y);
    number((x - x_) / unit_);
    number((y - y_) / unit_);
    if (is_last) go(x, y);
  }
  void begin(double x, double y) {
    go(rounded(x), rounded(y));
    number(x_ / unit_);
    number(y_ / unit_);
    start_x_ = x_;
    start_y_ = y_;
  }
  void close() { go(start_x_, start_y_); }
  std::string take() { return std::move(out_); }

private:
  [[nodiscard]] double rounded(double value) const { return std::round(value * unit_); }
  void go(double x, double y) {
    x_ = x;
    y_ = y;
  }

  int decimals_;
  double unit_;
  double x_ = 0.0; ///< in units of the last decimal
  double y_ = 0.0;
  double start_x_ = 0.0;
  double start_y_ = 0.0;
  std::string out_;
  bool needs_blank_ = false;
};

void half_circle(PathText& out, double radius, double across) {
  out.letter('a');
  for (const double number : {radius, radius, 0.0, 1.0, 0.0, across, 0.0})
    out.number(number);
}

std::size_t count_of(char letter) {
  return letter == 'C' ? 6 : letter == 'o' ? 3 : letter == 'Z' ? 0 : 2;
}

Spot on_curve(const Spot& a, const Spot& b, const Spot& c, const Spot& d, double s) {
  const double r = 1.0 - s;
  return (r * r * r) * a + (3.0 * r * r * s) * b + (3.0 * r * s * s) * c + (s * s * s) * d;
}

} // namespace

double norm(const Spot& a) {
  return std::hypot(a.x, a.y);
}

Spot unit(const Spot& a) {
  const double length = norm(a);
  return length > 0.0 ? (1.0 / length) * a : Spot{1.0, 0.0};
}

Spot turned(const Spot& a) {
  return {-a.y, a.x};
}

void Outline::take(const Spot& spot) {
  numbers_.push_back(spot.x);
  numbers_.push_back(spot.y);
}

Outline& Outline::move(const Spot& to) {
  form_ += 'M';
  take(to);
  return *this;
}

Outline& Outline::line(const Spot& to) {
  form_ += 'L';
  take(to);
  return *this;
}

Outline& Outline::curve(const Spot& first, const Spot& second, const Spot& to) {
  form_ += 'C';
  take(first);
  take(second);
  take(to);
  return *this;
}

Outline& Outline::close() {
  form_ += 'Z';
  return *this;
}

Outline& Outline::circle(const Spot& centre, double radius) {
  form_ += 'o';
  take(centre);
  numbers_.push_back(radius);
  return *this;
}

Outline& Outline::arc(const Spot& centre, const Spot& u, const Spot& v, double from, double to) {
  constexpr int pieces = 4; // of any arc, so that its form does not change; within 3e-4 of the radius for a full turn
  const double step = (to - from) / pieces;
  const double handle = 4.0 / 3.0 * std::tan(step / 4.0);
  const auto at = [&](double a) { return centre + std::cos(a) * u + std::sin(a) * v; };
  const auto along = [&](double a) { return std::cos(a) * v - std::sin(a) * u; };
  if (form_.empty())
    move(at(from));
  else
    line(at(from));
  for (int i = 0; i < pieces; ++i) {
    const double a = from + i * step;
    const double b = a + step;
    curve(at(a) + handle * along(a), at(b) - handle * along(b), at(b));
  }
  return *this;
}

Outline& Outline::ellipse(const Spot& centre, const Spot& u, const Spot& v) {
  move(centre + u);
  constexpr double handle = 0.5522847498;
  std::vector<Spot> axes{u, v, -1.0 * u, -1.0 * v, u};
  for (std::size_t i = 0; i + 1 < axes.size(); ++i)
    curve(centre + axes[i] + handle * axes[i + 1], centre + axes[i + 1] + handle * axes[i], centre + axes[i + 1]);
  return close();
}

Outline& Outline::polyline(const std::vector<Spot>& points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    i == 0 ? move(points[i]) : line(points[i]);
  return *this;
}

Outline& Outline::polygon(const std::vector<Spot>& points) {
  polyline(points);
  return points.empty() ? *this : close();
}

bool Outline::is_drawable() const {
  constexpr double far = 1e6; // px
  return !form_.empty() &&
         std::all_of(numbers_.begin(), numbers_.end(), [](double number) { return std::abs(number) < far; });
}

std::string Outline::text(int decimals) const {
  PathText out(decimals);
  std::size_t at = 0;
  char before = ' ';
  for (const char letter : form_) {
    if (letter == 'o') {
      const double radius = numbers_[at + 2];
      out.letter('M');
      out.number(numbers_[at] - radius);
      out.number(numbers_[at + 1]);
      half_circle(out, radius, 2.0 * radius);
      half_circle(out, radius, -2.0 * radius);
      out.letter('z');
    } else if (letter == 'M') {
      out.letter('M');
      out.begin(numbers_[at], numbers_[at + 1]);
    } else if (letter == 'Z') {
      out.letter('z');
      out.close();
    } else {
      if (letter != before) out.letter(letter == 'L' ? 'l' : 'c');
      for (std::size_t i = 0; i < count_of(letter); i += 2)
        out.place(numbers_[at + i], numbers_[at + i + 1], i + 2 == count_of(letter));
    }
    at += count_of(letter);
    before = letter;
  }
  return out.take();
}

std::vector<Spot> Outline::samples(double step) const {
  std::vector<Spot> out;
  Spot last;
  Spot start;
  const auto sample = [&](double length, const auto& place) {
    constexpr double most = 200.0;
    const int count = static_cast<int>(std::clamp(std::ceil(length / step), 1.0, most));
    for (int i = 1; i <= count; ++i)
      out.push_back(place(static_cast<double>(i) / count));
  };
  const auto straight = [&](const Spot& to) {
    sample(norm(to - last), [&](double s) { return last + s * (to - last); });
    last = to;
  };
  std::size_t at = 0;
  const auto spot = [&](std::size_t i) { return Spot{numbers_[at + 2 * i], numbers_[at + 2 * i + 1]}; };
  for (const char letter : form_) {
    if (letter == 'M') {
      last = start = spot(0);
      out.push_back(last);
    } else if (letter == 'L') {
      straight(spot(0));
    } else if (letter == 'Z') {
      straight(start);
    } else if (letter == 'C') {
      const Spot from = last;
      sample(norm(spot(2) - from), [&](double s) { return on_curve(from, spot(0), spot(1), spot(2), s); });
      last = spot(2);
    } else {
      const double radius = numbers_[at + 2];
      sample(2.0 * pi * radius, [&](double s) {
        return spot(0) + radius * Spot{std::cos(2.0 * pi * s), std::sin(2.0 * pi * s)};
      });
    }
    at += count_of(letter);
  }
  return out;
}

std::string pixels(double value, int decimals) {
  std::string out = fmt::format("{:.{}f}", value, decimals);
  if (out.find('.') != std::string::npos) {
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
  }
  return out == "-0" ? "0" : out;
}

} // namespace painter
} // namespace dalembert
