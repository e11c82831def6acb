# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# errno is 0 when main() of a program begins whose trace is recorded.
. "${0%/*}/lib.sh"

cat >zero.c <<'END'
#include <errno.h>
int main(void)
{
	return errno;
}
END
tried=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	# shellcheck disable=SC2046
	"$cc" -g $("$ANYCOV" flags --cc "$cc" --for trace) zero.c -o zero $("$ANYCOV" flags --cc "$cc" --link --for trace)
	for mode in pc uniq-pc; do
		expect 0 "$ANYCOV" run --mode $mode -o zero.$mode ./zero
	done
	rm -rf zero.pc zero.uniq-pc
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
