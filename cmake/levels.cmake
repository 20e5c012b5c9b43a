# What a cold build spends its time on: the level of optimisation of each room, and the standard headers, parsed once.

# Rooms whose code runs once for each command are built for a short build; rooms that a long run spends some of its time in get
# -O1. The others, where a run or a proof spends its time, keep -O2. Only the release build has levels: other builds name theirs.
set(DALEMBERT_COLD "-Og" CACHE STRING "level of optimisation of rooms that run once for each command")
set(DALEMBERT_WARM "-O1" CACHE STRING "level of optimisation of rooms that a run spends some of its time in")
set(cold_rooms typesetting picture language mechanics elaborate claims sketch studies plot painter printing export findings
               report ensemble editor api analysis)
set(warm_rooms results simulation textbook families exact lowering derivation)

# A cache of compiled files cannot see into a precompiled header.
set(precompiled OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompiled ON)
endif()
option(DALEMBERT_PRECOMPILED "parse the standard headers once for each level of optimisation (GCC)" ${precompiled})

set(common_headers <algorithm> <array> <atomic> <bitset> <cmath> <compare> <complex> <cstddef> <cstdint> <cstring> <deque>
                   <functional> <initializer_list> <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <stdexcept>
                   <string> <string_view> <tuple> <type_traits> <unordered_map> <unordered_set> <utility> <variant> <vector>
                   <fmt/format.h>)

# Compiles sources of `target` at `level` (release builds only).
function(dalembert_level target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
endfunction()

# dalembert_headers(SUFFIX LEVEL [headers…]): the precompiled headers of all library targets of this level.
function(dalembert_headers suffix level)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/common_headers.cpp" CONTENT "")
  add_library(dalembert_headers_${suffix} OBJECT "${PROJECT_BINARY_DIR}/common_headers.cpp")
  target_link_libraries(dalembert_headers_${suffix} PRIVATE fmt::fmt dalembert_flags)
  target_compile_features(dalembert_headers_${suffix} PRIVATE cxx_std_20)
  dalembert_level(dalembert_headers_${suffix} ${level})
  target_precompile_headers(dalembert_headers_${suffix} PRIVATE ${common_headers})
endfunction()

if(DALEMBERT_PRECOMPILED)
  dalembert_headers(hot -O2)
  dalembert_headers(warm ${DALEMBERT_WARM})
  dalembert_headers(cold ${DALEMBERT_COLD})
endif()

# Gives the library of a room its level and the precompiled headers of that level.
function(dalembert_room_level name)
  if(name IN_LIST cold_rooms)
    set(suffix cold)
    dalembert_level(dalembert_${name} ${DALEMBERT_COLD})
  elseif(name IN_LIST warm_rooms)
    set(suffix warm)
    dalembert_level(dalembert_${name} ${DALEMBERT_WARM})
  else()
    set(suffix hot)
    dalembert_level(dalembert_${name} -O2)
  endif()
  if(DALEMBERT_PRECOMPILED)
    target_precompile_headers(dalembert_${name} REUSE_FROM dalembert_headers_${suffix})
  endif()
endfunction()

# The precompiled headers of the test programs: as an executable, since its position-independent code is of another kind.
function(dalembert_test_headers)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/test_headers.cpp" CONTENT "int main() {}\n")
  add_executable(dalembert_test_headers "${PROJECT_BINARY_DIR}/test_headers.cpp")
  target_link_libraries(dalembert_test_headers PRIVATE GTest::gmock GTest::gtest fmt::fmt dalembert_flags)
  target_compile_features(dalembert_test_headers PRIVATE cxx_std_20)
  dalembert_level(dalembert_test_headers -O1)
  target_precompile_headers(dalembert_test_headers PRIVATE ${common_headers} <gmock/gmock.h> <gtest/gtest.h>)
endfunction()
