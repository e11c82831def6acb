# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# shellcheck shell=sh
# Read by scripts that build firmware with picolibc: sets specs, its options for the compiler $cc, or
# ends with status 77 (missing).
specs="--specs=picolibc.specs --oslib=semihost --crt0=hosted"
# shellcheck disable=SC2086,SC2154
if ! $cc $specs -E -x c /dev/null >/dev/null 2>&1; then
	echo "missing: picolibc for $cc"
	exit 77
fi
