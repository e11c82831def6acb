# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# What is installed beside the command, the plugins, the archives and the man pages, whose rules
# are where they are built: documentation, sources for ports and kernels, completions, what
# build systems read.  Nothing contains the prefix, so that the tree can be moved.

set(share ${CMAKE_INSTALL_DATADIR}/anycov)
list(JOIN anycov_source_patterns ";PATTERN;" sources_only)
set(sources_only FILES_MATCHING PATTERN ${sources_only})

list(TRANSFORM anycov_public_headers PREPEND include/anycov/ OUTPUT_VARIABLE headers)
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/anycov)
install(DIRECTORY runtime DESTINATION ${share} USE_SOURCE_PERMISSIONS ${sources_only})
install(DIRECTORY include DESTINATION ${share} ${sources_only})

foreach(page IN LISTS anycov_doc_files)
  get_filename_component(directory ${page} DIRECTORY)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${directory})
endforeach()
foreach(pages IN LISTS anycov_doc_directories)
  get_filename_component(directory ${pages} DIRECTORY)
  install(DIRECTORY ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${directory} USE_SOURCE_PERMISSIONS)
endforeach()

install(FILES cli/completions/anycov.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME anycov)
install(FILES cli/completions/_anycov DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES cli/completions/anycov.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# find_package(), pkg-config and a file for makefiles.
set(package ${CMAKE_BINARY_DIR}/package)
set(cmake_directory ${CMAKE_INSTALL_LIBDIR}/cmake/anycov)
file(RELATIVE_PATH ANYCOV_CMAKE_TO_PREFIX /${cmake_directory} /)
string(REGEX REPLACE "/$" "" ANYCOV_CMAKE_TO_PREFIX "${ANYCOV_CMAKE_TO_PREFIX}")
foreach(file anycovConfig.cmake anycovConfigVersion.cmake anycovTests.cmake)
  configure_file(cmake/package/${file}.in ${package}/${file} @ONLY)
  install(FILES ${package}/${file} DESTINATION ${cmake_directory})
endforeach()
file(RELATIVE_PATH ANYCOV_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" ANYCOV_PC_TO_PREFIX "${ANYCOV_PC_TO_PREFIX}")
configure_file(cmake/package/anycov.pc.in ${package}/anycov.pc @ONLY)
install(FILES ${package}/anycov.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES cmake/package/anycov.mk DESTINATION ${share})

# Compilers of one word; whose plugin could not be built has none.
install(CODE "set(link_compilers \"${CMAKE_SOURCE_DIR}/cmake/link-compilers\")
  set(bin ${CMAKE_INSTALL_BINDIR})
  set(lib ${CMAKE_INSTALL_LIBDIR}/anycov)")
install(CODE [[
  set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
  execute_process(COMMAND ${link_compilers} ${prefix}/${bin} ${prefix}/${lib}
    OUTPUT_VARIABLE names OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "anycov: links to the command cannot be made in ${prefix}/${bin}")
  endif()
  string(REPLACE "\n" ";" names "${names}")
  list(TRANSFORM names PREPEND "${CMAKE_INSTALL_PREFIX}/${bin}/")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES ${names})
]])

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
