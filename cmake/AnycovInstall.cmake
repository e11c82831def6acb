# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# What is installed beside the command, the plugins, the archives and the man pages, whose rules
# are where they are built: documentation, sources for ports and kernels, completions, what
# build systems read.  Nothing contains the prefix, so that the tree can be moved.

set(share ${CMAKE_INSTALL_DATADIR}/anycov)
set(sources_only FILES_MATCHING PATTERN "*.[chS]" PATTERN "*.def" PATTERN "*.ld" PATTERN "*.sh" PATTERN "Makefile"
  PATTERN "install")

# Headers that programs include; those of the compiler's side are for sources alone.
install(FILES include/anycov/anycov.h include/anycov/buffer.h include/anycov/dump.h include/anycov/flags_file.h
  include/anycov/kcov.h include/anycov/sections.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/anycov)

# The sources of the runtime with its ports, in the directories that they have here: to port it,
# to build it for a compiler that was not found, to put it into a kernel.
install(DIRECTORY runtime DESTINATION ${share} USE_SOURCE_PERMISSIONS ${sources_only})
install(DIRECTORY include DESTINATION ${share} ${sources_only})

# Pages with the links that they have here.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples LICENSES DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS)
install(FILES bench/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
install(DIRECTORY bench/results DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)

install(FILES cli/completions/anycov.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME anycov)
install(FILES cli/completions/_anycov DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES cli/completions/anycov.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# find_package(), pkg-config and a file for makefiles.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_BINARY_DIR}/package)
set(cmake_directory ${CMAKE_INSTALL_LIBDIR}/cmake/anycov)
configure_package_config_file(cmake/package/anycovConfig.cmake.in ${package}/anycovConfig.cmake
  INSTALL_DESTINATION ${cmake_directory} PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${package}/anycovConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${package}/anycovConfig.cmake ${package}/anycovConfigVersion.cmake DESTINATION ${cmake_directory})
file(RELATIVE_PATH ANYCOV_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" ANYCOV_PC_TO_PREFIX "${ANYCOV_PC_TO_PREFIX}")
configure_file(cmake/package/anycov.pc.in ${package}/anycov.pc @ONLY)
install(FILES ${package}/anycov.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES cmake/package/anycov.mk DESTINATION ${share})

# The list of all files, of this and of earlier installations, for cmake/uninstall.
install(CODE [[
  set(list "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/anycov/installed")
  set(files share/anycov/installed)
  if(EXISTS "${list}")
    file(STRINGS "${list}" files)
  endif()
  foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
    file(RELATIVE_PATH name "${CMAKE_INSTALL_PREFIX}" "${file}")
    list(APPEND files "${name}")
  endforeach()
  list(REMOVE_DUPLICATES files)
  list(SORT files)
  list(JOIN files "\n" text)
  file(WRITE "${list}" "${text}\n")
]])
