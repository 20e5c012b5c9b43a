#pragma once

#include <dalembert/picture/item.h>

#include <functional>
#include <type_traits>

// An item with other numbers in the same places.
namespace dalembert {
inline namespace picture {

/// Replaces each number x of an item by `change(x)`.
template <class A, class Change>
class Converter {
public:
  using B = std::decay_t<std::invoke_result_t<Change&, const A&>>;
  explicit Converter(Change& change) : change_(change) {}

  [[nodiscard]] DrawnItem<B> operator()(const DrawnItem<A>& item) {
    using What = decltype(DrawnItem<B>::what);
    DrawnItem<B> out;
    out.what = std::visit([this](const auto& what) -> What { return this->of(what); }, item.what);
    out.name = item.name;
    out.rule = item.rule;
    out.span = item.span;
    out.colour = item.colour;
    out.visible = of(item.visible);
    out.width = {of(item.width.length), item.width.pixels};
    return out;
  }

private:
  [[nodiscard]] B of(const A& number) { return change_(number); }
  [[nodiscard]] std::optional<B> of(const std::optional<A>& number) {
    return number ? std::optional<B>(change_(*number)) : std::nullopt;
  }
  template <class T>
  [[nodiscard]] auto of(const std::vector<T>& all) {
    std::vector<decltype(of(all.front()))> out;
    out.reserve(all.size());
    for (const T& one : all)
      out.push_back(of(one));
    return out;
  }
  [[nodiscard]] Orientation<B> of(const Orientation<A>& turned) { return {of(turned.entries)}; }

  [[nodiscard]] Mark<B> of(const Mark<A>& m) { return {m.kind, of(m.at), of(m.turned), of(m.mass)}; }
  [[nodiscard]] Segment<B> of(const Segment<A>& s) { return {s.kind, of(s.from), of(s.to), s.coils}; }
  [[nodiscard]] Path<B> of(const Path<A>& p) { return {p.kind, of(p.points), p.written}; }
  [[nodiscard]] Surface<B> of(const Surface<A>& s) { return {s.rows, s.columns, of(s.points), {}}; }
  [[nodiscard]] Shape<B> of(const Shape<A>& s) { return {s.kind, of(s.sizes), of(s.at), of(s.turned)}; }
  [[nodiscard]] Support<B> of(const Support<A>& s) { return {s.kind, of(s.through), of(s.along)}; }
  [[nodiscard]] Arrow<B> of(const Arrow<A>& a) {
    return {a.role, a.standing, a.of, a.unit, of(a.at), of(a.vector), of(a.against)};
  }
  [[nodiscard]] Arc<B> of(const Arc<A>& a) {
    return {a.role, a.standing, a.of, a.unit, of(a.at), of(a.value), of(a.axis)};
  }
  [[nodiscard]] Gauge<B> of(const Gauge<A>& g) { return {g.of, g.unit, of(g.value)}; }
  [[nodiscard]] Trail<B> of(const Trail<A>& t) { return {of(t.of), t.length}; }
  [[nodiscard]] Axes<B> of(const Axes<A>& a) { return {of(a.at), of(a.turned), of(a.length)}; }
  [[nodiscard]] AngleMark<B> of(const AngleMark<A>& a) { return {of(a.value), of(a.at), of(a.from)}; }
  [[nodiscard]] Lane<B> of(const Lane<A>& l) { return {l.is_angle, l.unit, of(l.value)}; }

  Change& change_;
};

/// Returns `item` with each number x replaced by `change(x)`.
template <class A, class Change>
[[nodiscard]] auto converted(const DrawnItem<A>& item, Change&& change) {
  return Converter<A, std::remove_reference_t<Change>>(change)(item);
}

} // namespace picture
} // namespace dalembert
