#include "klu_chain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace dalembert::bench {

/// KLU 1.3 as its shared library has it: opaque objects, int indices. Source: T. Davis, E. Palamadai Natarajan, KLU
/// User Guide.
struct KluChain::Library {
  void* handle = dlopen("libklu.so.1", RTLD_NOW | RTLD_LOCAL);
  alignas(16) std::array<std::byte, 4096> common = {}; ///< its settings and counts: a few hundred bytes

  template <typename Result, typename... Arguments>
  Result call(const char* name, Arguments... arguments) const {
    void* const address = handle != nullptr ? dlsym(handle, name) : nullptr;
    if (address == nullptr) throw std::runtime_error(std::string("there is no ") + name + " (Debian: libklu1)");
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return reinterpret_cast<Result (*)(Arguments...)>(address)(arguments...);
  }
  void* settings() { return common.data(); }
};

KluChain::KluChain(std::size_t rods, double gravity)
    : rods_(rods), gravity_(gravity), library_(std::make_unique<Library>()) {
  library_->call<int>("klu_defaults", library_->settings());
}

KluChain::~KluChain() {
  if (numeric_ != nullptr) library_->call<int>("klu_free_numeric", &numeric_, library_->settings());
  if (symbolic_ != nullptr) library_->call<int>("klu_free_symbolic", &symbolic_, library_->settings());
}

/// A·v̇ takes `value` of the unknown `column` in `row`, so M·v̇ − Aᵀλ takes −value of λ.
void KluChain::add(std::size_t row, std::size_t column, double value) {
  columns_[column].push_back({static_cast<int>(3 * rods_ + row), value});
  columns_[3 * rods_ + row].push_back({static_cast<int>(column), -value});
}

/// The rows of joint i: upper end of rod i − lower end of rod i − 1, each half a rod from its centre.
void KluChain::set(const ChainState& state) {
  const std::size_t n = rods_;
  const double length = 1 / static_cast<double>(n); // of a rod, and its mass
  columns_.assign(unknowns(), {});
  right_.assign(unknowns(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::array<double, 3> inertia{length, length, length * length * length / 12};
    for (std::size_t part = 0; part < inertia.size(); ++part)
      columns_[part * n + i].push_back({static_cast<int>(part * n + i), inertia[part]});
    right_[n + i] = -length * gravity_;
    add(2 * i, i, 1);
    add(2 * i + 1, n + i, 1);
    if (i > 0) {
      add(2 * i, i - 1, -1);
      add(2 * i + 1, n + i - 1, -1);
    }
    for (std::size_t rod = i > 0 ? i - 1 : i; rod <= i; ++rod) {
      const double s = length / 2 * std::sin(state.angles[rod]);
      const double c = length / 2 * std::cos(state.angles[rod]);
      const double square = state.rates[rod] * state.rates[rod];
      add(2 * i, 2 * n + rod, -c);
      add(2 * i + 1, 2 * n + rod, -s);
      right_[3 * n + 2 * i] -= s * square;
      right_[3 * n + 2 * i + 1] += c * square;
    }
  }
  begins_.assign(1, 0);
  rows_.clear();
  values_.clear();
  for (std::vector<Entry>& column : columns_) {
    std::ranges::sort(column, {}, &Entry::row);
    for (const Entry& entry : column) {
      rows_.push_back(entry.row);
      values_.push_back(entry.value);
    }
    begins_.push_back(static_cast<int>(rows_.size()));
  }
  symbolic_ = library_->call<void*>("klu_analyze", static_cast<int>(unknowns()), begins_.data(), rows_.data(),
                                    library_->settings());
  numeric_ = library_->call<void*>("klu_factor", begins_.data(), rows_.data(), values_.data(), symbolic_,
                                   library_->settings());
  if (symbolic_ == nullptr || numeric_ == nullptr) throw std::runtime_error("KLU cannot factor the matrix");
}

void KluChain::solve(std::span<double> out) {
  library_->call<int>("klu_refactor", begins_.data(), rows_.data(), values_.data(), symbolic_, numeric_,
                      library_->settings());
  std::ranges::copy(right_, out.begin());
  library_->call<int>("klu_solve", symbolic_, numeric_, static_cast<int>(unknowns()), 1, out.data(),
                      library_->settings());
}

} // namespace dalembert::bench
