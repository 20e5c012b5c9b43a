# Installs every room: headers as <dalembert/ROOM/file.h>, static libraries, a CMake package with one component per room
# and the umbrella dalembert::dalembert, and a pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY DALEMBERT_ROOMS)
add_library(dalembert_all INTERFACE)
add_library(dalembert::dalembert ALIAS dalembert_all)
set_target_properties(dalembert_all PROPERTIES EXPORT_NAME dalembert)
set(pkgconfig_libraries "")
foreach(room IN LISTS rooms)
  target_link_libraries(dalembert_all INTERFACE dalembert_${room})
  install(TARGETS dalembert_${room} EXPORT dalembertTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/dalembert/${room}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/dalembert"
          FILES_MATCHING PATTERN "*.h")
  # Rooms are declared from the ground up; a linker wants the users before the used.
  string(PREPEND pkgconfig_libraries "-ldalembert_${room} ")
endforeach()
install(TARGETS dalembert_all EXPORT dalembertTargets)
install(FILES "${PROJECT_SOURCE_DIR}/src/dalembert/dalembert.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/dalembert" OPTIONAL)
if(TARGET dalembert_cli)
  install(TARGETS dalembert_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/dalembert")
install(EXPORT dalembertTargets NAMESPACE dalembert:: DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/dalembertConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/dalembertConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/dalembertConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/dalembertConfig.cmake" "${PROJECT_BINARY_DIR}/dalembertConfigVersion.cmake"
        DESTINATION "${package_dir}")

# Relative to the file itself, so that an installed tree may be moved.
string(REGEX REPLACE "[^/]+" ".." up "${CMAKE_INSTALL_LIBDIR}")
set(pkgconfig_prefix "\${pcfiledir}/../${up}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/dalembert.pc.in" "${PROJECT_BINARY_DIR}/dalembert.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/dalembert.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
