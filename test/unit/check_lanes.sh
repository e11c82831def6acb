#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# check_lanes.sh SOURCE WORK: scripts/check fails for a required lane that is missing or has no
# plugin, and skips another lane without a plugin, with the reason; it says that gcc has no plugin,
# and which archives of the runtime could not be built.
set -eu
source=$1 work=$2
rm -rf "$work"
mkdir -p "$work/bin" "$work/lib"
cd "$work"
# Whether gcc has a plugin: its status is that of "anycov flags".
printf '#!/bin/sh\nexit "$(cat "%s/status")"\n' "$work" >bin/anycov
chmod +x bin/anycov
echo 0 >status
cat >lit.py <<'END'
import json, os, sys
at = sys.argv.index("-o") + 1
tests = [{"name": "lane :: test-%d.c" % i, "code": "PASS"} for i in range(50)]
if os.path.exists(os.path.join(os.path.dirname(__file__), "planted")):
    tests.append({"name": "lane :: wrong.c", "code": "FAIL", "output": "planted: wrong\n"})
json.dump({"tests": tests}, open(sys.argv[at], "w"))
END
echo "ANYCOV_LIT:FILEPATH=$work/lit.py" >CMakeCache.txt

tests=$PWD/test
lanes() # lanes NAME...
{
	mkdir -p test
	: >"$tests/compilers.txt"
	for lane in "$@"; do
		echo "$lane ${lane%-x86_64} other-name" >>"$tests/compilers.txt"
		mkdir -p "test/$lane" "lib/$lane"
		echo "config.plugin = \"$work/lib/$lane/anycov.so\"" >"test/$lane/lit.site.cfg.py"
		echo "$lane"
	done >test/lanes.txt
}
expect() # expect STATUS LINE...: of the part lit; each line is in its output
{
	want=$1 status=0
	shift
	BUILD=$work "$source/scripts/check" lit >out 2>&1 || status=$?
	for line in "status $status" "$@"; do
		[ "$line" = "status $want" ] || tr -s ' ' <out | grep -q -- "$line" || {
			cat out >&2
			echo "check_lanes.sh: status $status, not $want, or no line: $line" >&2
			exit 1
		}
	done
}

mkdir test
printf '%s\n' gcc-14 clang-19 avr >"$tests/required.txt"
lanes gcc-14-x86_64 clang-19-x86_64 avr gcc-17-x86_64
expect 0 '^200 passed, 0 failed, 0 skipped$'
echo 'planted: does not load' >lib/gcc-17-x86_64/skipped
expect 0 '^lit gcc-17-x86_64 0 passed 0 failed 1 skipped 0 s its plugin could not be built: planted: does not load$' \
	'^missing: the plugin for gcc-17-x86_64 (planted: does not load): 1 tests' \
	'^150 passed, 0 failed, 1 skipped$'
echo 'planted: no header' >lib/clang-19-x86_64/skipped
expect 1 '^lit clang-19-x86_64 0 passed 1 failed 0 skipped 0 s its plugin could not be built: planted: no header$'
rm lib/*/skipped
lanes gcc-14-x86_64 clang-19-x86_64
expect 1 '^lit avr 0 passed 1 failed 0 skipped 0 s this compiler is required'
# What failed stands at the end once more, with the end of its output.
lanes gcc-14-x86_64 clang-19-x86_64 avr
: >planted
expect 1 '^failed: gcc-14-x86_64/wrong.c; the end of its output:$' '^ | planted: wrong$'
[ "$(tail -n 1 out)" = "150 passed, 3 failed, 0 skipped" ] || { tail out >&2; exit 1; }
! grep -q 'tests that call gcc' out || { cat out >&2; exit 1; }
if command -v gcc >/dev/null; then
	echo 2 >status
	expect 1 '^check: tests that call gcc will fail: that is gcc .*; name gcc-[0-9]* in PLUGINS, too'
	echo 0 >status
fi
rm planted
mkdir -p lib/anycov/runtime/host/odd-linux-gnu
echo 'planted: unused' >lib/anycov/runtime/host/odd-linux-gnu/skipped
expect 0 '^missing: lib/anycov/runtime/host/odd-linux-gnu could not be built: planted: unused$'
# Without names in the build: those of the distribution.
: >"$tests/required.txt"
first=$("$source/scripts/install-deps" --compilers check | sed 's/ .*//')
lanes gcc-0-x86_64
expect 1 "^lit $first 0 passed 1 failed 0 skipped 0 s this compiler is required"
echo "check_lanes.sh: passed"
