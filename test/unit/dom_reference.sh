#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Compares the blocks that prune=dom probes with those that LLVM's SanitizerCoverage probes.
#
#   dom_reference.sh TOOL OPT
set -eu
tool=$(realpath "$1") opt=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for seed in 1 2; do
	"$tool" "$seed" in.ll want
	"$opt" -passes=sancov-module -sanitizer-coverage-level=2 -sanitizer-coverage-trace-pc -S \
		in.ll -o out.ll
	awk '/^define/ { if (f) print f l; f = $0; sub(/.*@/, "", f); sub(/\(.*/, "", f); l = "" }
	     /^b[0-9]+:/ { b = $1; sub(/:.*/, "", b) }
	     /call void @__sanitizer_cov_trace_pc\(/ { l = l " " b }
	     END { print f l }' out.ll | grep '^f[0-9]' >have
	[ -s have ]
	diff want have
done
