# Installs the build into an empty folder and builds a small program against it, found by CMake and by pkg-config.
# Called with BUILD, CONSUMER, WORK, CXX, FLAGS and EXPECTED.
function(run name)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${name} failed:\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(expect_output program)
  run("${program}" "${program}")
  if(NOT said STREQUAL "${EXPECTED}\n")
    message(FATAL_ERROR "${program} printed '${said}' and not '${EXPECTED}'")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/found" "${WORK}/pkgconfig")
run(install "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")

file(COPY "${CONSUMER}/CMakeLists.txt" "${CONSUMER}/main.cpp" DESTINATION "${WORK}/found")
run(configure "${CMAKE_COMMAND}" -G Ninja -S "${WORK}/found" -B "${WORK}/found/build" "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
    "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(build "${CMAKE_COMMAND}" --build "${WORK}/found/build")
expect_output("${WORK}/found/build/consumer")

file(GLOB_RECURSE pc "${WORK}/prefix/dalembert.pc")
cmake_path(GET pc PARENT_PATH pc_dir)
set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
run(pkg-config pkg-config --cflags --libs dalembert)
separate_arguments(arguments UNIX_COMMAND "${said}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
run(compile "${CXX}" -std=c++20 ${flags} "${CONSUMER}/main.cpp" -o "${WORK}/pkgconfig/consumer" ${arguments})
expect_output("${WORK}/pkgconfig/consumer")
