#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_links.sh CC LIBDIR SETCHECK SOURCEDIR CLANG: the section of flags has pages of its own with
# every linker, as a program of every kind, with the startup object first or last, with and
# without LTO.  A linker that is not installed is named.
. "${0%/*}/set_test.sh"
clang=${5-}
missing=
echo 'int main(void) { return 0; }' >trivial.c

try() # try NAME first|last|twice COMPILER FLAG...: links, runs, and looks at the file
{
	case="$1, object $2"
	first='' last=''
	[ "$2" = last ] || first=$object
	[ "$2" = first ] || last=$object
	shift 2
	# shellcheck disable=SC2086
	if ! "$@" -O1 -w -I"$include" -pthread $first "$source/set_program.c" $last "$api" -o program -ldl \
		2>link.err
	then
		! "$@" trivial.c -o trivial 2>/dev/null || fail "does not link: $(head -3 link.err)"
		echo "$case: not supported by the linker"
		return 0
	fi
	run 0 ./program threads
	quiet
	file program "started=1 copying=0 copied=0 how=1 "
	file program " hit: 1 2 9 20 21 22 23"
}

for ld in bfd gold lld mold; do
	command -v ld.$ld >/dev/null || { missing="$missing ld.$ld"; continue; }
	fuse=-fuse-ld=$ld
	for order in first last twice; do
		try "$ld, PIE" $order $cc $fuse
		[ $ld = lld ] || try "$ld, LTO" $order $cc $fuse -flto=auto
		[ -n "$clang" ] || continue
		try "$ld, clang, LTO" $order $clang $fuse -flto -Wl,--build-id
		try "$ld, clang, ThinLTO" $order $clang $fuse -flto=thin -Wl,--build-id
	done
	try "$ld, no PIE" last $cc $fuse -no-pie -fno-pie
	try "$ld, static" last $cc $fuse -static
	try "$ld, static-pie" first $cc $fuse -static-pie -fPIE
	try "$ld, gc-sections" last $cc $fuse -ffunction-sections -fdata-sections -Wl,--gc-sections
	try "$ld, stripped" last $cc $fuse -s
	try "$ld, no build ID" last $cc $fuse -Wl,--build-id=none
done
[ -n "$clang" ] || missing="$missing clang"
if command -v musl-gcc >/dev/null; then
	try "musl" last musl-gcc
	try "musl, static" last musl-gcc -static
	try "musl, no PIE" first musl-gcc -no-pie
else
	missing="$missing musl-tools"
fi
[ -z "$missing" ] || echo "missing:$missing"
finish
