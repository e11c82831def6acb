#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# originals.sh CC ANYCOV DUMPCHECK SHIM SOURCE: where an interposed function finds the C library's
# function, and what it does where there is none.
set -eu
cc=$1 anycov=$2 check=$3 shim=$4 source=$5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fails=0 cases=0
message="^anycov: pthread_create: the C library's function is not in this program; link it with"

ok() { # ok DESCRIPTION COMMAND...
	cases=$((cases + 1))
	what=$1
	shift
	if ! "$@" >log 2>&1; then
		echo "originals.sh: $what: failed: $*" >&2
		sed 's/^/  /' log >&2
		fails=$((fails + 1))
	fi
}
build() { # build PROGRAM WORDS...: with the compiler's own instrumentation
	out=$1
	shift
	$cc -O1 -fsanitize-coverage=trace-pc "$source" -o "$out" "$@"
}
libs() { "$anycov" flags --coverage trace-pc --cc "$cc" --link "$@"; }
threads() { # threads PROGRAM: both kinds of threads begin, end and record
	for how in pthread c11; do
		rm -f cov
		ok "$1 $how: exit status" env ANYCOV_OUT=cov "./$1" $how
		"$check" cov >chunks 2>&1 || :
		ok "$1 $how: records of two threads" test "$(grep -c '^PC   n=[1-9]' chunks)" = 2
		ok "$1 $how: without recording" "./$1" $how
		mv log result
	done
	ok "$1: result of a C11 thread" grep -qx 'thrd_create: -7' result
}
stops() { # stops PROGRAM HOW: no invented error, one sentence, and the dump
	rm -f cov
	status=0
	env ANYCOV_OUT=cov "./$1" "$2" >out 2>err || status=$?
	ok "$1 $2: exit status is $status, not that of abort()" test $status = 134
	ok "$1 $2: the sentence" grep -q "$message" err
	ok "$1 $2: no result" test ! -s out
	ok "$1 $2: nothing else" test "$(grep -vc '^Aborted' err)" = 1
	ok "$1 $2: dump" "$check" cov
}
# The search of PATH gives what the C library's gives.
mkdir -p first second denied
printf 'echo script "$0" "$@"\n' >second/script
printf '#!/bin/sh\necho program "$@"\n' >second/program
printf 'echo here "$@"\n' >here
cp second/program denied/program
cp second/program denied/locked
cp second/program slash
chmod +x second/* here slash
chmod -x denied/*
search() { # search PROGRAM: and the same without coverage
	for path in first:second denied:second second/program:second :second second: denied ''; do
		for name in program script locked here ./slash denied/locked missing \
			missing/name '' "$(printf '%0300d' 1)" true; do
			PATH=$path ./plain exec "$name" >want 2>&1 || :
			PATH=$path "./$1" exec "$name" >got 2>&1 || :
			ok "$1: '$name' in PATH=$path" cmp want got
		done
	done
	(PATH=$(printf '%05000d' 1):second; "./$1" exec program) >got 2>&1 || :
	ok "$1: behind a directory that is too long" grep -qx "program first second" got
	(unset PATH; ./plain exec true) >want 2>&1 || :
	(unset PATH; "./$1" exec true) >got 2>&1 || :
	ok "$1: without PATH" cmp want got
	(unset PATH; ./plain exec missing) >want 2>&1 || :
	(unset PATH; "./$1" exec missing) >got 2>&1 || :
	ok "$1: missing without PATH" cmp want got
	rm -f cov cov.*
	ANYCOV_OUT=cov PATH=second "./$1" exec script >/dev/null
	ok "$1: dump before exec" "$check" "$(echo cov.*.exec)"
	rm -f cov cov.*
	ANYCOV_OUT=cov PATH=second "./$1" exec missing >/dev/null
	ok "$1: no dump before a failed exec" test "$(echo cov.*)" = 'cov.*'
}
$cc -O1 "$source" -o plain -pthread

# shellcheck disable=SC2046
build dynamic $(libs)
threads dynamic
search dynamic

if $cc -static "$source" -o static -pthread 2>/dev/null; then
	for form in static static-pie; do
		$cc -$form "$source" -o $form -pthread 2>/dev/null || continue
		# shellcheck disable=SC2046
		build $form -$form $(libs -- -$form)
		threads $form
		search $form
	done
	# shellcheck disable=SC2046
	build unnamed -static $(libs)
	# Before glibc 2.34 the end of a thread needs what begins one.
	if nm unnamed | grep -q ' T __pthread_create'; then
		threads unnamed
	else
		stops unnamed pthread
		stops unnamed c11
	fi
	if "$anycov" flags --cc "$cc" >words 2>&1; then
		ok "anycov cc -static" env ANYCOV_FLAGS="--coverage trace-pc" "$anycov" cc $cc -static "$source" -o static
		threads static
	else
		echo "missing: a plugin for $cc"
	fi
else
	echo "missing: a static C library for $cc"
fi

# A dynamic program in which dlsym() finds nothing.
# shellcheck disable=SC2046
build nothing -DNO_DLSYM $(libs)
stops nothing pthread
stops nothing c11
search nothing

# The same below the library that serves KCOV's file.
$cc -DNO_DLSYM -rdynamic "$source" -o client -pthread
status=0
env LD_PRELOAD="$shim" ./client sync >out 2>err || status=$?
ok "shim: exit status is $status, not that of abort()" test $status = 134
ok "shim: the sentence" grep -q '^anycov: fsync: no other library of this program has it; ' err
ok "shim: no result" test ! -s out

# Before glibc 2.34 dlsym() is in libdl, and some compilers pass --as-needed: the linker must
# keep the library.
echo 'void *dlsym(void *a, const char *b) { return b ? a : 0; }' >libdl.c
$cc -shared -fPIC libdl.c -o libdl.so -Wl,-soname,libdl-old.so
for ld in bfd gold lld mold; do
	# gcc takes its default for a linker that is missing.
	command -v ld.$ld >/dev/null || continue
	for form in '' '--full'; do
		# shellcheck disable=SC2046
		build needs -fPIC -fuse-ld=$ld -Wl,--as-needed -L. $(libs $form)
		readelf -d needs >dynamic.txt
		ok "$ld $form: --as-needed keeps libdl" grep -q 'NEEDED.*libdl-old.so' dynamic.txt
	done
done
echo "originals.sh: $cases checks, $fails failed"
test $fails = 0
