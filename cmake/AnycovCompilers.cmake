# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Finds every GCC (native and cross) and every LLVM that has plugin headers.
#
#   ANYCOV_GCCS    ids of the GCCs a plugin can be built for, and for each ID
#                  ANYCOV_<ID>_CC, _NAMES, _MACHINE, _VERSION, _MAJOR, _PLUGIN_DIR, _DIR
#   ANYCOV_LLVMS   majors of the LLVMs, and for each N
#                  ANYCOV_LLVM<N>_CONFIG, _CLANG (may be empty), _VERSION
#
# and for each of both _STEP, the first words of the commands that build its plugin.
#
# Each plugin's directory gets a file "compiler" with the name and the version of the
# plugin's compiler.  The anycov command reads it, so that no compiler loads a plugin
# built for another.
#
# A compiler that does not fit, or whose plugin cannot be built, is left out with a line that
# says why; one that is named in ANYCOV_PLUGINS or ANYCOV_REQUIRED is an error.

set(ANYCOV_TABLE "" CACHE INTERNAL "")
set(ANYCOV_PLUGINS "" CACHE STRING
  "build plugins for these compilers only, such as gcc-12 arm-none-eabi-gcc clang-19, default: those of make demo; empty: for all found")
set(ANYCOV_REQUIRED "" CACHE STRING
  "compilers whose plugin must be built, such as gcc-12 clang-19, or: all; those in ANYCOV_PLUGINS always")
string(REGEX REPLACE "[ ,]+" ";" ANYCOV_WANTED "${ANYCOV_PLUGINS}")
# The compilers of make demo and make check, which depend on the distribution.
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/install-deps --compilers demo OUTPUT_VARIABLE ANYCOV_DEFAULT
  RESULT_VARIABLE rc OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT rc EQUAL 0)
  message(FATAL_ERROR "anycov: scripts/install-deps --compilers demo fails")
endif()
string(REGEX REPLACE "[ \n]+" ";" ANYCOV_DEFAULT "${ANYCOV_DEFAULT}")
if("default" IN_LIST ANYCOV_WANTED)
  list(REMOVE_ITEM ANYCOV_WANTED default)
  list(APPEND ANYCOV_WANTED ${ANYCOV_DEFAULT})
endif()
string(REGEX REPLACE "[ ,]+" ";" ANYCOV_NEEDED "${ANYCOV_REQUIRED}")
if("all" IN_LIST ANYCOV_NEEDED)
  set(ANYCOV_ALL_NEEDED TRUE)
  list(REMOVE_ITEM ANYCOV_NEEDED all)
endif()
list(APPEND ANYCOV_NEEDED ${ANYCOV_WANTED})

# Sets OUT to TRUE if one of these names of a compiler is in ANYCOV_PLUGINS, or if that is empty.
function(anycov_is_wanted out)
  set(${out} FALSE PARENT_SCOPE)
  foreach(name IN LISTS ARGN)
    if(ANYCOV_WANTED STREQUAL "" OR name IN_LIST ANYCOV_WANTED)
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# Leaves out a compiler WHAT with these names, or fails if it has to be there.
function(anycov_leave_out what why)
  foreach(name IN LISTS ARGN)
    if(name IN_LIST ANYCOV_NEEDED)
      message(FATAL_ERROR "anycov: ${name}, which ANYCOV_PLUGINS or ANYCOV_REQUIRED names: ${why}")
    endif()
  endforeach()
  anycov_note("${what}" "skipped" "${why}")
endfunction()

# Sets OUT to the command that runs the steps of building a plugin in DIRECTORY for the compiler with these names.
function(anycov_step out directory)
  set(mode optional)
  set(ANYCOV_SEEN "${ANYCOV_SEEN};${ARGN}" CACHE INTERNAL "")
  foreach(name IN LISTS ARGN)
    if(ANYCOV_ALL_NEEDED OR name IN_LIST ANYCOV_NEEDED)
      set(mode required)
    endif()
  endforeach()
  set(${out} "${CMAKE_SOURCE_DIR}/cmake/plugin-step;${mode};${directory}" CACHE INTERNAL "")
endfunction()

function(anycov_note what state why)
  set(ANYCOV_TABLE "${ANYCOV_TABLE}${what}|${state}|${why}~" CACHE INTERNAL "")
endfunction()

