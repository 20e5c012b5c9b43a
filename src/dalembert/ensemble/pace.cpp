#include <dalembert/ensemble/pace.h>

#include <algorithm>

namespace dalembert {
inline namespace ensemble {

void MemberPace::note(std::size_t done) {
  constexpr double shortest = 0.01; // s
  noted_ += done;
  const double seconds = std::chrono::duration<double>(Clock::now() - since_).count();
  if (seconds < shortest) return;
  const double now = static_cast<double>(noted_) / seconds;
  rate_ = rate_ > 0.0 ? 0.5 * (rate_ + now) : now;
  noted_ = 0;
  since_ = Clock::now();
}

std::size_t MemberPace::wanted(std::size_t left, std::size_t processes) const {
  constexpr double ahead = 0.05; // s
  constexpr std::size_t most = 10'000;
  const auto for_time = static_cast<std::size_t>(std::min(rate_ * ahead, static_cast<double>(most)));
  // Towards the end the shares become small, so that nobody waits long for the last one.
  return at_once_ + std::min(for_time, left / (4 * std::max<std::size_t>(processes, 1)));
}

std::chrono::duration<double> MemberPace::patience(std::size_t unfinished) const {
  constexpr double short_part = 0.005; // of the time of a member
  const std::chrono::duration<double> since_begin = Clock::now() - begin_;
  const auto at_once = static_cast<double>(at_once_);
  if (rate_ == 0.0) return short_part * since_begin; // none is done yet
  const double ahead = unfinished > at_once_ ? static_cast<double>(unfinished) - at_once : 0.0;
  return std::chrono::duration<double>(std::max(0.5 * ahead, short_part * at_once) / rate_);
}

} // namespace ensemble
} // namespace dalembert
