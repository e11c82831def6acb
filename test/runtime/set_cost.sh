#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_cost.sh CC LIBDIR SETCHECK SOURCEDIR: a process that records makes few system calls, has few
# page faults and executes few instructions more than one that does not, once the file is there.
# Where times vary, these do not.
. "${0%/*}/set_test.sh"
build program "$source/set_program.c" $object -pthread -ldl
build count "$source/set_count.c"

# least COMMAND...: of several runs that print system calls and faults, the fewest of each
least()
{
	for _ in 1 2 3 4 5; do
		"$@" || return
	done | awk 'NR == 1 || $1 < calls { calls = $1 }
		NR == 1 || $2 < faults { faults = $2 }
		END { print calls, faults }'
}

case=count
status=0
./count ./program >out || status=$?
[ $status != 77 ] || { echo "missing: ptrace"; exit 77; }
mkdir d
ANYCOV_DIR=$work/d ./program >out
file program "started=1 ended=1 cut=0 how=1 flags="
# shellcheck disable=SC2046
set -- $(least ./count ./program) $(least env ANYCOV_DIR="$work/d" "$work/count" ./program)
cases=$((cases + 2))
echo "system calls: $1, recording $3; page faults: $2, recording $4"
# 22 signals are looked at and caught.
[ $(($3 - $1)) -le 75 ] || fail "$(($3 - $1)) system calls more"
[ $(($4 - $2)) -le 16 ] || fail "$(($4 - $2)) page faults more"

# C++'s library has thousands of references to functions of its own.
case=instructions
if [ "$(uname -m)" = x86_64 ] && build program -DWITH_MARK "$source/set_program.c" $object -pthread \
	-ldl -Wl,--no-as-needed -lstdc++ 2>log && ANYCOV_DIR=$work/d ./program >out &&
	without=$(./count -i ./program) && with=$(ANYCOV_DIR=$work/d ./count -i ./program); then
	cases=$((cases + 1))
	echo "instructions: $without, recording $with"
	[ $((with - without)) -le 310000 ] || fail "$((with - without)) instructions more"
fi
finish
