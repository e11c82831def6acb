#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_ends.sh CC LIBDIR SETCHECK SOURCEDIR: what every kind of process leaves in the file, however it
# ends.  Once with the section in the file, once where it has to be copied because the section cannot
# be mapped, once because the file cannot.
. "${0%/*}/set_test.sh"
build program "$source/set_program.c" $object -pthread -ldl
build deny "$source/set_deny.c"
./deny move /bin/true || { echo "missing: seccomp"; exit 77; }

case=mapped
mapped="started=1 copying=0 copied=0 how=1 "
run 0 ./program
quiet
file program "$mapped"
file program " hit: 1 2 9"
ok "has an image" sh -c "ls d/user-*/program-*.image"
[ "$(ls d/user-* | wc -l)" = 2 ] || fail "more than two files: $(ls d/user-*)"
run 0 ./program threads
file program " hit: 1 2 9 20 21 22 23"
# Forked processes go on with the file; of a count they are no others.
run 0 ./program fork
file program "$mapped"
file program " hit: 1 2 9 30 31 32 33"
# The program, one that it spawns, and what its child executes.
run 0 ./program others
file program "started=3 "
file program " hit: 1 2 9 40"
echo none >none
chmod +x none
run 0 ./program noexec ./none
file program "$mapped"
run 3 ./program _exit
file program " hit: 1 2 path"
run 0 ./program quick
file program " hit: 1 2 path"
for signal in 2 6 9 11 15; do
	run $((128 + signal)) ./program signal $signal
	file program "$mapped"
	file program " hit: 1 2 path"
done
keep=1
run 0 ./program hit 70
run 0 ./program hit 90
file program "started=3 "
file program " hit: 1 2 9 70 90"
keep=
run 0 ./program errno

case="no file"
rm -rf d && mkdir d
ok "without a directory" ./program
nothing
ok "with an empty name" env ANYCOV_DIR= ./program
nothing

case="snapshot without a recording"
rm -rf d
ok "works" ./program snapshot d
file program "$mapped"
file program " hit: 1 2"
ok "leaves a marker" test -e d/.anycov-data

case="snapshot and reset while recording"
run 0 ./program snapshot s
"$check" s/program-*.flags | grep -q ' hit: 1 2 path' || fail "$("$check" s/program-*.flags)"
file program " hit: 9 50 path"

case="what remains mapped"
run 0 ./program maps
quiet
[ "$(grep -c "$work/d/" out)" = 1 ] || fail "$(grep "$work/d/" out)"
case="what remains mapped, sections read"
build first $object "$source/set_program.c" -pthread -ldl
run 0 ./first maps
[ "$(awk '$3 ~ /^0+$/ && $6 ~ /\/first$/' out | wc -l)" = 1 ] || fail "$(grep /first out)"

# A child of fork() copies at its exit(), and is not counted.
for what in move shared; do
	case="copied, without $what"
	copied="started=1 copying=1 copied=1 how=3 "
	run 0 ./deny $what ./program fork
	quiet
	file program "$copied"
	file program " hit: 1 2 9 30 32 33"
	run 0 ./deny $what ./program hit 4999
	file program "$copied"
	file program " hit: 1 2 9 4999"
	run 3 ./deny $what ./program _exit
	file program "started=1 copying=1 copied=0 how=3 "
	file program " hit: path"
	run 137 ./deny $what ./program signal 9
	file program "started=1 copying=1 copied=0 how=3 "
	keep=1
	run 0 ./program hit 80
	run 0 ./deny $what ./program hit 81
	file program "started=3 copying=2 copied=1 how=3 "
	file program " hit: 1 2 9 80 81"
	keep=
done
finish
