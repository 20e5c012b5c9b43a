#include <dalembert/algebra/flint_library.h>
#include <dalembert/base/missing_library.h>

#include <cstddef>
#include <dlfcn.h>
#include <string>

namespace dalembert {
inline namespace algebra {

namespace {

/// The name that the headers of this build belong to, such as libflint.so.17; set by CMake.
constexpr const char* name_of_flint = DALEMBERT_FLINT_SONAME;

struct FlintMemory {
  void* (*take)(std::size_t) = nullptr;
  void* (*take_zeroed)(std::size_t, std::size_t) = nullptr;
  void* (*take_again)(void*, std::size_t) = nullptr;
  void (*give_back)(void*) = nullptr;
};

FlintMemory& flint_memory() {
  static FlintMemory memory;
  return memory;
}

template <typename Function>
void find_in(void* library, const char* name, Function& function) {
  void* const address = dlsym(library, name);
  if (address == nullptr)
    throw MissingLibrary(std::string(name_of_flint) + ", which factors polynomials, has no function " + name);
  function = reinterpret_cast<Function>(address); // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

Flint load_flint() {
  void* const library = dlopen(name_of_flint, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    throw MissingLibrary(std::string(name_of_flint) +
                         ", which factors polynomials for the printed equations, cannot be loaded: " + dlerror() +
                         "\nFLINT has to be installed (Debian: apt-get install libflint-dev)");
  Flint f;
  find_in(library, "flint_free", f.free);
  find_in(library, "__flint_set_memory_functions", f.set_memory_functions);
  find_in(library, "fmpz_init", f.init);
  find_in(library, "fmpz_clear", f.clear);
  find_in(library, "fmpz_set_si", f.set_si);
  find_in(library, "fmpz_get_si", f.get_si);
  find_in(library, "fmpz_fits_si", f.fits_si);
  find_in(library, "fmpz_set_str", f.set_str);
  find_in(library, "fmpz_get_str", f.get_str);
  find_in(library, "fmpz_mpoly_ctx_init", f.mpoly_ctx_init);
  find_in(library, "fmpz_mpoly_ctx_clear", f.mpoly_ctx_clear);
  find_in(library, "fmpz_mpoly_init", f.mpoly_init);
  find_in(library, "fmpz_mpoly_clear", f.mpoly_clear);
  find_in(library, "fmpz_mpoly_push_term_fmpz_ui", f.mpoly_push_term_fmpz_ui);
  find_in(library, "fmpz_mpoly_sort_terms", f.mpoly_sort_terms);
  find_in(library, "fmpz_mpoly_length", f.mpoly_length);
  find_in(library, "fmpz_mpoly_get_term_coeff_fmpz", f.mpoly_get_term_coeff_fmpz);
  find_in(library, "fmpz_mpoly_get_term_exp_ui", f.mpoly_get_term_exp_ui);
  find_in(library, "fmpz_mpoly_content_vars", f.mpoly_content_vars);
  find_in(library, "fmpz_mpoly_divides", f.mpoly_divides);
  find_in(library, "fmpz_mpoly_is_fmpz", f.mpoly_is_fmpz);
  find_in(library, "fmpz_mpoly_factor_init", f.mpoly_factor_init);
  find_in(library, "fmpz_mpoly_factor_clear", f.mpoly_factor_clear);
  find_in(library, "fmpz_mpoly_factor", f.mpoly_factor);
  find_in(library, "fmpz_mpoly_factor_get_constant_fmpz", f.mpoly_factor_get_constant_fmpz);
  find_in(library, "fmpz_mpoly_factor_length", f.mpoly_factor_length);
  find_in(library, "fmpz_mpoly_factor_get_base", f.mpoly_factor_get_base);
  find_in(library, "fmpz_mpoly_factor_get_exp_si", f.mpoly_factor_get_exp_si);
  const FlintMemory& memory = flint_memory();
  if (memory.take != nullptr)
    f.set_memory_functions(memory.take, memory.take_zeroed, memory.take_again, memory.give_back);
  return f;
}

} // namespace

const Flint& flint() {
  static const Flint loaded = load_flint();
  return loaded;
}

void take_flint_memory_by(void* (*take)(std::size_t), void* (*take_zeroed)(std::size_t, std::size_t),
                          void* (*take_again)(void*, std::size_t), void (*give_back)(void*)) {
  flint_memory() = {take, take_zeroed, take_again, give_back};
}

} // namespace algebra
} // namespace dalembert
