#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# old_names.sh RUNTIME ROOT CC: sources with earlier names still compile and link: functions of
# anycov.h (old_names.c), and macros of a port.  RUNTIME: the directory of the archives.
# Exit status 77: no bare-metal archive for x86-64.
set -eu
archive=$1/clang-x86_64-none-elf/libanycov-full.a root=$2 cc=$3
if [ ! -f "$archive" ]; then
	echo "old_names.sh: $archive: not built; build with a clang plugin"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$cc" -Wall -Wextra -Werror -O2 -ffreestanding -fno-pie -no-pie -nostdlib -static -I "$root/include" \
	"$root/test/runtime/old_names.c" "$archive" -o "$dir/old_names"
"$dir/old_names"

# A port whose anycov_port.h defines ANYCOV_PORT_MORE has the unique modes.
sed 's/ANYCOV_PORT_UNIQUE_MODES 0/ANYCOV_PORT_MORE 1/' "$root/runtime/port/template/anycov_port.h" \
	>"$dir/anycov_port.h"
"$cc" -Wall -Wextra -Werror -O2 -ffreestanding -I "$dir" -I "$root/runtime" -I "$root/include" \
	-c "$root/runtime/hooks/hook_pc.c" -o "$dir/hook_pc.o"
nm "$dir/hook_pc.o" | grep -q 'U anycov_slow_pc$'
# -DANYCOV_PORT_PLAIN still omits them.
"$cc" -Wall -Wextra -Werror -O2 -ffreestanding -DANYCOV_PORT_PLAIN -I "$root/runtime/port/template" \
	-I "$root/runtime" -I "$root/include" -c "$root/runtime/hooks/hook_pc.c" -o "$dir/hook_pc.o"
if nm "$dir/hook_pc.o" | grep -q anycov_slow; then
	echo "old_names.sh: -DANYCOV_PORT_PLAIN has no effect" >&2
	exit 1
fi
echo "old_names.sh: earlier names compile, link and run"
