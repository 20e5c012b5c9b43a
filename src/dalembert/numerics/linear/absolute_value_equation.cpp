#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/absolute_value_equation.h>
#include <dalembert/numerics/linear/cholesky.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

using Vector = std::vector<double>;

constexpr double singular = 1e-13; ///< pivots of 1 − W·signs, of its largest entry

/// LU factors of a matrix; nothing where it is singular.
class Factors {
public:
  Factors(Vector matrix, std::size_t size) : size_(size), entries_(std::move(matrix)), order_(size) {
    double largest = 0.0;
    for (const double entry : entries_)
      largest = std::max(largest, std::abs(entry));
    is_regular_ = detail::factor_lu(entries_, order_, size_, singular * largest).is_trusted;
  }
  [[nodiscard]] bool is_regular() const { return is_regular_; }
  [[nodiscard]] Vector solved(Vector right) const {
    detail::solve_lu(entries_, order_, size_, right.data());
    return right;
  }

private:
  std::size_t size_;
  Vector entries_;
  std::vector<std::size_t> order_;
  bool is_regular_ = true;
};

/// The spectral radius of |W| is below 1 exactly where (1 − |W|) v = (1, …, 1) has a positive solution.
bool contracts(const Vector& by, std::size_t size) {
  Vector matrix(size * size);
  for (std::size_t i = 0; i < size * size; ++i)
    matrix[i] = (i % (size + 1) == 0 ? 1.0 : 0.0) - std::abs(by[i]);
  const Factors factors(std::move(matrix), size);
  return factors.is_regular() && std::ranges::all_of(factors.solved(Vector(size, 1.0)), [](double v) { return v > 0; });
}

/// x for signs of all unknowns; nothing where 1 − W·signs is singular.
std::optional<Vector> solved_with(const Vector& constant, const Vector& by, const std::vector<int>& signs) {
  const std::size_t size = constant.size();
  Vector matrix(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      matrix[i * size + j] = (i == j ? 1.0 : 0.0) - by[i * size + j] * signs[j];
  const Factors factors(std::move(matrix), size);
  if (!factors.is_regular()) return std::nullopt;
  return factors.solved(constant);
}

/// The signs of the one solution where |W| contracts, by Newton's method, from what fixed-point steps come to; nothing
/// where they go round in a circle.
std::optional<std::vector<int>> signs_by_newton(const Vector& constant, const Vector& by) {
  constexpr std::size_t fixed_point_steps = 3;
  const std::size_t size = constant.size();
  Vector x = constant;
  for (std::size_t step = 0; step < fixed_point_steps; ++step) {
    Vector next = constant;
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j)
        next[i] += by[i * size + j] * std::abs(x[j]);
    x = std::move(next);
  }
  std::vector<int> signs(size, 0);
  for (std::size_t round = 0; round < 4 * size + fixed_point_steps; ++round) {
    std::vector<int> next(size);
    for (std::size_t i = 0; i < size; ++i)
      next[i] = x[i] < 0.0 ? -1 : 1;
    if (next == signs) return signs;
    signs = std::move(next);
    std::optional<Vector> found = solved_with(constant, by, signs);
    if (!found) return std::nullopt;
    x = std::move(*found);
  }
  return std::nullopt;
}

class SignPatterns {
public:
  explicit SignPatterns(const AbsoluteValueEquation& equation)
      : equation_(equation), size_(equation.constant.size()), signs_(equation.signs) {
    ENSURE(equation.by.size() == size_ * size_ && signs_.size() == size_);
  }

  [[nodiscard]] AbsoluteValueSolutions all() {
    explore();
    return std::move(out_);
  }

  /// True where what the given signs leave contracts.
  [[nodiscard]] bool has_one() const {
    const std::vector<std::size_t> free = free_ones();
    if (free.empty()) return true;
    const std::optional<Left> left = left_by_signs(free);
    return left && contracts(left->by, free.size());
  }

private:
  /// The equation of the unknowns without a sign, the others eliminated.
  struct Left {
    Vector constant;
    Vector by;
  };

