#include <dalembert/simulation/engine/active_rows.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace simulation {

ActiveRows::ActiveRows(std::vector<std::size_t> equations, std::optional<RowRanks> ranks)
    : equations_(std::move(equations)), ranks_(std::move(ranks)), rows_(equations_) {
  if (ranks_ && (ranks_->typical_rows.empty() || ranks_->all >= static_cast<int>(equations_.size()))) ranks_.reset();
}

ActiveRows ActiveRows::with(const std::vector<std::size_t>& contacts) const {
  ActiveRows out = *this;
  out.rows_ = equations_;
  out.rows_.insert(out.rows_.end(), contacts.begin(), contacts.end());
  std::ranges::sort(out.rows_);
  return out;
}

bool ActiveRows::contains(std::size_t row) const {
  return std::ranges::binary_search(rows_, row);
}

std::vector<std::size_t> ActiveRows::independent() const {
  if (!ranks_) return rows_;
  std::vector<std::size_t> out;
  for (const std::size_t k : rows_)
    if (!std::ranges::binary_search(equations_, k) ||
        std::ranges::find(ranks_->independent, k) != ranks_->independent.end())
      out.push_back(k);
  return out;
}

int ActiveRows::full_rank() const {
  const std::size_t contacts = rows_.size() - equations_.size();
  return (ranks_ ? ranks_->all : static_cast<int>(equations_.size())) + static_cast<int>(contacts);
}

KktOptions ActiveRows::options(const Engine& engine) const {
  KktOptions out;
  if (!ranks_) return out;
  out.known_rank = full_rank();
  out.typical_rows = ranks_->typical_rows;
  out.typical_rows.resize(rows_.size() * engine.coordinates(), 0.0); // of contacts: unknown
  return out;
}

KktOptions ActiveRows::holonomic_options(const Engine& engine) const {
  KktOptions out;
  if (!ranks_) return out;
  std::size_t equations = 0;
  const std::size_t n = engine.coordinates();
  for (const std::size_t k : engine.programs->positions.rows) {
    if (!contains(k)) continue;
    const auto at = std::ranges::lower_bound(equations_, k);
    const bool is_equation = at != equations_.end() && *at == k;
    if (is_equation) ++equations;
    const std::size_t typical = static_cast<std::size_t>(at - equations_.begin()) * n;
    for (std::size_t i = 0; i < n; ++i)
      out.typical_rows.push_back(is_equation ? ranks_->typical_rows[typical + i] : 0.0);
  }
  if (ranks_->holonomic >= static_cast<int>(equations)) return {};
  out.known_rank = ranks_->holonomic + static_cast<int>(rows_.size() - equations_.size());
  return out;
}

} // namespace simulation
} // namespace dalembert