function(anycov_print_compilers)
  message(STATUS "anycov: compilers found")
  string(REGEX REPLACE "~$" "" table "${ANYCOV_TABLE}")
  string(REPLACE "~" ";" rows "${table}")
  foreach(row IN LISTS rows)
    string(REPLACE "|" ";" cells "${row}")
    list(GET cells 0 what)
    list(GET cells 1 state)
    list(GET cells 2 why)
    string(LENGTH "${what}" n)
    while(n LESS 36)
      string(APPEND what " ")
      math(EXPR n "${n} + 1")
    endwhile()
    message(STATUS "  ${what} ${state}: ${why}")
  endforeach()
endfunction()

# One line of a command's output, stripped; empty if it failed.
function(anycov_ask out)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_QUIET
    RESULT_VARIABLE rc OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT rc EQUAL 0)
    set(text "")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(anycov_try_gcc cc)
  get_filename_component(name ${cc} NAME)
  anycov_is_wanted(wanted ${name})
  if(NOT wanted)
    return()
  endif()
  anycov_ask(machine ${cc} -dumpmachine)
  anycov_ask(version ${cc} -dumpfullversion)
  if(version STREQUAL "")
    anycov_ask(version ${cc} -dumpversion) # GCC < 7
  endif()
  anycov_ask(clang ${cc} --version)
  if(machine STREQUAL "" OR version STREQUAL "" OR clang MATCHES "clang")
    return()
  endif()
  set(id "${machine}-${version}")
  set(out ${ANYCOV_LIB}/gcc-${id})
  if(id IN_LIST ANYCOV_GCCS) # another name of it
    set(ANYCOV_${id}_NAMES "${ANYCOV_${id}_NAMES};${name}" CACHE INTERNAL "")
    anycov_step(ANYCOV_${id}_STEP ${out} ${ANYCOV_${id}_NAMES})
    return()
  endif()
  anycov_ask(dir ${cc} -print-file-name=plugin)
  if(NOT EXISTS "${dir}/include/gcc-plugin.h")
    anycov_leave_out("${cc} ${version} ${machine}"
      "no plugin headers (on Debian: the package gcc-N-plugin-dev[-TARGET])" ${name})
    return()
  endif()
  string(REGEX MATCH "^[0-9]+" major "${version}")
  file(MAKE_DIRECTORY ${out})
  anycov_step(ANYCOV_${id}_STEP ${out} ${name})
  execute_process(COMMAND ${CMAKE_SOURCE_DIR}/cmake/describe-gcc ${cc} OUTPUT_VARIABLE about)
  file(GENERATE OUTPUT ${out}/compiler CONTENT "${about}")
  foreach(pair CC=${cc} NAMES=${name} MACHINE=${machine} VERSION=${version} MAJOR=${major}
          PLUGIN_DIR=${dir} DIR=${out})
    string(REGEX MATCH "^([A-Z_]+)=(.*)$" _ "${pair}")
    set(ANYCOV_${id}_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}" CACHE INTERNAL "")
  endforeach()
  set(ANYCOV_GCCS "${ANYCOV_GCCS};${id}" CACHE INTERNAL "")
  anycov_note("gcc ${version} ${machine}" "plugin" "${cc}")
endfunction()

