#include <dalembert/ensemble/summary.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace dalembert {
inline namespace ensemble {

namespace {

/// True for texts that differ in their numbers only.
bool is_one_reason(const std::string& a, const std::string& b) {
  const auto without_numbers = [](const std::string& text) {
    std::string out;
    for (const char c : text)
      if (std::isdigit(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-' && c != '+' && c != 'e') out += c;
    return out;
  };
  return without_numbers(a) == without_numbers(b);
}

} // namespace

void ColumnSummary::add(double value, std::size_t member) {
  if (!std::isfinite(value)) return;
  if (count == 0 || value < least) {
    least = value;
    least_member = member;
  }
  if (count == 0 || value > greatest) {
    greatest = value;
    greatest_member = member;
  }
  ++count;
  // Welford 1962: one pass without cancellation.
  const double before = value - mean;
  mean += before / static_cast<double>(count);
  squares += before * (value - mean);
}

double ColumnSummary::deviation() const {
  return count < 2 ? 0.0 : std::sqrt(squares / static_cast<double>(count - 1));
}

void SweepSummary::add(std::size_t member, const MemberResult& result) {
  ++members_;
  ++ends_[static_cast<std::size_t>(result.end)];
  if (result.failed_checks > 0) ++with_failed_checks_;
  if (result.was_alone) ++alone_;
  if (result.end == MemberEnd::failed || result.end == MemberEnd::refused) {
    const auto is_same = [&result](const Reason& known) {
      return known.end == result.end && is_one_reason(known.text, result.reason);
    };
    const auto known = std::ranges::find_if(reasons_, is_same);
    if (known == reasons_.end())
      reasons_.push_back({result.end, result.reason, member, 1});
    else
      ++known->count;
    return;
  }
  if (!result.is_certified) ++uncertified_;
  if (exponent_ && std::abs(result.values[*exponent_]) <= result.values[*exponent_ + 1]) ++without_sign_;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    columns_[c].add(result.values[c], member);
}

} // namespace ensemble
} // namespace dalembert
