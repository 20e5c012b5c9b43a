#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/program/series_evaluation.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace program {

namespace {

/// Four coefficients at any address: what the compiler makes of the widest registers that it may use.
using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

Four* four(double* p) {
  return reinterpret_cast<Four*>(p); // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}
const Four* four(const double* p) {
  return reinterpret_cast<const Four*>(p); // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

/// Adds x_K·yⱼ + y_K·xⱼ to sums[K + j] for j = 1 … count.
[[gnu::always_inline]] inline void push_both(double* sums, const double* x, const double* y, std::size_t order,
                                             std::size_t count) {
  const double x_top = x[order];
  const double y_top = y[order];
  double* const out = sums + order;
  std::size_t j = 1;
  for (; j + 3 <= count; j += 4)
    *four(out + j) += x_top * *four(y + j) + y_top * *four(x + j);
  for (; j <= count; ++j)
    out[j] += x_top * y[j] + y_top * x[j];
}

/// The same of a square, each product once.
[[gnu::always_inline]] inline void push_square(double* sums, const double* x, std::size_t order, std::size_t count) {
  const double twice = 2 * x[order];
  double* const out = sums + order;
  std::size_t j = 1;
  for (; j + 3 <= count; j += 4)
    *four(out + j) += twice * *four(x + j);
  for (; j <= count; ++j)
    out[j] += twice * x[j];
}

/// Pushes what the products of one kind have at order K, up to `top`.
[[gnu::always_inline]] inline void push(SeriesKind kind, const SeriesOperation* i, const SeriesOperation* end,
                                        double* n, std::size_t order, std::size_t top) {
  const std::size_t above = top - order;
  const std::size_t count = std::min(order - 1, above);
  const bool has_own = order <= above; // x_K·y_K itself
  const auto both = [&](double* sums, const double* x, const double* y) {
    push_both(sums, x, y, order, count);
    if (has_own) sums[2 * order] += x[order] * y[order];
  };
  const auto square = [&](double* sums, const double* x) {
    push_square(sums, x, order, count);
    if (has_own) sums[2 * order] += x[order] * x[order];
  };
  switch (kind) {
  case SeriesKind::product:
    for (; i != end; ++i)
      both(n + i->sums, n + i->a, n + i->b);
    break;
  case SeriesKind::square:
    for (; i != end; ++i)
      square(n + i->sums, n + i->a);
    break;
  case SeriesKind::quotient:
    for (; i != end; ++i)
      both(n + i->sums, n + i->result, n + i->b);
    break;
  case SeriesKind::root:
    for (; i != end; ++i)
      square(n + i->sums, n + i->result);
    break;
  case SeriesKind::chain:
    for (; i != end; ++i) {
      n[i->slope + order] = static_cast<double>(order) * n[i->a + order];
      both(n + i->sums, n + i->slope, n + i->b);
    }
    break;
  default:
    break;
  }
}

/// c ← a·b up to order K.
void multiply_to(const double* a, const double* b, double* c, std::size_t order) {
  for (std::size_t k = 0; k <= order; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j <= k; ++j)
      sum += a[j] * b[k - j];
    c[k] = sum;
  }
}

/// Order K of xⁿ, n = 0, 1, …, by squares: also where x is 0 or nearly so. Cost: K²·log n.
double power_of_whole_number(const double* x, unsigned n, std::size_t order) {
  using Row = std::array<double, most_series_coefficients>;
  Row square{};
  Row product{};
  Row next{};
  std::copy_n(x, order + 1, square.begin());
  product[0] = 1;
  for (; n > 0; n >>= 1U) {
    if ((n & 1U) != 0U) {
      multiply_to(product.data(), square.data(), next.data(), order);
      product = next;
    }
    multiply_to(square.data(), square.data(), next.data(), order);
    square = next;
  }
  return product[order];
}

/// Order K of r = x^n from x·r′ = n·r·x′.
double power_of_order(const double* x, double n, const double* r, std::size_t order) {
  constexpr double largest_whole = 64;
  if (n >= 0 && n <= largest_whole && n == std::floor(n))
    return power_of_whole_number(x, static_cast<unsigned>(n), order);
  const auto k = static_cast<double>(order);
  double sum = 0;
  for (std::size_t j = 1; j <= order; ++j) {
    const auto i = static_cast<double>(j);
    sum += (n * i - (k - i)) * x[j] * r[order - j];
  }
  return sum / (k * x[0]);
}

/// Computes order K ≥ 1 of operations of one kind.
[[gnu::always_inline]] inline void raise(SeriesKind kind, const SeriesOperation* i, const SeriesOperation* end,
                                         double* n, std::size_t order) {
  switch (kind) {
  case SeriesKind::linear:
    for (; i != end; ++i)
      n[i->result + order] = i->s * n[i->a + order] + i->u * n[i->c + order];
    break;
  case SeriesKind::scale:
    for (; i != end; ++i)
      n[i->result + order] = i->s * n[i->b] * n[i->a + order] + i->u * n[i->c + order];
    break;
  case SeriesKind::product:
    for (; i != end; ++i)
      n[i->result + order] =
          i->s * (n[i->a] * n[i->b + order] + n[i->a + order] * n[i->b] + n[i->sums + order]) + i->u * n[i->c + order];
    break;
  case SeriesKind::square:
    for (; i != end; ++i)
      n[i->result + order] = i->s * (2 * n[i->a] * n[i->a + order] + n[i->sums + order]) + i->u * n[i->c + order];
    break;
  case SeriesKind::quotient:
    for (; i != end; ++i)
      n[i->result + order] = (n[i->a + order] - n[i->result] * n[i->b + order] - n[i->sums + order]) / n[i->b];
    break;
  case SeriesKind::fixed_quotient:
    for (; i != end; ++i)
      n[i->result + order] = n[i->a + order] / n[i->b];
    break;
  case SeriesKind::root:
    for (; i != end; ++i)
      n[i->result + order] = (n[i->a + order] - n[i->sums + order]) / (2 * n[i->result]);
    break;
  case SeriesKind::chain:
    for (; i != end; ++i)
      n[i->result + order] =
          i->s * n[i->c] * (n[i->b] * n[i->a + order] + n[i->sums + order] / static_cast<double>(order));
    break;
  case SeriesKind::power:
    for (; i != end; ++i)
      n[i->result + order] = power_of_order(n + i->a, n[i->b], n + i->result, order);
    break;
  case SeriesKind::steps:
    break;
  case SeriesKind::absolute:
    for (; i != end; ++i)
      n[i->result + order] = std::signbit(n[i->a]) ? -n[i->a + order] : n[i->a + order];
    break;
  case SeriesKind::smaller:
    for (; i != end; ++i)
      n[i->result + order] = n[(n[i->b] < n[i->a] ? i->b : i->a) + order];
    break;
  case SeriesKind::larger:
    for (; i != end; ++i)
      n[i->result + order] = n[(n[i->b] > n[i->a] ? i->b : i->a) + order];
    break;
  case SeriesKind::selected:
    for (; i != end; ++i)
      n[i->result + order] = n[(n[i->a] != 0 ? i->b : i->c) + order];
    break;
  case SeriesKind::remainder:
    for (; i != end; ++i)
      n[i->result + order] = n[i->a + order] - std::trunc(n[i->a] / n[i->b]) * n[i->b + order];
    break;
  }
}

using Raise = void (*)(SeriesKind, const SeriesOperation*, const SeriesOperation*, double*, std::size_t);
using Push = void (*)(SeriesKind, const SeriesOperation*, const SeriesOperation*, double*, std::size_t, std::size_t);

struct SeriesLoops {
  Raise raise;
  Push push;
};

void raise_portable(SeriesKind kind, const SeriesOperation* i, const SeriesOperation* end, double* n,
                    std::size_t order) {
  raise(kind, i, end, n, order);
}
void push_portable(SeriesKind kind, const SeriesOperation* i, const SeriesOperation* end, double* n, std::size_t order,
                   std::size_t top) {
  push(kind, i, end, n, order, top);
}

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("avx2,fma")]] void raise_wide(SeriesKind kind, const SeriesOperation* i, const SeriesOperation* end,
                                            double* n, std::size_t order) {
  raise(kind, i, end, n, order);
}
[[gnu::target("avx2,fma")]] void push_wide(SeriesKind kind, const SeriesOperation* i, const SeriesOperation* end,
                                           double* n, std::size_t order, std::size_t top) {
  push(kind, i, end, n, order, top);
}

