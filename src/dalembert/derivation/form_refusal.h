#pragma once

#include <dalembert/base/source.h>
#include <dalembert/mechanics/system.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace derivation {

/// The usual cause of a division by an exact zero in a derivation, for notes and help texts.
inline constexpr std::string_view zero_divisor_cause =
    "a rate or a coordinate that the constraints hold at 0, or that is 0 at rest, stands in a denominator";

/// Why a form does not apply to a model, and what to do about it.
struct FormRefusal {
  std::string reason;
  std::string note = {};
  std::string help = {};
  SourceSpan span = {}; ///< where it is seen; the whole model where absent
};

/// Says that `form` does not apply. @throws ModelError E0610, always
[[noreturn]] void refuse_form(const System& system, std::string_view form, FormRefusal refusal);

} // namespace derivation
} // namespace dalembert
