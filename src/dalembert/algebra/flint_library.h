#pragma once

#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>

namespace dalembert {
inline namespace algebra {

/// The functions of FLINT that factors of polynomials need, by its names without `fmpz_`.
///
/// FLINT and the libraries behind it resolve 7500 names when they are loaded, which takes as long as all else before
/// main(); most models are printed without it. Hence it is loaded when first asked for, the program neither links it
/// nor starts with it. Source: FLINT 2.9, documentation of fmpz.h, fmpz_mpoly.h and fmpz_mpoly_factor.h.
struct Flint {
  decltype(&::flint_free) free = nullptr;
  decltype(&::__flint_set_memory_functions) set_memory_functions = nullptr;

  decltype(&::fmpz_init) init = nullptr;
  decltype(&::fmpz_clear) clear = nullptr;
  decltype(&::fmpz_set_si) set_si = nullptr;
  decltype(&::fmpz_get_si) get_si = nullptr;
  decltype(&::fmpz_fits_si) fits_si = nullptr;
  decltype(&::fmpz_set_str) set_str = nullptr;
  decltype(&::fmpz_get_str) get_str = nullptr;

  decltype(&::fmpz_mpoly_ctx_init) mpoly_ctx_init = nullptr;
  decltype(&::fmpz_mpoly_ctx_clear) mpoly_ctx_clear = nullptr;
  decltype(&::fmpz_mpoly_init) mpoly_init = nullptr;
  decltype(&::fmpz_mpoly_clear) mpoly_clear = nullptr;
  decltype(&::fmpz_mpoly_push_term_fmpz_ui) mpoly_push_term_fmpz_ui = nullptr;
  decltype(&::fmpz_mpoly_sort_terms) mpoly_sort_terms = nullptr;
  decltype(&::fmpz_mpoly_length) mpoly_length = nullptr;
  decltype(&::fmpz_mpoly_get_term_coeff_fmpz) mpoly_get_term_coeff_fmpz = nullptr;
  decltype(&::fmpz_mpoly_get_term_exp_ui) mpoly_get_term_exp_ui = nullptr;
  decltype(&::fmpz_mpoly_content_vars) mpoly_content_vars = nullptr;
  decltype(&::fmpz_mpoly_divides) mpoly_divides = nullptr;
  decltype(&::fmpz_mpoly_is_fmpz) mpoly_is_fmpz = nullptr;

  decltype(&::fmpz_mpoly_factor_init) mpoly_factor_init = nullptr;
  decltype(&::fmpz_mpoly_factor_clear) mpoly_factor_clear = nullptr;
  decltype(&::fmpz_mpoly_factor) mpoly_factor = nullptr;
  decltype(&::fmpz_mpoly_factor_get_constant_fmpz) mpoly_factor_get_constant_fmpz = nullptr;
  decltype(&::fmpz_mpoly_factor_length) mpoly_factor_length = nullptr;
  decltype(&::fmpz_mpoly_factor_get_base) mpoly_factor_get_base = nullptr;
  decltype(&::fmpz_mpoly_factor_get_exp_si) mpoly_factor_get_exp_si = nullptr;
};

/// Returns the library, loading it the first time. @throws MissingLibrary where the machine does not have it
[[nodiscard]] const Flint& flint();

/// Lets FLINT take memory by these functions, from its loading on. Precondition: it is not loaded yet
void take_flint_memory_by(void* (*take)(std::size_t), void* (*take_zeroed)(std::size_t, std::size_t),
                          void* (*take_again)(void*, std::size_t), void (*give_back)(void*));

} // namespace algebra
} // namespace dalembert
