#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# kcov_samples.sh RUN CC SHIM TARBALL CACHE: runs the example with the kernel's own sample
# programs, which are extracted from the package linux-source-6.12 (exit status 77 without it)
# and kept in CACHE between runs.
set -eu
run=$1 cc=$2 shim=$3 tarball=$4 cache=$5
if [ ! -s "$cache" ]; then
	if [ ! -r "$tarball" ]; then
		echo "missing: $tarball (linux-source-6.12)"
		exit 77
	fi
	mkdir -p "$(dirname "$cache")"
	tar -xOf "$tarball" --wildcards '*/Documentation/dev-tools/kcov.rst' >"$cache.tmp"
	mv "$cache.tmp" "$cache"
fi
out=$("$run" "$cc" "$shim" "$cache")
echo "$out"
test "$(echo "$out" | grep -c 'kernel documentation sample')" = 4
