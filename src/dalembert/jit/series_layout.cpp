#include <dalembert/jit/series_layout.h>

namespace dalembert::inline jit {

SeriesLayout::SeriesLayout(const SeriesProgram& program, int order)
    : rows_(program.rows()),
      width_(static_cast<std::size_t>(order) + 3),
      kept_rows_(2 * rows_ + program.operations().size()),
      kept_(rows_, not_kept) {
  constexpr std::size_t widest_vector = 8; // the last row may be read and written beyond its end
  for (std::size_t i = 0; i < program.inputs(); ++i)
    keep(program.input_row(i));
  for (std::size_t k = 0; k < program.outputs(); ++k)
    keep(program.output_row(k));
  for (const SeriesOperation& o : program.operations())
    if (o.level != SeriesLevel::constant) keep_operands(program, o);
  size_ = kept_rows_ + count_ * width_ + widest_vector;
}

void SeriesLayout::keep(std::uint32_t row) {
  if (!is_kept(row)) kept_[row] = count_++;
}

/// Convolutions read all orders of both factors; what is known ahead of an operation is read at an order passed.
void SeriesLayout::keep_operands(const SeriesProgram& program, const SeriesOperation& o) {
  for (const std::uint32_t row : {o.a, o.b, o.c})
    if (program.level(row) != SeriesLevel::constant && !have_same_order(program.level(row), o.level)) keep(row);
  if (!has_sums(o.kind)) return;
  keep(o.sums);
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

} // namespace dalembert::inline jit
