#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_unmapped.sh CC LIBDIR SETCHECK SOURCEDIR: a program's own file, whose sections are read when it
# begins, is mapped no longer when main() runs.
. "${0%/*}/set_test.sh"
# The object comes first, so the flags do not end at a page, and the sections say what follows them.
build program $object "$source/set_program.c" -pthread -ldl

own() # where the program's file is mapped from its beginning
{
	awk '$3 ~ /^0+$/ && $6 ~ /\/program$/' out
}

case="recording"
run 0 ./program maps
quiet
file program "started=1 ended=1 cut=0 how=1 "
cases=$((cases + 1))
[ "$(own | wc -l)" = 1 ] || fail "$(own)"
finish
