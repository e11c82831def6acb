#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_cost.sh CC LIBDIR SETCHECK SOURCEDIR: what recording costs a process: bytes of each image,
# undefined symbols, system calls, and after the start not one instruction.
. "${0%/*}/set_test.sh"
build count "$source/set_count.c"
case $(uname -m) in
x86_64) text_limit=12288 ;;
*) text_limit=16384 ;;
esac

# sizes FILE: its bytes of text (code and constants), and of what is 0 at the start
sizes()
{
	size "$1" | awk 'NR == 2 { print $1, $3 }'
}

case=bytes
echo 'int main(void) { return 0; }' >main.c
build plain main.c
$cc -O1 -g main.c $object -o with
# shellcheck disable=SC2046
set -- $(sizes plain) $(sizes with)
cases=$((cases + 2))
echo "text: $1, with the startup object $3; bss: $2, $4"
[ $(($3 - $1)) -le $text_limit ] || fail "$(($3 - $1)) bytes of text"
[ $(($4 - $2)) -le 4096 ] || fail "$(($4 - $2)) bytes of bss"

case=symbols
nm -u plain >plain.undefined
nm -u with >with.undefined
nm -D plain | sed 's/^[0-9a-f ]*//' >>plain.undefined
nm -D with | sed 's/^[0-9a-f ]*//' >>with.undefined
ok "the same undefined and dynamic symbols" cmp plain.undefined with.undefined

# The libraries are copies with build IDs of their own.
case="system calls"
for i in 1 2; do
	sed "s/set_lib_hit/lib_hit_$i/" "$source/set_lib.c" >lib$i.c
	$cc -O1 -shared -fPIC -w lib$i.c -o libplain$i.so
	$cc -O1 -shared -fPIC -w lib$i.c $object -o libwith$i.so
done
calls='' uses=''
sed 's/set_lib_hit/unused/' "$source/set_lib.c" >flags.c
for n in 0 1 2; do
	[ $n = 0 ] || { calls="$calls void lib_hit_$n(int);" uses="$uses lib_hit_$n(3);"; }
	echo "$calls int main(void) { $uses return 0; }" >uses.c
	for kind in plain with; do
		libraries=
		[ $n = 0 ] || libraries=$(seq -f "./lib$kind%g.so" 1 $n)
		# shellcheck disable=SC2086
		$cc -O1 -w uses.c flags.c $([ $kind = plain ] || echo "$object") $libraries -o $kind$n
	done
done
status=0
./count ./plain0 >out || status=$?
[ $status != 77 ] || { echo "missing: ptrace"; exit 77; }
mkdir d
ANYCOV_DIR=$work/d ./with2 # makes the files
for n in 0 1 2; do
	ANYCOV_DIR=$work/d ./with$n
	more=$(($(ANYCOV_DIR=$work/d ./count ./with$n) - $(./count ./plain$n)))
	cases=$((cases + 1))
	echo "system calls of $((n + 1)) images: $more more"
	[ $more -le $((12 + 8 * n)) ] || fail "$more system calls more"
done
file with0 "started=2 copying=0 copied=0 how=1 "
file libwith1.so " hit: 1 2 3"

# Twice as often, the same difference.
case=instructions
cxx=$(echo "$cc" | sed 's/gcc/g++/; t; s/clang/clang++/; t; s/cc$/c++/')
if ! command -v valgrind >/dev/null || ! command -v "$cxx" >/dev/null; then
	echo "missing: valgrind or $cxx (instructions of events)"
	finish
fi
$cxx -O1 -g "$source/set_events.cc" "$source/set_lib.c" -fpermissive -w $object -pthread -o events

# instructions ASSIGNMENT ARGUMENT...: of all processes
instructions()
{
	env "$1" taskset -c "$cpu" valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		--trace-children=yes --fair-sched=yes ./events "$2" "$3" 2>&1 |
		awk '/Collected/ { n += $NF } END { print n + 0 }'
}

# run_both WHAT N: appends to with and without what is executed with recording and without.  The
# other variable is as long.
run_both()
{
	with="$with $(instructions "ANYCOV_DIR=$work/d" "$@")"
	without="$without $(instructions "ANYCOV_XYZ=$work/d" "$@")"
}

# adds N: whether a run with recording executed N more than one without.  Threads that wait for each
# other execute more, in some runs of both, so of several runs two have to agree.
adds()
{
	for x in $with; do
		for y in $without; do
			[ $((x - y)) != "$1" ] || return 0
		done
	done
	return 1
}

ANYCOV_DIR=$work/d ./events
cpu=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
with='' without=''
run_both none 0
start=$((with - without))
for what in longjmp throw thread thread-exit fork vfork exit; do
	cases=$((cases + 1))
	# Callgrind counts in a child what the parent executed before as well.
	case $what in
	fork | vfork | exit) wanted=$((11 * start)) ;;
	*) wanted=$start ;;
	esac
	with='' without=''
	for _ in 1 2 3 4 5 6 7 8; do
		run_both $what 10
		! adds "$wanted" || break
	done
	adds "$wanted" || fail "$what: not 0 more instructions for 10: $with with recording, $without without"
done
echo "instructions: $start more at the start; none at longjmp, throw, thread end, fork, vfork, exit"
finish
