#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>

namespace dalembert {
inline namespace results {

/// Hands the numbers over, in either direction: every member, in the order of declaration.
void archive(Archive& with, State& state);
void archive(Archive& with, Energies& energies);
void archive(Archive& with, Evaluation& evaluation);
void archive(Archive& with, Table& table);
void archive(Archive& with, Curves& curves);
void archive(Archive& with, Certificate& certificate);
void archive(Archive& with, Event& event);

/// Hands over what a run has found so far. Its start (`tolerance`, `wanted_end`, `initial`, `impact`), the names of
/// jumps, and what follows from the whole (`certificate`, `checks`, `curves`) are those of the reader.
void archive(Archive& with, RunResult& result);

} // namespace results
} // namespace dalembert
