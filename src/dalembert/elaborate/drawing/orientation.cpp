#include <dalembert/elaborate/drawing/orientation.h>
#include <dalembert/expr/zero_test.h>

namespace dalembert {
inline namespace elaboration {

namespace {

Expr sum_of_products(Graph& graph, std::span<const Expr> a, std::span<const Expr> b) {
  Expr out = graph.zero();
  for (std::size_t i = 0; i < a.size(); ++i)
    out = graph.add(out, graph.mul(a[i], b[i]));
  return out;
}

std::array<Expr, 3> cross_product(Graph& graph, std::span<const Expr> a, std::span<const Expr> b) {
  const auto part = [&](std::size_t i, std::size_t k) {
    return graph.sub(graph.mul(a[i], b[k]), graph.mul(a[k], b[i]));
  };
  return {part(1, 2), part(2, 0), part(0, 1)};
}

} // namespace

Expr length_of(Graph& graph, std::span<const Expr> vector) {
  const Expr square = sum_of_products(graph, vector, vector);
  return are_equal(graph, square, graph.one()) ? graph.one() : graph.sqrt(square);
}

std::vector<Expr> unit_vector(Graph& graph, std::span<const Expr> vector) {
  const Expr length = length_of(graph, vector);
  std::vector<Expr> out;
  out.reserve(vector.size());
  for (const Expr component : vector)
    out.push_back(graph.div(component, length));
  return out;
}

RotationMatrix rotation_about(Graph& graph, std::span<const Expr> axis, Expr angle) {
  const std::vector<Expr> n = unit_vector(graph, axis);
  const Expr sine = graph.sin(angle);
  const Expr cosine = graph.cos(angle);
  const Expr rest = graph.sub(graph.one(), cosine);
  RotationMatrix out;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      Expr entry = graph.mul(rest, graph.mul(n[i], n[k]));
      if (i == k) entry = graph.add(entry, cosine);
      // [n] has the entries −n₃ at (1, 2), n₂ at (1, 3), −n₁ at (2, 3), and is skew
      if ((k + 3 - i) % 3 == 1) entry = graph.sub(entry, graph.mul(sine, n[3 - i - k]));
      if ((k + 3 - i) % 3 == 2) entry = graph.add(entry, graph.mul(sine, n[3 - i - k]));
      out[i][k] = entry;
    }
  return out;
}

RotationMatrix product(Graph& graph, const RotationMatrix& a, const RotationMatrix& b) {
  RotationMatrix out;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::array<Expr, 3> column{b[0][k], b[1][k], b[2][k]};
      out[i][k] = sum_of_products(graph, a[i], column);
    }
  return out;
}

Orientation<Expr> orientation_of(const RotationMatrix& matrix) {
  return {{matrix[0][0], matrix[1][0], matrix[2][0], matrix[0][1], matrix[1][1], matrix[2][1]}};
}

bool is_vertical(const Graph& graph, std::span<const Expr> axis) {
  return is_zero(graph, axis[0]) && is_zero(graph, axis[1]);
}

Orientation<Expr> orientation_along(Graph& graph, std::span<const Expr> axis, Expr angle) {
  const std::vector<Expr> third = unit_vector(graph, axis);
  const std::array<Expr, 2> horizontal{graph.neg(axis[1]), axis[0]}; // z × axis
  const std::vector<Expr> flat = unit_vector(graph, horizontal);
  const std::array<Expr, 3> nodes{flat[0], flat[1], graph.zero()};
  const std::array<Expr, 3> ahead = cross_product(graph, third, nodes);
  const Expr sine = graph.sin(angle);
  const Expr cosine = graph.cos(angle);
  Orientation<Expr> out;
  for (std::size_t i = 0; i < 3; ++i)
    out.entries.push_back(graph.add(graph.mul(cosine, nodes[i]), graph.mul(sine, ahead[i])));
  for (std::size_t i = 0; i < 3; ++i)
    out.entries.push_back(graph.sub(graph.mul(cosine, ahead[i]), graph.mul(sine, nodes[i])));
  return out;
}

Place<Expr> turned_point(Graph& graph, const Orientation<Expr>& orientation, const Place<Expr>& point) {
  const std::vector<Expr>& entries = orientation.entries;
  if (entries.empty()) return point;
  if (entries.size() == 1) {
    const Expr sine = graph.sin(entries.front());
    const Expr cosine = graph.cos(entries.front());
    Place<Expr> out = point;
    out[0] = graph.sub(graph.mul(cosine, point[0]), graph.mul(sine, point[1]));
    out[1] = graph.add(graph.mul(sine, point[0]), graph.mul(cosine, point[1]));
    return out;
  }
  const std::span<const Expr> first(entries.data(), 3);
  const std::span<const Expr> second(entries.data() + 3, 3);
  const std::array<Expr, 3> third = cross_product(graph, first, second);
  Place<Expr> out;
  for (std::size_t i = 0; i < 3; ++i)
    out.push_back(
        graph.sum({graph.mul(first[i], point[0]), graph.mul(second[i], point[1]), graph.mul(third[i], point[2])}));
  return out;
}

} // namespace elaboration
} // namespace dalembert
