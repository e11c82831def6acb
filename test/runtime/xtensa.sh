#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# xtensa.sh ANYCOV INCLUDE CC Nothing here runs Xtensa code: a program for it links with the
# runtime, which contains everything it needs, and the map ties every probe to its code.
set -eu
anycov=$1 include=$2 cc=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >work.c <<'END'
int work(int x);
int work(int x)
{
	while (x > 3)
		x = x & 1 ? 3 * x + 1 : x / 2;
	return x == 2;
}
END
cat >main.c <<'END'
#include "anycov/anycov.h"
int work(int x);
static int sink(void *arg, const void *data, size_t n)
{
	(void)arg;
	(void)data;
	return n > 77;
}
void _start(void);
void _start(void)
{
	anycov_start(KCOV_TRACE_PC);
	work(7);
	anycov_stop();
	anycov_dump(sink, 0);
	for (;;)
		;
}
END
for hooks in c lean; do # lean: the target has none, C hooks serve
	flags=$("$anycov" flags --cc "$cc" --firmware --coverage trace-pc,trace-cmp --hooks $hooks 2>/dev/null)
	link=$("$anycov" flags --coverage trace-pc --cc "$cc" --firmware --link --hooks $hooks)
	# shellcheck disable=SC2086
	$cc -ffreestanding -Os -mtext-section-literals $flags -c work.c -o work.o
	$cc -ffreestanding -Os -mtext-section-literals -I "$include" -c main.c -o main.o
	# shellcheck disable=SC2086
	$cc -nostdlib work.o main.o $link -lgcc -o image.elf
	"$anycov" sites --check image.elf | tail -1
done