SeriesLoops choose_loops() {
  const bool is_wide = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  return is_wide ? SeriesLoops{raise_wide, push_wide} : SeriesLoops{raise_portable, push_portable};
}
#else
SeriesLoops choose_loops() {
  return {raise_portable, push_portable};
}
#endif

const SeriesLoops best_loops = choose_loops();

class InterpretedSeries final : public SeriesEvaluation {
public:
  InterpretedSeries(std::shared_ptr<const SeriesProgram> program, int order);

  void start(std::span<const double> inputs) override;
  void sweep(int stage, SeriesPart part) override;
  void settle(int stage) override;

private:
  /// Operations of one kind and level that stand together.
  struct Group {
    SeriesKind kind;
    SeriesLevel level;
    SeriesPart part;
    std::uint32_t begin;
    std::uint32_t end;
  };
  void first_order(const Group& group);

  std::shared_ptr<const SeriesProgram> program_;
  int order_;
  std::size_t width_;                       ///< coefficients of a row
  std::vector<SeriesOperation> operations_; ///< with rows as places in `numbers_`
  std::vector<Group> groups_;
  std::vector<double> numbers_;
};

InterpretedSeries::InterpretedSeries(std::shared_ptr<const SeriesProgram> program, int order)
    : program_(std::move(program)),
      order_(order),
      width_(static_cast<std::size_t>(order) + 2),
      operations_(program_->operations().begin(), program_->operations().end()),
      numbers_(program_->rows() * width_) {
  ENSURE(order >= 1 && width_ <= most_series_coefficients);
  const auto width = static_cast<std::uint32_t>(width_);
  for (SeriesOperation& o : operations_) {
    for (std::uint32_t* const place : {&o.result, &o.a, &o.b, &o.c, &o.sums, &o.slope})
      *place *= width;
    const auto at = static_cast<std::uint32_t>(&o - operations_.data());
    if (groups_.empty() || groups_.back().kind != o.kind || groups_.back().level != o.level ||
        groups_.back().part != o.part)
      groups_.push_back({o.kind, o.level, o.part, at, at});
    groups_.back().end = at + 1;
  }
  Rows rows{{}, {}, width_};
  for (std::size_t i = 0; i < program_->inputs(); ++i)
    rows.inputs.push_back(&numbers_[program_->input_row(i) * width_]);
  for (std::size_t k = 0; k < program_->outputs(); ++k)
    rows.outputs.push_back(&numbers_[program_->output_row(k) * width_]);
  set_rows(std::move(rows));
}

