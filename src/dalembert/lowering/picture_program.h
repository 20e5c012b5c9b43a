#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/picture.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/picture/scene.h>
#include <dalembert/program/tape.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The scene of a picture, and the program of its columns: full → one value for each column.
struct PictureProgram {
  Tape tape = Tape({});
  Scene scene; ///< without bounds and scales, which the rows decide
};

/// Lowers `picture`: numbers that the parameters alone decide are in the scene, all others are columns, each once.
/// Reactions and derived names become their expressions. `parameters`: SI, declaration order.
/// @throws ModelError (E0802) if a declared `function` without definition is needed, naming it
[[nodiscard]] PictureProgram lower_picture(const Study& study, const Equations& equations, const Picture& picture,
                                           std::span<const double> parameters);

} // namespace lowering
} // namespace dalembert
