#pragma once

#include <dalembert/mechanics/study.h>

namespace dalembert {
inline namespace sketching {

/// Returns the picture that is shown: what the model draws, completed by the automatic picture.
///
/// Nothing drawn: the automatic picture. Things drawn: they replace its masses, rods, springs and wires; its arrows and
/// gauges stay, but for those of forces that are drawn, and lanes stand for coordinates that nothing shows. Arrows
/// alone replace nothing else. `automatic = "with"` keeps everything, `"none"` nothing. Settings are those of the
/// model, and the automatic ones where it says nothing.
[[nodiscard]] Picture completed(const Study& study, const Picture& automatic);

} // namespace sketching
} // namespace dalembert