  [[nodiscard]] std::vector<std::size_t> free_ones() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < size_; ++i)
      if (signs_[i] == 0) out.push_back(i);
    return out;
  }

  [[nodiscard]] double by(std::size_t i, std::size_t j) const { return equation_.by[i * size_ + j]; }

  /// Nothing where those with a sign alone are singular.
  [[nodiscard]] std::optional<Left> left_by_signs(const std::vector<std::size_t>& free) const {
    std::vector<std::size_t> given;
    for (std::size_t i = 0; i < size_; ++i)
      if (signs_[i] != 0) given.push_back(i);
    const std::size_t g = given.size();
    Vector matrix(g * g);
    for (std::size_t i = 0; i < g; ++i)
      for (std::size_t j = 0; j < g; ++j)
        matrix[i * g + j] = (i == j ? 1.0 : 0.0) - by(given[i], given[j]) * signs_[given[j]];
    const Factors factors(std::move(matrix), g);
    if (!factors.is_regular()) return std::nullopt;
    const auto carried = [&](const auto& column) {
      Vector right(g);
      for (std::size_t i = 0; i < g; ++i)
        right[i] = column(given[i]);
      const Vector x = factors.solved(std::move(right));
      Vector out;
      for (const std::size_t i : free) {
        double value = column(i);
        for (std::size_t j = 0; j < g; ++j)
          value += by(i, given[j]) * signs_[given[j]] * x[j];
        out.push_back(value);
      }
      return out;
    };
    Left out{carried([this](std::size_t i) { return equation_.constant[i]; }), Vector(free.size() * free.size())};
    for (std::size_t j = 0; j < free.size(); ++j) {
      const Vector column = carried([&](std::size_t i) { return by(i, free[j]); });
      for (std::size_t i = 0; i < free.size(); ++i)
        out.by[i * free.size() + j] = column[i];
    }
    return out;
  }

  void explore() {
    constexpr int most_trials = 10000;
    if (++trials_ > most_trials) out_.is_complete = false;
    if (!out_.is_complete) return;
    const std::vector<std::size_t> free = free_ones();
    if (free.empty()) return add_solution();
    if (const std::optional<Left> left = left_by_signs(free); left && contracts(left->by, free.size()))
      if (const auto found = signs_by_newton(left->constant, left->by)) {
        for (std::size_t i = 0; i < free.size(); ++i)
          signs_[free[i]] = (*found)[i];
        add_solution();
        for (const std::size_t i : free)
          signs_[i] = 0;
        return;
      }
    const auto strength = [this](std::size_t j) {
      double sum = 0.0;
      for (std::size_t i = 0; i < size_; ++i)
        sum += std::abs(by(i, j)) + std::abs(by(j, i));
      return sum;
    };
    const std::size_t strongest = *std::ranges::max_element(free, {}, strength);
    for (const int sign : {1, -1}) {
      signs_[strongest] = sign;
      explore();
    }
    signs_[strongest] = 0;
  }

  /// Where x has the signs at hand, and no solution known is equal.
  void add_solution() {
    constexpr double equal = 1e-10; // of the largest unknown
    const std::optional<Vector> x = solved_with(equation_.constant, equation_.by, signs_);
    if (!x) return;
    double largest = equation_.no_value;
    for (std::size_t i = 0; i < size_; ++i) {
      largest = std::max(largest, std::abs((*x)[i]));
      if (equation_.signs[i] == 0 && (*x)[i] * signs_[i] < -equation_.no_value) return;
    }
    for (const Vector& other : out_.values) {
      double difference = 0.0;
      for (std::size_t i = 0; i < size_; ++i)
        difference = std::max(difference, std::abs((*x)[i] - other[i]));
      if (difference <= std::max(equal * largest, 2.0 * equation_.no_value)) return;
    }
    out_.values.push_back(*x);
    out_.signs.push_back(signs_);
  }

  const AbsoluteValueEquation& equation_;
  std::size_t size_;
  std::vector<int> signs_;
  AbsoluteValueSolutions out_;
  int trials_ = 0;
};

} // namespace

AbsoluteValueSolutions solve_absolute_values(const AbsoluteValueEquation& equation) {
  return SignPatterns(equation).all();
}

bool has_one_solution(const AbsoluteValueChanges& changes) {
  // W = R (1 + ER)⁻¹, row by row.
  const std::size_t size = changes.signs.size();
  AbsoluteValueEquation equation{Vector(size), Vector(size * size), std::vector<int>(size, 0)};
  Vector transposed(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      transposed[j * size + i] = (i == j ? 1.0 : 0.0) + changes.signs[i] * changes.by[i * size + j];
  const Factors factors(std::move(transposed), size);
  if (!factors.is_regular()) return false;
  for (std::size_t i = 0; i < size; ++i) {
    const auto row = changes.by.begin() + static_cast<std::ptrdiff_t>(i * size);
    std::ranges::copy(factors.solved(Vector(row, row + static_cast<std::ptrdiff_t>(size))),
                      equation.by.begin() + static_cast<std::ptrdiff_t>(i * size));
    if (changes.has_given_sign[i]) equation.signs[i] = changes.signs[i];
  }
  return SignPatterns(equation).has_one();
}

} // namespace numerics
} // namespace dalembert
