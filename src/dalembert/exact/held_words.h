#pragma once

#include <dalembert/exact/coupling.h>
#include <dalembert/exact/vocabulary.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace exact {

/// Takes the factors away that hold coordinates or multipliers of what a statement is not about.
void keep_words_about(const Coupling& about, const System& system, std::vector<NamedFactor>& words);

} // namespace exact
} // namespace dalembert
