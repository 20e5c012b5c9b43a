#include <dalembert/simulation/engine/known_ranks.h>

namespace dalembert {
inline namespace simulation {

KktOptions RowRanks::options(const Engine& engine) const {
  KktOptions out;
  if (!is_redundant(engine)) return out;
  out.known_rank = all;
  out.typical_rows = typical_rows;
  return out;
}

KktOptions RowRanks::holonomic_options(const Engine& engine) const {
  KktOptions out;
  const std::vector<std::size_t>& rows = engine.programs->positions.rows;
  if (typical_rows.empty() || holonomic >= static_cast<int>(rows.size())) return out;
  out.known_rank = holonomic;
  const std::size_t n = engine.coordinates();
  for (const std::size_t k : rows) {
    const auto first = typical_rows.begin() + static_cast<std::ptrdiff_t>(k * n);
    out.typical_rows.insert(out.typical_rows.end(), first, first + static_cast<std::ptrdiff_t>(n));
  }
  return out;
}

} // namespace simulation
} // namespace dalembert
