#include <dalembert/numerics/step/linearised_motion.h>

#include <utility>

namespace dalembert {
inline namespace numerics {

std::shared_ptr<const MotionPattern> planned(MotionPattern pattern) {
  std::vector<EntryPlace> places;
  const std::size_t rows = pattern.coordinates + pattern.multipliers;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
      places.push_back({static_cast<std::uint32_t>(i), pattern.columns[e]});
  for (std::size_t i = pattern.coordinates; i < rows; ++i)
    for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
      places.push_back({pattern.columns[e], static_cast<std::uint32_t>(i)});
  pattern.plan = make_lu_plan(rows, std::move(places));
  return std::make_shared<const MotionPattern>(std::move(pattern));
}

} // namespace numerics
} // namespace dalembert
