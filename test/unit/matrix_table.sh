#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# matrix_table.sh SOURCE WORK: the tables of compilers are those of the file of results; what did
# not run again keeps its date, and what fails is shown as failing.
set -eu
source=$1 work=$2
fail()
{
	echo "FAIL: $*" >&2
	exit 1
}
has()
{
	grep -qF -- "$2" "$1" || { cat "$1"; fail "$1 does not contain: $2"; }
}
rm -rf "$work"
mkdir -p "$work/bench/results"
cd "$work"
"$source/scripts/matrix-table" --check "$source" || fail "the tables of the tree"

table=bench/results/compilers.md
printf 'Head\n%s\nold\n%s\nTail\n' '<!-- scripts/matrix-table: begin -->' '<!-- scripts/matrix-table: end -->' >$table
row() { printf '%s\t%s\t%s\t%s\t%s\n' "$@"; }
{
	row bullseye "lit gcc-9-x86_64" 2026-01-01 passed "9 tests"
	row sid "lit gcc-16-x86_64" 2026-01-01 failed "1 of 9 tests"
} >bench/results/compilers.tsv
{
	row bullseye "lit gcc-9-x86_64" 2026-02-02 failed "2 of 9 tests"
	row bullseye "lit gcc-9-aarch64-linux" 2026-02-02 known "8 tests passed; known failures: a.c"
	row bullseye runtime 2026-02-02 passed "5 tests"
} >new
"$source/scripts/matrix-table" . new
has $table "| gcc 9 | 11 | aarch64-linux, x86_64 | 2026-02-02 | **known**: aarch64-linux, 8 tests passed; known failures: a.c; **failed**: x86_64, 2 of 9 tests |"
has $table "| gcc 16 | sid | x86_64 | 2026-01-01 | **failed**: x86_64, 1 of 9 tests |"
has $table "| 11 | runtime | 2026-02-02 | passed: 5 tests |"
has $table "| sid | lit gcc-16-x86_64 | 2026-01-01 | **failed**: 1 of 9 tests |"
! grep -q '^old$' $table || fail "not replaced"
[ "$(head -n 1 $table) $(tail -n 1 $table)" = "Head Tail" ] || fail "the text around is lost"
"$source/scripts/matrix-table" --check . || fail "the tables that were just written"
row sid "lit gcc-16-x86_64" 2026-03-03 passed "9 tests" >new
cp $table before
"$source/scripts/matrix-table" . new
cp before $table
! "$source/scripts/matrix-table" --check . 2>out || fail "an old table was not noticed"
has out "bench/results/compilers.md: not the tables of"
