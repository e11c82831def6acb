#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# host.sh CC LIBDIR DUMPCHECK SOURCE: the host runtime end to end, with the compiler's own
# instrumentation, once as an archive and once as a shared library.
set -eu
cc=$1 lib=$2 check=$3 source=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fails=0 cases=0

ok() { # ok DESCRIPTION COMMAND...
	cases=$((cases + 1))
	what=$1
	shift
	if ! "$@" >log 2>&1; then
		echo "host.sh: $link: $what: failed: $*" >&2
		sed 's/^/  /' log >&2
		fails=$((fails + 1))
	fi
}
run() { # run STATUS ARGUMENT [VAR=VALUE...]: runs the program
	want=$1 how=$2
	shift 2
	rm -f cov cov.*
	status=0
	env ANYCOV_OUT=cov "$@" ./prog "$how" >out 2>&1 || status=$?
	ok "exit status of $how is $status, not $want" test "$status" = "$want"
	ok "$how says nothing" test "$(grep -c anycov: out)" = 0
}
good() { ok "$2 readable" "$check" --in /prog "$1" && "$check" "$1" >chunks; }
chunk() { ok "$1 has $2 of $3" test "$(grep -c "$3" chunks)" -"$4" "$2"; }

for link in static shared; do
	case $link in
	static) libs="$lib/libanycov.a -pthread -ldl" ;;
	shared) libs="-L$lib -lanycov -Wl,-rpath,$lib -pthread" ;;
	esac
	# shellcheck disable=SC2086
	$cc -O1 -g -fsanitize-coverage=trace-pc,trace-cmp "$source" -o prog $libs

	ok "silent without ANYCOV_OUT" ./prog exit
	ok "no file without ANYCOV_OUT" test ! -e cov
	for how in exit quick chdir signal; do
		run 0 $how
		good cov $how
		chunk $how 1 '^PC   n=[1-9]' eq
		chunk $how 1 '^MOD .*/prog$' eq
		chunk $how 1 '^MOD .*libc.so' eq
	done
	run 3 _exit && good cov _exit
	run 134 abort && good cov abort
	run 139 segv && good cov segv
	run 143 term && good cov term
	run 0 threads && good cov threads
	chunk threads 5 '^PC   n=[1-9]' eq
	run 0 fork && good cov fork
	ok "fork: one file more" test "$(echo cov.*)" != 'cov.*'
	good "$(echo cov.[0-9]*)" "fork child"
	run 0 vfork && good cov vfork
	ok "vfork: no second file" test "$(echo cov.*)" = 'cov.*'
	for how in exec execlp; do
		run 0 $how PATH=.:/bin && good cov $how
		good "$(echo cov.*.exec)" "before $how"
	done
	run 0 execfail && good cov execfail
	ok "execfail leaves no second file" test "$(echo cov.*)" = 'cov.*'
	run 0 exit ANYCOV_MODE=cmp && good cov cmp
	chunk cmp 1 '^CMP  n=[1-9]' eq
	run 0 exit ANYCOV_SIZE=8 && good cov small
	chunk small 1 '^PC   n=7 lost=1' eq
	chunk full 0 'lost=0' eq
	# Instrumented children of an instrumented process write files of their own.
	rm -f cov cov.*
	ok "two children" env ANYCOV_OUT=cov ANYCOV_OWNER=1 sh -c './prog exit & ./prog exit & wait'
	ok "two files" test "$(ls cov.* | wc -l)" = 2
	rm -f cov cov.*
	ok "%p" env ANYCOV_OUT=cov.%p.x ./prog exit
	ok "%p file" test "$(ls cov.*.x | wc -l)" = 1
	# Written in place, and not replaced by a file: a pipe here, /dev/null for those who are root.
	rm -f cov cov.* pipe got
	mkfifo pipe
	timeout 20 cat pipe >got &
	ok "pipe" env ANYCOV_OUT=pipe ./prog exit
	wait
	ok "the pipe is one still" test -p pipe
	good got pipe
	ln -s /dev/null null
	ok "link to a device" env ANYCOV_OUT=null ./prog exit
	ok "the link is one still" test -L null -a -c null
	rm pipe null
	# Invalid settings are reported once and change nothing else.
	rm -f cov
	env ANYCOV_OUT=cov ANYCOV_MODE=pcc ./prog exit >out 2>&1
	ok "bad mode is reported" grep -q 'anycov: pcc:' out
	ok "bad mode records nothing" test ! -e cov
	env ANYCOV_OUT=/nonexistent/cov ./prog exit >out 2>&1
	ok "unwritable is reported" grep -q 'anycov: /nonexistent/cov:' out
	ok "no temporary file is left" test "$(echo *.tmp)" = '*.tmp'
done
echo "host.sh: $cases checks, $fails failed"
test $fails = 0
