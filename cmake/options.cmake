# Language level, warnings and sanitizers: one place, every target.
option(DALEMBERT_TESTS "build the tests" ON)
option(DALEMBERT_BENCH "build the benchmarks" OFF)
option(DALEMBERT_FUZZ "build the libFuzzer targets (clang only)" OFF)
option(DALEMBERT_SANITIZE "address and undefined-behaviour sanitizers" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O2 keeps ENSURE and costs nothing measurable against -O3 here; contraction is decided on the tape, not by the compiler.
# Position-independent code for shared libraries would not inline functions that another library may replace; ours may not be.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -fno-semantic-interposition")

# Most of the time of a first build goes into headers: the files of a room are compiled several at a time, but not for the
# debugger. CMAKE_CXX_COMPILER_LAUNCHER=ccache in the environment has a cache remember what was compiled, as .ci/run does.
set(gathered ON)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(gathered OFF)
endif()
option(DALEMBERT_GATHERED "compile the files of a room several at a time" ${gathered})
option(DALEMBERT_GATHERED_TESTS "compile the files of a test program several at a time" ${DALEMBERT_GATHERED})
set(DALEMBERT_BATCH 16 CACHE STRING "how many of them at a time; 0: all of the room")

add_library(dalembert_flags INTERFACE)
target_compile_options(dalembert_flags INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror
                                                 -ffp-contract=off)
if(CMAKE_CXX_COMPILER_LAUNCHER) # what was compiled in one checkout is good for another
  target_compile_options(dalembert_flags INTERFACE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of overlapping and of too long copies inside std::string where there are none (GCC bugs 105651, 105329).
  target_compile_options(dalembert_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Clang counts changes of sign to -Wconversion in C++, GCC does not; for -Wno-shadow see below.
  target_compile_options(dalembert_flags INTERFACE -Wno-sign-conversion -Wno-shadow -Wreserved-identifier)
endif()
if(DALEMBERT_SANITIZE)
  # A pointer that is null, points outside its object or to one that has ended is found by the address sanitizer where it is
  # read; checking each access for this, its alignment and its dynamic type as well would take half of the time of the build.
  target_compile_options(dalembert_flags INTERFACE -fsanitize=address,undefined -fno-sanitize=null,object-size,alignment,vptr
                                                   -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(dalembert_flags INTERFACE -fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The instrumentation hides initialisations from GCC's flow analysis, and where many sources are gathered, a local name is
    # likely to be one of another source; the release build keeps both warnings.
    target_compile_options(dalembert_flags INTERFACE -Wno-maybe-uninitialized -Wno-shadow)
  endif()
endif()
if(DALEMBERT_FUZZ)
  target_compile_options(dalembert_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
