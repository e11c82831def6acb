#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_many.sh CC LIBDIR SETCHECK SOURCEDIR: SIGKILL at random instants (KILLS of them) loses no
# flag that the process had set; hundreds of processes that start together make one file.
. "${0%/*}/set_test.sh"
build program "$source/set_program.c" $object -pthread -ldl
build many "$source/set_many.c"

case=SIGKILL
mkdir kills
ok "loses nothing" ./many kill ./program "$work/kills" "${KILLS:-200}"
cat log

case="200 processes"
rm -rf d
mkdir d
keep=1
run 0 ./many start ./program 200
quiet
want=" 1 2 9"
for i in $(seq 100 299); do want="$want $i"; done
file program "started=200 copying=0 copied=0 how=1 "
file program " hit:$want "
[ "$(ls d/user-* | wc -l)" = 2 ] || fail "$(ls d/user-*)"
case="200 processes that copy"
build deny "$source/set_deny.c"
rm -r d/*
run 0 ./deny shared ./many start ./program 200
quiet
file program "started=200 copying=200 copied=200 how=3 "
file program " hit:$want "
finish
