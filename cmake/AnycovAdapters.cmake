# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# What the builds of both adapters share.  A plugin is built by a command of its own, with
# the C++ compiler that fits its headers, so the flags are variables instead of a target's.

if(CMAKE_BUILD_TYPE STREQUAL Debug)
  set(optimize -Og -g)
else()
  set(optimize -O2)
endif()
set(ANYCOV_PLUGIN_FLAGS ${anycov_plugin_flags} ${optimize} -I${CMAKE_SOURCE_DIR} -I${CMAKE_SOURCE_DIR}/include)
if(ANYCOV_WERROR)
  list(APPEND ANYCOV_PLUGIN_FLAGS -Werror)
endif()
# A few errors show that a compiler does not fit; wrong headers can cause minutes of them.
# (20 is clang's default.)
set(ANYCOV_PLUGIN_LIMIT "")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(ANYCOV_PLUGIN_LIMIT -fmax-errors=20)
endif()
set(ANYCOV_PLUGIN_DEFINES "-DANYCOV_VERSION=\"${PROJECT_VERSION}\"")

# A target NAME that compiles each source of an adapter by itself, for the newest compiler
# found.  Nothing needs its objects: it gives compile_commands.json an entry for each file,
# and `ninja NAME` shows that each file includes what it uses.
function(anycov_tool_view name std include)
  if("${include}" STREQUAL "")
    return() # no compiler of this kind
  endif()
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_compile_options(${name} PRIVATE ${std} ${ANYCOV_PLUGIN_FLAGS} ${ANYCOV_PLUGIN_DEFINES}
    "SHELL:-isystem ${include}")
endfunction()

# Sets unit: a file of NAME that has all sources of an adapter as one translation unit; and sources
# and headers.  The compilers' headers cost nearly all of the time: as one unit a GCC plugin takes 4 s
# and an LLVM pass 14 s; file by file, even with a precompiled header, 10 s and 75 s.  The tools
# get each file by itself, see anycov_tool_view().
macro(anycov_one_unit name)
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${name})
  get_filename_component(suffix ${unit} LAST_EXT)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*${suffix})
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE includes)
  list(JOIN includes "" includes)
  file(GENERATE OUTPUT ${unit} CONTENT "${includes}")
endmacro()
