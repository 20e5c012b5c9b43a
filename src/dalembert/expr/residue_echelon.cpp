#include <dalembert/base/watch.h>
#include <dalembert/expr/residue_echelon.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t summands_per_unit = 64; ///< of `poll`
constexpr std::size_t no_pivot_row = std::numeric_limits<std::size_t>::max();

/// The residue of a sum of products: 2⁶² ≡ gap, folded until it fits.
Residue residue_of_wide(Wide sum) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << Residue::bits) - 1;
  sum = (sum >> Residue::bits) * Residue::gap + (static_cast<std::uint64_t>(sum) & mask);
  sum = (sum >> Residue::bits) * Residue::gap + (static_cast<std::uint64_t>(sum) & mask);
  return Residue(static_cast<std::uint64_t>(sum));
}

} // namespace

ResidueEchelon::ResidueEchelon(std::size_t columns) : row_of_(columns, no_pivot_row), open_(columns) {}

bool ResidueEchelon::is_free(std::size_t column) const {
  return row_of_[column] == no_pivot_row;
}

bool ResidueEchelon::add(const std::vector<Residue>& row) {
  const std::size_t columns = row_of_.size();
  for (std::size_t c = 0; c < columns; ++c)
    open_[c] = row[c].value();
  waiting_.clear();
  products_ = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    if (waiting_.empty() && open_[c] == 0) continue;
    const Residue entry = residue_of_wide(entry_at(c));
    if (entry.is_zero()) continue;
    if (is_free(c)) {
      subtract_waiting(c + 1);
      take(c, entry);
      return true;
    }
    const Row& known = rows_[row_of_[c]];
    if (!known.nonzero.empty()) {
      subtract_few(known, (-entry).value());
      continue;
    }
    waiting_.push_back({known.entries.data(), known.first, known.end, (-entry).value()});
    if (waiting_.size() == batch) subtract_waiting(c + 1);
  }
  return false;
}

/// The open row at a column, with what waits to be subtracted.
ResidueEchelon::Wide ResidueEchelon::entry_at(std::size_t c) const {
  Wide sum = open_[c];
  for (const Multiple& m : waiting_)
    sum += static_cast<Wide>(m.factor) * m.entries[c - m.first].value();
  return sum;
}

/// Subtracts from column `from` on, several rows at a time: each entry of the open row is read and written once.
void ResidueEchelon::subtract_waiting(std::size_t from) {
  if (waiting_.empty()) return;
  products_ += batch;
  if (products_ > most_products) {
    for (std::size_t j = from; j < open_.size(); ++j)
      open_[j] = residue_of_wide(open_[j]).value();
    products_ = batch;
  }
  std::size_t end = from;
  const Residue* entries[batch] = {};
  std::uint64_t factors[batch] = {};
  for (std::size_t k = 0; k < batch; ++k) { // a short batch is filled up with multiples by 0
    const Multiple& m = waiting_[std::min(k, waiting_.size() - 1)];
    entries[k] = m.entries + (from - m.first);
    factors[k] = k < waiting_.size() ? m.factor : 0;
    end = std::max(end, m.end);
  }
  poll((end - from) * waiting_.size() / summands_per_unit);
  static_assert(batch == 4);
  const auto [f0, f1, f2, f3] = factors;
  const auto [e0, e1, e2, e3] = entries;
  Wide* const open = open_.data() + from;
  for (std::size_t j = 0; j < end - from; ++j)
    open[j] += static_cast<Wide>(f0) * e0[j].value() + static_cast<Wide>(f1) * e1[j].value() +
               static_cast<Wide>(f2) * e2[j].value() + static_cast<Wide>(f3) * e3[j].value();
  waiting_.clear();
}

/// Subtracts a row with many zeros; its entries are reduced at once.
void ResidueEchelon::subtract_few(const Row& row, std::uint64_t factor) {
  poll(1 + row.nonzero.size() / summands_per_unit);
  for (const std::uint32_t j : row.nonzero)
    open_[j] = residue_of_wide(open_[j] + static_cast<Wide>(factor) * row.entries[j - row.first].value()).value();
}

void ResidueEchelon::complete(std::vector<Residue>& x, std::size_t last) const {
  for (std::size_t c = last; c-- > 0;) {
    if (is_free(c)) continue;
    const Row& row = rows_[row_of_[c]];
    ProductSum sum;
    for (std::size_t j = c + 1; j < std::min(last + 1, row.end); ++j)
      sum.add(row.entries[j - c], x[j]);
    x[c] = -sum.value();
  }
}

/// The vector with 1 at the free column `f` and 0 at the others.
std::vector<Residue> ResidueEchelon::vector(std::size_t f) const {
  std::vector<Residue> out(row_of_.size());
  out[f] = Residue(1);
  complete(out, f);
  return out;
}

/// The rest of the open row, divided by its first entry, becomes the row of column `c`.
void ResidueEchelon::take(std::size_t c, Residue entry) {
  const Residue scale = *entry.inverse();
  Row row{c, c + 1, std::vector<Residue>(row_of_.size() - c), {}};
  row.entries.front() = Residue(1);
  nonzero_.clear();
  for (std::size_t j = c + 1; j < row_of_.size(); ++j) {
    if (open_[j] == 0) continue;
    const Residue rest = residue_of_wide(open_[j]) * scale;
    if (rest.is_zero()) continue;
    row.entries[j - c] = rest;
    row.end = j + 1;
    nonzero_.push_back(static_cast<std::uint32_t>(j));
  }
  if (nonzero_.size() * columns_per_entry <= row_of_.size() - c) row.nonzero = nonzero_;
  row_of_[c] = rows_.size();
  rows_.push_back(std::move(row));
}

ResidueNullSpace ResidueEchelon::null_space() const {
  ResidueNullSpace out;
  for (std::size_t c = 0; c < row_of_.size(); ++c) {
    if (!is_free(c)) continue;
    out.free.push_back(c);
    out.vectors.push_back(vector(c));
  }
  return out;
}

std::vector<std::size_t> ResidueEchelon::vanishing_columns() const {
  std::vector<bool> is_met(row_of_.size());
  for (const Row& row : rows_)
    for (std::size_t c = row.first; c < row.end; ++c)
      if (!row.entries[c - row.first].is_zero()) is_met[c] = true;
  std::vector<bool> is_used(row_of_.size());
  for (std::size_t f = 0; f < row_of_.size(); ++f) {
    if (!is_free(f) || !is_met[f]) continue;
    const std::vector<Residue> with = vector(f);
    for (std::size_t c = 0; c <= f; ++c)
      if (!with[c].is_zero()) is_used[c] = true;
  }
  std::vector<std::size_t> out;
  for (const Row& row : rows_)
    if (!is_used[row.first]) out.push_back(row.first);
  return out;
}

ResidueNullSpace residue_null_space(const std::vector<std::vector<Residue>>& rows, std::size_t columns) {
  ResidueEchelon echelon(columns);
  for (const std::vector<Residue>& row : rows)
    echelon.add(row);
  return echelon.null_space();
}

} // namespace expr
} // namespace dalembert
