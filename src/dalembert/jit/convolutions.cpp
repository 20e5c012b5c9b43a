#include <dalembert/jit/convolutions.h>

namespace dalembert {
inline namespace jit {

Convolutions::Convolutions(const SeriesProgram& program, const SeriesLayout& layout, SeriesLevel level) {
  std::vector<Convolution> squares;
  const auto place = [&](std::uint32_t row) { return static_cast<std::int32_t>(layout.kept(row) * sizeof(double)); };
  for (const SeriesOperation& o : program.operations()) {
    if (o.level != level || !has_sums(o.kind)) continue;
    const std::int32_t sums = place(o.sums);
    if (o.kind == SeriesKind::square || o.kind == SeriesKind::root) {
      const std::int32_t x = place(o.kind == SeriesKind::square ? o.a : o.result);
      squares.push_back({x, x, sums});
    } else {
      const std::uint32_t x =
          o.kind == SeriesKind::product ? o.a : (o.kind == SeriesKind::quotient ? o.result : o.slope);
      all.push_back({place(x), place(o.b), sums});
    }
  }
  products = all.size();
  all.insert(all.end(), squares.begin(), squares.end());
}

} // namespace jit
} // namespace dalembert
