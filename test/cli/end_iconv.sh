# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program that converts character sets leaves nothing unknown: the C library unloads its modules
# for those that are no longer used.
. "${0%/*}/lib.sh"
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >p.c <<'END'
#define _GNU_SOURCE
#include <iconv.h>
#include <link.h>
#include <stdio.h>
static int print(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size, (void)arg;
	printf("%llu\n", info->dlpi_subs);
	return 1;
}
int main(void)
{
	static const char *const sets[] = { "ISO-8859-2", "KOI8-R", "CP1252", "EUC-JP" };
	int i;

	for (i = 0; i < 40; i++) {
		iconv_t conversion = iconv_open("UTF-8", sets[i % 4]);

		if (conversion == (iconv_t)-1)
			return 77;
		iconv_close(conversion);
	}
	dl_iterate_phdr(print, NULL);
	return 0;
}
END
expect 0 "$ANYCOV" cc $GCC -O1 p.c -o p
status=0
"$ANYCOV" run ./p >number || status=$?
[ $status -ne 77 ] || lacks "the C library's character sets"
[ $status -eq 0 ] || fail "status $status"
[ "$(cat number)" -gt 0 ] || lacks "a C library that unloads modules of character sets"
expect 0 "$ANYCOV" report
grep -Eq '^  lines .* 0 +[0-9]+$' out || fail "lines are unknown: $(cat out)"
