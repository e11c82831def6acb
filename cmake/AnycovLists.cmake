# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Lists that makefiles and scripts read as well: lines "NAME := WORD..." and "NAME += WORD...".
# Sets anycov_NAME for each NAME in FILE.
macro(anycov_lists file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} anycov_lines REGEX "^[a-z_]+ [:+]= ")
  foreach(line IN LISTS anycov_lines)
    string(REGEX MATCH "^([a-z_]+) ([:+])= (.*)$" _ "${line}")
    string(REPLACE " " ";" words "${CMAKE_MATCH_3}")
    if(CMAKE_MATCH_2 STREQUAL ":")
      set(anycov_${CMAKE_MATCH_1} "")
    endif()
    list(APPEND anycov_${CMAKE_MATCH_1} ${words})
  endforeach()
endmacro()
