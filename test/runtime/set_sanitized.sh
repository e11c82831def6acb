#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_sanitized.sh PROGRAM SETCHECK: the startup code built with AddressSanitizer and
# UndefinedBehaviorSanitizer: no report, and a file each time.
set -eu
program=$1 check=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/d"
export ANYCOV_DIR="$work/d" ASAN_OPTIONS=detect_leaks=0
for how in none threads fork others "hit 70" "snapshot $work/s"; do
	# shellcheck disable=SC2086
	"$program" $how
done
"$check" "$work"/d/user-*/*.flags "$work"/s/*.flags | tee "$work/out"
# The process of snapshot clears what others set.
grep -q 'started=8 copying=0 copied=0 how=1 flags=.* hit: 9 50 ' "$work/out"
grep -q 'started=1 copying=0 copied=0 how=1 flags=.* hit: 1 2 9 20 21 22 23 30 31 32 33 40 70 ' "$work/out"