function(anycov_try_llvm config)
  anycov_ask(version ${config} --version)
  string(REGEX MATCH "^[0-9]+" major "${version}")
  anycov_is_wanted(wanted llvm-${major} clang-${major})
  if(major STREQUAL "" OR major IN_LIST ANYCOV_LLVMS OR NOT wanted)
    return()
  endif()
  anycov_ask(include ${config} --includedir)
  set(names llvm-${major} clang-${major})
  if(NOT EXISTS "${include}/llvm/IR/Module.h")
    anycov_leave_out("llvm ${version}" "no headers (on Debian: the package llvm-${major}-dev)" ${names})
    return()
  endif()
  file(STRINGS ${CMAKE_SOURCE_DIR}/llvm-pass/llvm_compat.h range REGEX "LLVM_VERSION_MAJOR < [0-9]+ .. LLVM_VERSION_MAJOR > ")
  string(REGEX MATCH "< ([0-9]+) .*> ([0-9]+)" _ "${range}")
  if(major LESS CMAKE_MATCH_1 OR major GREATER CMAKE_MATCH_2)
    anycov_leave_out("llvm ${version}" "LLVM ${CMAKE_MATCH_1} to ${CMAKE_MATCH_2} are supported" ${names})
    return()
  endif()
  anycov_ask(bindir ${config} --bindir)
  set(clang "")
  if(EXISTS ${bindir}/clang)
    set(clang ${bindir}/clang)
  endif()
  set(out ${ANYCOV_LIB}/llvm-${major})
  file(MAKE_DIRECTORY ${out})
  anycov_step(ANYCOV_LLVM${major}_STEP ${out} ${names})
  file(GENERATE OUTPUT ${out}/compiler CONTENT
"kind=llvm
cc=${clang}
version=${version}
plugin=anycov-llvm.so
")
  set(ANYCOV_LLVM${major}_CONFIG ${config} CACHE INTERNAL "")
  set(ANYCOV_LLVM${major}_CLANG "${clang}" CACHE INTERNAL "")
  set(ANYCOV_LLVM${major}_BINDIR "${bindir}" CACHE INTERNAL "")
  set(ANYCOV_LLVM${major}_VERSION ${version} CACHE INTERNAL "")
  set(ANYCOV_LLVM${major}_DIR ${out} CACHE INTERNAL "")
  set(ANYCOV_LLVMS "${ANYCOV_LLVMS};${major}" CACHE INTERNAL "")
  if(clang STREQUAL "")
    anycov_note("llvm ${version}" "plugin" "no clang beside it, opt only")
  else()
    anycov_note("llvm ${version}" "plugin" "${clang}")
  endif()
endfunction()

function(anycov_find_compilers)
  set(ANYCOV_GCCS "" CACHE INTERNAL "")
  set(ANYCOV_LLVMS "" CACHE INTERNAL "")
  set(ANYCOV_TABLE "" CACHE INTERNAL "")
  set(ANYCOV_SEEN "" CACHE INTERNAL "names of compilers that get a plugin")
  string(REPLACE ":" ";" path "$ENV{PATH}")
  set(names "")
  foreach(cc IN LISTS ANYCOV_EXTRA_CC)
    if(NOT EXISTS "${cc}")
      message(FATAL_ERROR "anycov: ${cc}, which ANYCOV_EXTRA_CC names, does not exist")
    endif()
    anycov_try_gcc(${cc})
  endforeach()
  foreach(dir IN LISTS path)
    if(dir MATCHES "ccache")
      continue()
    endif()
    # Wrappers (c99-gcc, AFL++'s afl-gcc) are not separate compilers.
    # Versioned names first, so that the table shows gcc-12 rather than gcc.
    file(GLOB found LIST_DIRECTORIES false ${dir}/gcc-[0-9]* ${dir}/*-gcc-[0-9]* ${dir}/gcc ${dir}/*-gcc)
    foreach(cc IN LISTS found)
      get_filename_component(name ${cc} NAME)
      if(name MATCHES "^([a-z0-9_]+-)*gcc(-[0-9.]+)?$" AND NOT name MATCHES "^(c[89]9|afl)-" AND NOT name IN_LIST names)
        list(APPEND names ${name})
        # A prefix that is not the target is a wrapper's (afl-gcc, hfuzz-gcc).
        if(name MATCHES "^(.+)-gcc")
          set(prefix "${CMAKE_MATCH_1}")
          anycov_ask(machine ${cc} -dumpmachine)
          if(NOT machine STREQUAL prefix)
            continue()
          endif()
        endif()
        anycov_try_gcc(${cc})
      endif()
    endforeach()
  endforeach()
  foreach(dir IN LISTS path)
    file(GLOB found LIST_DIRECTORIES false ${dir}/llvm-config-[0-9]* ${dir}/llvm-config)
    list(SORT found COMPARE NATURAL)
    foreach(config IN LISTS found)
      anycov_try_llvm(${config})
    endforeach()
  endforeach()
  foreach(name IN LISTS ANYCOV_NEEDED)
    if(NOT name IN_LIST ANYCOV_SEEN)
      message(FATAL_ERROR "anycov: ${name}, which ANYCOV_PLUGINS or ANYCOV_REQUIRED names: no such compiler "
        "with plugin headers in PATH (on Debian: gcc-N-plugin-dev[-TARGET] or llvm-N-dev has them)")
    endif()
  endforeach()
  list(REMOVE_ITEM ANYCOV_GCCS "")
  list(REMOVE_ITEM ANYCOV_LLVMS "")
  set(ANYCOV_GCCS "${ANYCOV_GCCS}" CACHE INTERNAL "")
  set(ANYCOV_LLVMS "${ANYCOV_LLVMS}" CACHE INTERNAL "")
endfunction()