void InterpretedSeries::start(std::span<const double> inputs) {
  ENSURE(inputs.size() == program_->inputs());
  // All other rows are written before they are read.
  const auto clear = [this](std::size_t place) { std::fill_n(&numbers_[place], width_, 0.0); };
  for (const SeriesOperation& o : operations_)
    if (has_sums(o.kind)) clear(o.sums);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    clear(program_->input_row(i) * width_);
  for (const SeriesProgram::Constant& constant : program_->constants())
    numbers_[constant.row * width_] = constant.value;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    numbers_[program_->input_row(i) * width_] = inputs[i];
  for (const Group& group : groups_) {
    if (group.level != SeriesLevel::constant) break;
    first_order(group);
  }
}

void InterpretedSeries::first_order(const Group& group) {
  const std::span<const SeriesOperation> operations = program_->operations();
  for (std::uint32_t i = group.begin; i != group.end; ++i)
    numbers_[operations_[i].result] = program_->value(operations[i], numbers_.data(), width_);
}

void InterpretedSeries::sweep(int stage, SeriesPart part) {
  poll(operations_.size());
  for (const Group& group : groups_) {
    const int order = stage + orders_ahead(group.level);
    if (group.level == SeriesLevel::constant || order < 0 || !is_in(group.part, part)) continue;
    if (order == 0)
      first_order(group);
    else
      best_loops.raise(group.kind, &operations_[group.begin], operations_.data() + group.end, numbers_.data(),
                       static_cast<std::size_t>(order));
  }
}

void InterpretedSeries::settle(int stage) {
  for (const Group& group : groups_) {
    const int order = stage + orders_ahead(group.level);
    if (group.level == SeriesLevel::constant || order < 1) continue;
    const int top = order_ - 1 + orders_ahead(group.level);
    best_loops.push(group.kind, &operations_[group.begin], operations_.data() + group.end, numbers_.data(),
                    static_cast<std::size_t>(order), static_cast<std::size_t>(top));
  }
}

class SeriesInterpreter final : public SeriesExecutor {
public:
  SeriesInterpreter(std::shared_ptr<const SeriesProgram> program, int order)
      : program_(std::move(program)), order_(order) {}
  [[nodiscard]] std::unique_ptr<SeriesEvaluation> evaluation() const override {
    return std::make_unique<InterpretedSeries>(program_, order_);
  }

private:
  std::shared_ptr<const SeriesProgram> program_;
  int order_;
};

} // namespace

std::shared_ptr<const SeriesExecutor> interpreted_series(const std::shared_ptr<const SeriesProgram>& program,
                                                         int order) {
  return std::make_shared<const SeriesInterpreter>(program, order);
}

} // namespace program
} // namespace dalembert
