#include <dalembert/analysis/residue_null_space.h>
#include <dalembert/base/watch.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace dalembert {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t most_summands = 15;     ///< of two residues, whose sum with one residue stays below 2¹²⁸
constexpr std::size_t summands_per_unit = 64; ///< of `poll`
constexpr std::size_t no_pivot_row = std::numeric_limits<std::size_t>::max();

/// The residue of a sum of products: 2⁶² ≡ gap, folded until it fits.
Residue residue_of_wide(Wide sum) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << Residue::bits) - 1;
  sum = (sum >> Residue::bits) * Residue::gap + (static_cast<std::uint64_t>(sum) & mask);
  sum = (sum >> Residue::bits) * Residue::gap + (static_cast<std::uint64_t>(sum) & mask);
  return Residue(static_cast<std::uint64_t>(sum));
}

/// Rows in echelon form, each 1 at its own first column. Products are summed in 128 bits and reduced now and then.
class Echelon {
public:
  explicit Echelon(std::size_t columns) : row_of_(columns, no_pivot_row), open_(columns) {}

  void add(const std::vector<Residue>& row) {
    const std::size_t columns = row_of_.size();
    for (std::size_t c = 0; c < columns; ++c)
      open_[c] = row[c].value();
    std::size_t products = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const Residue entry = residue_of_wide(open_[c]);
      if (entry.is_zero()) continue;
      if (row_of_[c] == no_pivot_row) return take(c, entry);
      if (products++ == most_summands) {
        for (std::size_t j = c + 1; j < columns; ++j)
          open_[j] = residue_of_wide(open_[j]).value();
        products = 1;
      }
      subtract(rows_[row_of_[c]], (-entry).value());
    }
  }

  /// The vector with 1 at the free column `f` and 0 at the others.
  [[nodiscard]] std::vector<Residue> vector(std::size_t f) const {
    std::vector<Residue> out(row_of_.size());
    out[f] = Residue(1);
    for (std::size_t c = f; c-- > 0;) {
      if (row_of_[c] == no_pivot_row) continue;
      const Row& row = rows_[row_of_[c]];
      Wide sum = 0;
      std::size_t products = 0;
      for (std::size_t j = c + 1; j < std::min(f + 1, row.end); ++j) {
        if (products++ == most_summands) {
          sum = residue_of_wide(sum).value();
          products = 1;
        }
        sum += static_cast<Wide>(row.entries[j - c].value()) * out[j].value();
      }
      out[c] = -residue_of_wide(sum);
    }
    return out;
  }

  [[nodiscard]] bool is_free(std::size_t column) const { return row_of_[column] == no_pivot_row; }

private:
  struct Row {
    std::size_t first;            ///< its own column
    std::size_t end;              ///< past the last entry that is not 0
    std::vector<Residue> entries; ///< from `first` on
  };

  /// The rest of the open row, divided by its first entry, becomes the row of column `c`.
  void take(std::size_t c, Residue entry) {
    const Residue scale = *entry.inverse();
    Row row{c, c + 1, {}};
    row.entries.reserve(row_of_.size() - c);
    for (std::size_t j = c; j < row_of_.size(); ++j) {
      row.entries.push_back(residue_of_wide(open_[j]) * scale);
      if (!row.entries.back().is_zero()) row.end = j + 1;
    }
    row_of_[c] = rows_.size();
    rows_.push_back(std::move(row));
  }

  void subtract(const Row& row, std::uint64_t factor) {
    poll((row.end - row.first) / summands_per_unit);
    const Residue* const entries = row.entries.data();
    for (std::size_t j = row.first + 1; j < row.end; ++j)
      open_[j] += static_cast<Wide>(factor) * entries[j - row.first].value();
  }

  std::vector<std::size_t> row_of_; ///< by column, of the row that begins there
  std::vector<Row> rows_;
  std::vector<Wide> open_; ///< the row that is being added
};

} // namespace

ResidueNullSpace residue_null_space(const std::vector<std::vector<Residue>>& rows, std::size_t columns) {
  Echelon echelon(columns);
  for (const std::vector<Residue>& row : rows)
    echelon.add(row);
  ResidueNullSpace out;
  for (std::size_t c = 0; c < columns; ++c) {
    if (!echelon.is_free(c)) continue;
    out.free.push_back(c);
    out.vectors.push_back(echelon.vector(c));
  }
  return out;
}

} // namespace dalembert
