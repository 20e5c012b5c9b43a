#pragma once

#include <dalembert/expr/residue.h>

namespace dalembert {

/// A stream of reproducible residues: splitmix64, Steele, Lea and Flood 2014.
class RandomResidues {
public:
  explicit RandomResidues(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0xD1B54A32D192ED03ULL) {}
  Residue operator()() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return Residue(z ^ (z >> 31U));
  }

private:
  std::uint64_t state_;
};

} // namespace dalembert
