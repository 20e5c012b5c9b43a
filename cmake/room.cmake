# dalembert_room(NAME [PUBLIC targets…] [PRIVATE targets…])
# One room is one static library made of the sources in src/dalembert/NAME and its corridors. Headers stand
# beside the sources and are included as <dalembert/NAME/file.h> or <dalembert/NAME/CORRIDOR/file.h>; PUBLIC is what the
# room's headers need, PRIVATE what only its sources need.
set(DALEMBERT_INCLUDE_ROOT "${PROJECT_SOURCE_DIR}/src")

function(dalembert_room name)
  cmake_parse_arguments(ROOM "" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/dalembert/${name}/*.cpp")
  if(NOT sources) # headers only
    add_library(dalembert_${name} INTERFACE)
    add_library(dalembert::${name} ALIAS dalembert_${name})
    target_include_directories(dalembert_${name} INTERFACE "$<BUILD_INTERFACE:${DALEMBERT_INCLUDE_ROOT}>")
    target_link_libraries(dalembert_${name} INTERFACE ${ROOM_PUBLIC})
    return()
  endif()
  add_library(dalembert_${name} STATIC ${sources})
  add_library(dalembert::${name} ALIAS dalembert_${name})
  set_target_properties(dalembert_${name} PROPERTIES EXPORT_NAME ${name} UNITY_BUILD ${DALEMBERT_GATHERED}
                                                     UNITY_BUILD_BATCH_SIZE ${DALEMBERT_BATCH})
  dalembert_room_level(${name})
  target_include_directories(dalembert_${name} PUBLIC "$<BUILD_INTERFACE:${DALEMBERT_INCLUDE_ROOT}>"
                                                      "$<INSTALL_INTERFACE:include>")
  target_compile_features(dalembert_${name} PUBLIC cxx_std_20)
  target_link_libraries(dalembert_${name} PUBLIC ${ROOM_PUBLIC} PRIVATE ${ROOM_PRIVATE} "$<BUILD_INTERFACE:dalembert_flags>")
  set_property(GLOBAL APPEND PROPERTY DALEMBERT_ROOMS ${name})
endfunction()

# dalembert_test(NAME LIBRARIES targets… SOURCES files… [LABEL label])
# One GoogleTest program; every TEST in it is a ctest test of its own. With sanitizers, whose programs take long to start,
# the program is one test.
function(dalembert_test name)
  cmake_parse_arguments(TEST "" "LABEL" "LIBRARIES;SOURCES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES} GTest::gmock GTest::gtest_main dalembert_flags)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  # The compiler spends more time on the headers of a test than on the test.
  if(TEST_LABEL STREQUAL "unit")
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${DALEMBERT_GATHERED_TESTS} UNITY_BUILD_BATCH_SIZE ${DALEMBERT_BATCH})
  endif()
  target_compile_definitions(${name} PRIVATE DALEMBERT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # The text of a test runs once: optimising it takes longer than it saves.
  dalembert_level(${name} -O1)
  if(DALEMBERT_PRECOMPILED)
    target_precompile_headers(${name} REUSE_FROM dalembert_test_headers)
  endif()
  if(DALEMBERT_SANITIZE)
    add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES LABELS "${TEST_LABEL}")
  else()
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES LABELS "${TEST_LABEL}")
  endif()
endfunction()
