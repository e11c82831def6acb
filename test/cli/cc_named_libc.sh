# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc: a program that is linked with -nodefaultlibs and names the C library, as rustc links, is
# recorded; one that does not name it is linked as without anycov.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int main(int c, char **v)
{
	(void)v;
	return 0 * c;
}
END

for cc in $(with_clang $GCC clang-19); do
	have $cc || continue
	echo "$cc"
	expect 0 "$ANYCOV" cc $cc -O2 -c t.c -o t.o
	for libraries in "-lgcc -lc" "-lgcc -l c"; do
		rm -rf data prog
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" cc $cc t.o -o prog -Wl,--as-needed -nodefaultlibs $libraries
		expect 0 "$ANYCOV" run -o data ./prog
		expect 0 "$ANYCOV" report --no-build data
		grep -q "^  lines .* 100[.]0%" "$WORK/out" || fail "$cc $libraries: nothing was recorded"
		# Compiled and linked at once.
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" cc $cc -O2 t.c -o prog -nodefaultlibs $libraries
		rm -rf data
		expect 0 "$ANYCOV" run -o data ./prog
		expect 0 "$ANYCOV" report --no-build data
		grep -q "^  lines .* 100[.]0%" "$WORK/out" || fail "$cc $libraries: nothing was recorded"
	done
	# Its start-up code needs a C library; this one has none.
	cat >bare.c <<'END'
void _start(void) { for (;;) ; }
END
	expect 0 "$ANYCOV" cc $cc -O2 bare.c -o bare -nostartfiles -nodefaultlibs
	! nm bare | grep -q anycov || fail "$cc: a program without the C library has a runtime"
done
