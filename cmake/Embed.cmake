# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# cmake -DOUT=FILE.c "-DIN=NAME=FILE;NAME=FILE" -P Embed.cmake: writes a C file in which each
# `const char NAME[]` contains a file and a 0.
set(text "/* Made of ${IN} by cmake/Embed.cmake. */\n")
foreach(item ${IN})
  string(REGEX MATCH "^([^=]*)=(.*)$" item "${item}")
  set(name ${CMAKE_MATCH_1})
  file(READ ${CMAKE_MATCH_2} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "extern const char ${name}[];\nconst char ${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE ${OUT} "${text}")
