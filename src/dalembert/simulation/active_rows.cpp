#include <dalembert/simulation/active_rows.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace dalembert::inline simulation {

ActiveRows::ActiveRows(std::size_t bilateral, std::optional<RowRanks> ranks)
    : bilateral_(bilateral), ranks_(std::move(ranks)), rows_(bilateral) {
  std::iota(rows_.begin(), rows_.end(), std::size_t{0});
  if (ranks_ && (ranks_->typical_rows.empty() || ranks_->all >= static_cast<int>(bilateral_))) ranks_.reset();
}

ActiveRows ActiveRows::with(const std::vector<std::size_t>& contacts) const {
  ActiveRows out = *this;
  out.rows_.resize(bilateral_);
  out.rows_.insert(out.rows_.end(), contacts.begin(), contacts.end());
  std::ranges::sort(out.rows_);
  return out;
}

bool ActiveRows::contains(std::size_t row) const {
  return std::ranges::binary_search(rows_, row);
}

int ActiveRows::full_rank() const {
  return (ranks_ ? ranks_->all : static_cast<int>(bilateral_)) + static_cast<int>(rows_.size() - bilateral_);
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
    const bool is_equation = k < bilateral_;
    if (is_equation) ++equations;
    for (std::size_t i = 0; i < n; ++i)
      out.typical_rows.push_back(is_equation ? ranks_->typical_rows[k * n + i] : 0.0);
  }
  if (ranks_->holonomic >= static_cast<int>(equations)) return {};
  out.known_rank = ranks_->holonomic + static_cast<int>(rows_.size() - bilateral_);
  return out;
}

} // namespace dalembert::inline simulation
