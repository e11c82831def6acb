#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# check_lanes.sh SOURCE WORK: scripts/check fails for a required lane that is missing or has no
# plugin, and skips another lane without a plugin, with the reason.
set -eu
source=$1 work=$2
rm -rf "$work"
mkdir -p "$work/bin" "$work/lib"
cd "$work"
: >bin/anycov
cat >lit.py <<'END'
import json, os, sys
at = sys.argv.index("-o") + 1
tests = [{"name": "lane :: test-%d.c" % i, "code": "PASS"} for i in range(50)]
if os.path.exists(os.path.join(os.path.dirname(__file__), "planted")):
    tests.append({"name": "lane :: wrong.c", "code": "FAIL", "output": "planted: wrong\n"})
json.dump({"tests": tests}, open(sys.argv[at], "w"))
END
echo "ANYCOV_LIT:FILEPATH=$work/lit.py" >CMakeCache.txt

lanes() # lanes NAME...
{
	mkdir -p test
	for lane in "$@"; do
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

required="gcc-12-x86_64 gcc-12-arm-none-eabi clang-14-x86_64"
# shellcheck disable=SC2086
lanes $required gcc-17-x86_64
expect 0 '^200 passed, 0 failed, 0 skipped$'
echo 'planted: does not load' >lib/gcc-17-x86_64/skipped
expect 0 '^lit gcc-17-x86_64 0 passed 0 failed 1 skipped 0 s its plugin could not be built: planted: does not load$' \
	'^missing: the plugin for gcc-17-x86_64 (planted: does not load): 1 tests' \
	'^150 passed, 0 failed, 1 skipped$'
echo 'planted: no header' >lib/clang-14-x86_64/skipped
expect 1 '^lit clang-14-x86_64 0 passed 1 failed 0 skipped 0 s its plugin could not be built: planted: no header$'
rm lib/*/skipped
lanes gcc-12-x86_64 clang-14-x86_64
expect 1 '^lit gcc-12-arm-none-eabi 0 passed 1 failed 0 skipped 0 s this lane is required'
# What failed stands at the end once more, with the end of its output.
# shellcheck disable=SC2086
lanes $required
: >planted
expect 1 '^failed: gcc-12-x86_64/wrong.c; the end of its output:$' '^ | planted: wrong$'
[ "$(tail -n 1 out)" = "150 passed, 3 failed, 0 skipped" ] || { tail out >&2; exit 1; }
echo "check_lanes.sh: passed"
