#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# host_far.sh CC LIBDIR: a dump goes where ANYCOV_OUT was when the process began, although it changes
# its directory, up to the length where a path with the names of files beside would not fit: then it is
# not written to another directory, which is said.
set -eu
cc=$1 lib=$2
work=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$work"' EXIT
mkdir "$work/other"
cd "$work/other"
echo '#include <unistd.h>
int main(int c, char **v) { return c > 1 ? chdir(v[1]) : 0; }' |
	$cc -O1 -fsanitize-coverage=trace-pc -x c - -x none -o ../program "$lib/libanycov.a" -pthread -ldl

long() # long N: N letters
{
	printf '%*s' "$1" '' | tr ' ' o
}

# Of 4096 bytes 66 are for a slash, the zero and what is added to the name.
cd "$work"
while [ $((4000 - ${#PWD})) -gt 251 ]; do
	mkdir "$(long 200)"
	cd "$(long 200)"
done
mkdir "$(long $((3999 - ${#PWD})))"
cd "$(long $((3999 - ${#PWD})))"
[ ${#PWD} = 4000 ] || { echo "host_far.sh: ${#PWD} bytes" >&2; exit 1; }
for n in 29 30; do
	ANYCOV_OUT=$(long $n) "$work/program" "$work/other" 2>"$work/err$n"
done
[ -s "$(long 29)" ] || { echo "host_far.sh: the longest one that fits went elsewhere" >&2; exit 1; }
[ ! -s "$work/err29" ] || { cat "$work/err29" >&2; exit 1; }
[ ! -e "$(long 30)" ] && [ ! -e "$work/other/$(long 30)" ] || {
	echo "host_far.sh: one that does not fit was written" >&2
	exit 1
}
grep -q "$(long 30): the coverage dump is not written, .* make ANYCOV_OUT an absolute path" \
	"$work/err30" || { cat "$work/err30" >&2; echo "host_far.sh: that is not said" >&2; exit 1; }
echo "host_far.sh: passed"
