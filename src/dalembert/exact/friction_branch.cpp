#include <dalembert/exact/friction_branch.h>

namespace dalembert {
inline namespace exact {

namespace {

constexpr unsigned signs_of_a_friction = 2; // of slip and normal force

} // namespace

std::size_t friction_branch_count(std::size_t frictions) {
  return std::size_t{1} << (signs_of_a_friction * frictions);
}

std::vector<FrictionBranch> friction_branch(std::size_t frictions, std::size_t index) {
  std::vector<FrictionBranch> out(frictions);
  for (std::size_t f = 0; f < frictions; ++f) {
    const std::size_t bits = index >> (signs_of_a_friction * f);
    out[f] = {(bits & 1U) != 0 ? -1 : 1, (bits & 2U) != 0 ? -1 : 1};
  }
  return out;
}

} // namespace exact
} // namespace dalembert
