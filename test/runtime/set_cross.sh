#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_cross.sh ANYCOV RUNTIME: the objects of flags for other machines, in qemu-user: processes
# and forks, also killed ones, add to one file, dynamic and static.
set -eu

anycov=$1 runtime=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

cat >p.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((section("__anycov_flags"))) static volatile unsigned char f[7];
int main(void)
{
	f[1] = 1;
	if (!fork()) {
		f[3] = 1;
		exit(0);
	}
	wait(NULL);
	if (!fork()) {
		f[5] = 1;
		raise(SIGKILL);
	}
	wait(NULL);
	return 0;
}
END

fail()
{
	echo "FAIL: $*" >&2
	exit 1
}

tested=
for machine in aarch64 riscv64 s390x powerpc64le; do
	triple=$machine-linux-gnu
	cc=$(command -v $triple-gcc-12 || command -v $triple-gcc || :)
	qemu=$(command -v qemu-$machine || :)
	if [ "$machine" = powerpc64le ]; then
		qemu=$(command -v qemu-ppc64le || :)
	fi
	if [ -z "$cc" ] || [ -z "$qemu" ]; then
		echo "missing: $triple-gcc or qemu-user for $machine"
		continue
	fi
	"$runtime/build-host.sh" --flags "$runtime" "$work/$machine" \
		"$("$cc" -print-prog-name=ar)" "$cc"
	for how in "" -static; do
		rm -rf data
		mkdir data
		# shellcheck disable=SC2086
		"$cc" -O2 $how p.c -o p "$machine/anycov-flags-start.o" "$machine/anycov-flags-pages.o" \
			-Wl,--build-id
		ANYCOV_DIR=$work/data timeout 60 "$qemu" -L /usr/$triple ./p ||
			fail "$machine $how: the program"
		"$anycov" dump data/user-*/p-*.flags >out || fail "$machine $how: the file"
		grep -q "^  1 process started" out || { cat out; fail "$machine $how: counts"; }
		for i in 1 3 5; do
			grep -q "^  0x[0-9a-f]*0$i\$" out || { cat out; fail "$machine $how: flag $i"; }
		done
	done
	tested="$tested $machine"
done
[ "$tested" ] || exit 77
echo "tested:$tested"
