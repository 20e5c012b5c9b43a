#include <dalembert/numerics/linear/lu_plan.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

// What sparse factors take beside full ones, measured with chains on an x86 processor: one real and three complex
// matrices of 20 unknowns take as long either way.
constexpr double of_sparse_operation = 3; ///< times a multiply-add of full factors
constexpr double of_sparse_column = 100;  ///< multiply-adds of full factors

/// Entries below the diagonal of each column of the Cholesky factor of a symmetric pattern, in the order of minimum
/// degree: each row of the factor is a part of the elimination tree, which is walked from the row's entries upwards.
std::vector<std::size_t> factor_counts(std::size_t size, const std::vector<EntryPlace>& places) {
  using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  std::vector<Eigen::Triplet<double, int>> entries;
  entries.reserve(places.size() + size);
  for (const EntryPlace& place : places)
    entries.emplace_back(static_cast<int>(place.row), static_cast<int>(place.column), 1.0);
  for (std::size_t i = 0; i < size; ++i)
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1.0);
  Matrix pattern(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size));
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order); // of pattern and transpose together
  const auto& at = order.indices();          // variable k is eliminated in the place of at[k]
  std::vector<std::size_t> position(size);
  for (std::size_t k = 0; k < size; ++k)
    position[static_cast<std::size_t>(at[static_cast<Eigen::Index>(k)])] = k;
  std::vector<std::vector<std::size_t>> before(size); // entries of each row in columns before it
  for (const EntryPlace& place : places) {
    const auto [early, late] = std::minmax(position[place.row], position[place.column]);
    if (early != late) before[late].push_back(early);
  }
  std::vector<std::size_t> parent(size, size);
  std::vector<std::size_t> ancestor(size, size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k : before[i])
      while (k != size && k < i) {
        const std::size_t next = std::exchange(ancestor[k], i); // paths are shortened
        if (next == size) parent[k] = i;
        k = next;
      }
  std::vector<std::size_t> counts(size, 0);
  std::vector<std::size_t> seen(size, size);
  for (std::size_t i = 0; i < size; ++i) {
    seen[i] = i;
    for (std::size_t k : before[i])
      for (; seen[k] != i; k = parent[k]) {
        seen[k] = i;
        ++counts[k];
      }
  }
  return counts;
}

/// What sparse factors take for each column and operation, and full ones for each operation, ns.
struct UnitPrices {
  double of_column = 0;
  double of_operation = 0;
  double of_full_operation = 0;
};

double price(const UnitPrices& of, const LuPlan& plan, double operations) {
  if (!plan.is_sparse) return of.of_full_operation * operations;
  return of.of_column * static_cast<double>(plan.size) + of.of_operation * operations;
}

/// Columns of the entries, and the place of each value: placed by row, then by column.
void put_columns(LuPlan& plan) {
  const std::size_t count = plan.places.size();
  const auto placed = [&](const std::vector<std::size_t>& in, std::uint32_t EntryPlace::*by) {
    std::vector<std::size_t> next(plan.size + 1, 0);
    for (const EntryPlace& place : plan.places)
      ++next[place.*by + 1];
    for (std::size_t k = 0; k < plan.size; ++k)
      next[k + 1] += next[k];
    std::vector<std::size_t> out(count);
    for (const std::size_t e : in)
      out[next[plan.places[e].*by]++] = e;
    return out;
  };
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  order = placed(placed(order, &EntryPlace::row), &EntryPlace::column);
  plan.begins.assign(plan.size + 1, 0);
  plan.rows.resize(count);
  plan.place_of.resize(count);
  for (std::size_t at = 0; at < count; ++at) {
    const EntryPlace& place = plan.places[order[at]];
    ++plan.begins[place.column + 1];
    plan.rows[at] = static_cast<int>(place.row);
    plan.place_of[order[at]] = at;
  }
  for (std::size_t k = 0; k < plan.size; ++k)
    plan.begins[k + 1] += plan.begins[k];
}

} // namespace

LuPlan make_lu_plan(std::size_t size, std::vector<EntryPlace> places) {
  LuPlan out;
  out.size = size;
  out.places = std::move(places);
  const auto n = static_cast<double>(size);
  double multiplications = 0;
  double entries = n;
  for (const std::size_t count : factor_counts(size, out.places)) {
    const auto c = static_cast<double>(count);
    multiplications += c * (c + 1);
    entries += 2 * c;
  }
  const double full = n * n * n / 3;
  out.is_sparse = of_sparse_column * n + of_sparse_operation * multiplications < full;
  out.multiplications = out.is_sparse ? multiplications : full;
  out.entries_of_factors = out.is_sparse ? entries : n * n;
  if (out.is_sparse) put_columns(out);
  return out;
}

double factor_price(const LuPlan& plan) {
  return price({.of_column = 200, .of_operation = 3, .of_full_operation = 0.3}, plan, plan.multiplications);
}

double factors_price(const LuPlan& plan) {
  return price({.of_column = 900, .of_operation = 10, .of_full_operation = 6}, plan, plan.multiplications);
}

double solution_price(const LuPlan& plan) {
  return price({.of_column = 60, .of_operation = 3, .of_full_operation = 1}, plan, plan.entries_of_factors);
}

} // namespace numerics
} // namespace dalembert
