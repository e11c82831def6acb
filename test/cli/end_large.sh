# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What is known of a large function that a call left by longjmp() does not depend on how many such
# calls another function of the program has; hundreds of them have room in the file.
. "${0%/*}/ends_lib.sh"

{
	cat <<'END'
#include <setjmp.h>
static jmp_buf env;
static volatile int sum;
__attribute__((noinline)) static void leave(void)
{
	longjmp(env, 1);
}
__attribute__((noinline)) static void large(int x)
{
END
	awk 'BEGIN { for (i = 0; i < 2150; i++) printf "\tif (x == %d)\n\t\tsum++;\n", i }'
	cat <<'END'
	leave();
	sum++;
}
__attribute__((noinline)) static void other(int x)
{
END
	awk 'BEGIN { for (i = 0; i < 3000; i++) printf "\tif (x == %d)\n\t\tsum++;\n", i }'
	cat <<'END'
}
__attribute__((noinline)) static void many(int x)
{
	switch (x) {
END
	awk 'BEGIN { for (i = 0; i < 300; i++) printf "\tcase %d:\n\t\tleave();\n\t\tbreak;\n", i }'
	cat <<'END'
	}
	sum++;
}
int main(void)
{
	volatile int i;

	other(8);
	if (!setjmp(env))
		large(7);
	for (i = 0; i < 300; i++)
		if (!setjmp(env))
			many(i);
	return 0;
}
END
} >large.c

large_is_known()
{
	record "$1" "$2" large.c ""
	# Of the other function some lines may be unknown: after calls that never returned.
	unknown_within "$(grep -n 'void many' large.c | cut -d: -f1)" "$(grep -n 'int main' large.c | cut -d: -f1)"
	# The table of these calls has room for them.
	hasnt lossless.words "ended in a call"
	awk '$1 == "large" { n++; split($4, known, "/"); if (known[2] < 4200) exit 1 }
		END { exit n != 1 }' lossless || { cat lossless; fail "$1 $2: large is no large function"; }
}
for_each_build large_is_known
