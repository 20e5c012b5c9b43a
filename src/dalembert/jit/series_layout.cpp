#include <dalembert/jit/series_layout.h>

namespace dalembert {
inline namespace jit {

namespace {

std::size_t in_whole_vectors(std::size_t numbers) {
  return (numbers + SeriesLayout::vector - 1) / SeriesLayout::vector * SeriesLayout::vector;
}

/// An odd number of vectors, so that the same places of different rows are spread over the whole of the nearest cache.
std::size_t odd_vectors(std::size_t numbers) {
  const std::size_t vectors = in_whole_vectors(numbers) / SeriesLayout::vector;
  return (vectors | 1U) * SeriesLayout::vector;
}

} // namespace

SeriesLayout::SeriesLayout(const SeriesProgram& program, int order)
    : rows_(program.rows()),
      coefficients_(static_cast<std::size_t>(order) + 2),
      width_(odd_vectors(coefficients_)),
      kept_rows_(in_whole_vectors(2 * rows_ + program.operations().size()) + vector - 1),
      kept_(rows_, not_kept) {
  for (const SeriesOperation& o : program.operations())
    if (o.level != SeriesLevel::constant && has_sums(o.kind)) keep(o.sums);
  for (const bool is_constant : {false, true}) {
    for (std::size_t i = 0; i < program.inputs(); ++i)
      if ((program.level(program.input_row(i)) == SeriesLevel::constant) == is_constant) keep(program.input_row(i));
    if (!is_constant) cleared_rows_ = count_;
  }
  for (std::size_t k = 0; k < program.outputs(); ++k)
    keep(program.output_row(k));
  for (const SeriesOperation& o : program.operations())
    if (o.level != SeriesLevel::constant) keep_operands(program, o);
  size_ = kept_rows_ + count_ * width_ + vector; // the last row may be read and written beyond its end
}

void SeriesLayout::keep(std::uint32_t row) {
  if (!is_kept(row)) kept_[row] = count_++;
}

/// Convolutions read all orders of both factors; what is known ahead of an operation is read at an order passed.
void SeriesLayout::keep_operands(const SeriesProgram& program, const SeriesOperation& o) {
  for (const std::uint32_t row : {o.a, o.b, o.c})
    if (program.level(row) != SeriesLevel::constant && !have_same_order(program.level(row), o.level)) keep(row);
  if (!has_sums(o.kind)) return;
  switch (o.kind) {
  case SeriesKind::product:
    keep(o.a);
    return keep(o.b);
  case SeriesKind::square:
    return keep(o.a);
  case SeriesKind::quotient:
    keep(o.result);
    return keep(o.b);
  case SeriesKind::root:
    return keep(o.result);
  default: // a chain
    keep(o.slope);
    keep(o.b);
  }
}

} // namespace jit
} // namespace dalembert
