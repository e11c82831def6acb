#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_ends.sh CC LIBDIR SETCHECK SOURCEDIR: what every kind of process leaves in the file,
# however it ends, and how many processes the file counts.  Once with the section in the file,
# once where it has to be copied beside, once where the file cannot be mapped at all.
. "${0%/*}/set_test.sh"
# It refers to vfork(), which only "fork" calls; pointers tell if the first call sets them.
build program "$source/set_program.c" $object -pthread -ldl -Wl,-z,lazy
build deny "$source/set_deny.c"
./deny move /bin/true || { echo "missing: seccomp"; exit 77; }

case=mapped
run 0 ./program
quiet
file program "started=1 ended=1 cut=0 how=1 flags="
file program " hit: 1 2 9"
ok "has an image" sh -c "ls d/program-*.image"
[ "$(ls d | wc -l)" = 2 ] || fail "more than two files: $(ls d)"
run 0 ./program threads
file program " hit: 1 2 9 20 21 22 23"
# vfork()'s child is no process of its own, and its calls are known; the one that SIGKILL ends is not seen to
# end.
run 0 ./program fork
file program "started=3 ended=2 cut=0 how=9"
file program " hit: 1 2 9 30 31 32 33"
# The program, one that it spawns, a child, and what that executes.
run 0 ./program others
file program "started=4 ended=4 cut=0 how=9"
file program " hit: 1 2 9 40"
# One whose exec fails goes on as if it had not tried.
echo none >none
chmod +x none
run 0 ./program noexec ./none
file program "started=1 ended=1 cut=0 how=9 "
file program " hit: 1 2 9 "
run 3 ./program _exit
file program "started=1 ended=1 cut=0 how=9"
file program " hit: 1 2"
run 0 ./program quick
file program " hit: 1 2"
for signal in 2 6 11 15; do
	run $((128 + signal)) ./program signal $signal
	file program "started=1 ended=1 cut=0 how=9"
	file program " hit: 1 2"
done
run 137 ./program signal 9
file program "started=1 ended=0 cut=0 how=1"
file program " hit: 1 2"
keep=1
run 0 ./program hit 70
run 0 ./program hit 90
file program "started=3 ended=2 cut=0 how=1"
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
file program "started=1 ended=0 cut=0 how=1"
file program " hit: 1 2"
ok "leaves a marker" test -e d/.anycov-data

case="joined threads that the kernel still has"
$cc -O1 -w "$source/set_tracer.c" -o tracer
if ./tracer /bin/true; then
	run 0 ./tracer ./program threads
	file program "started=1 ended=1 cut=0 how=1 "
else
	echo "missing: ptrace"
fi

case=copied
run 0 ./deny move ./program fork
quiet
file program "started=3 ended=2 cut=0 how=10"
file program " hit: 1 2 9 30 32 33"
run 3 ./deny move ./program _exit
file program "started=1 ended=1 cut=0 how=10"
file program " hit: 1 2"
for signal in 2 6 11 15; do
	run $((128 + signal)) ./deny move ./program signal $signal
	file program "started=1 ended=1 cut=0 how=10"
	file program " hit: 1 2"
done
run 139 ./deny move ./program segv
file program "started=1 ended=1 cut=0 how=10"
file program " hit: 1 2"
run 137 ./deny move ./program signal 9
file program "started=1 ended=0 cut=0 how=2"

case="copied to a file that is not mapped"
run 0 ./deny shared ./program fork
quiet
file program "started=3 ended=2 cut=2 how=18"
file program " hit: 1 2 9 30 32 33"
keep=1
run 0 ./deny shared ./program hit 4999
run 0 ./program hit 80
run 139 ./deny shared ./program segv
file program "started=6 ended=5 cut=3 how=23"
file program " hit: 1 2 9 30 32 33 80 4999"
keep=
finish
