# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Windows of time: anycov_set_reset() and anycov_set_snapshot().
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

cat >lib.c <<'END'
int lib_first(void) { return 1; }
int lib_second(void) { return 2; }
END
cat >t.c <<'END'
#include <stdio.h>
#include <anycov/anycov.h>
int lib_first(void);
int lib_second(void);
static int first(void) { return 1; }
static int second(void) { return 2; }
int main(int c, char **v)
{
	int sum = first() + lib_first(), err;

	if (c > 1 && (err = anycov_set_snapshot(v[1])))
		return printf("%d\n", err) > 0;
	anycov_set_reset();
	sum += second() + lib_second();
	if (c > 2 && (err = anycov_set_snapshot(v[2])))
		return printf("%d\n", err) > 0;
	return sum != 6;
}
END
ran() # ran YES NO: functions in the report of $WORK/out
{
	for f in $1; do
		grep -Eq "^  $f +1/1 " out || { cat out >&2; fail "$f is not covered"; }
	done
	for f in $2; do
		grep -Eq "^  $f +0/1 " out || { cat out >&2; fail "$f is covered, or not in the report"; }
	done
}
for cc in "$GCC" "$CLANG"; do
	[ -n "$cc" ] || continue
	"$ANYCOV" cc $cc -g -O0 -fPIC -shared lib.c -o lib.so
	"$ANYCOV" cc $cc -g -O0 -I"$ANYCOV_SOURCE/include" t.c -o t ./lib.so

	# What is recorded is what ran after the reset, in all images.
	expect 0 "$ANYCOV" run ./t
	"$ANYCOV" report --functions >out || [ $? = 3 ] || fail "report"
	ran "second lib_second" "first lib_first"
	# A snapshot is a directory for reports, with and without a recording.
	for how in "" "$ANYCOV run"; do
		rm -rf before after
		expect 0 $how ./t before after
		"$ANYCOV" report --functions before >out || [ $? = 3 ] || fail "before"
		ran "first lib_first" "second lib_second"
		"$ANYCOV" report --functions after >out || [ $? = 3 ] || fail "after"
		ran "second lib_second" "first lib_first"
		expect 0 "$ANYCOV" diff before after
		has out "+ function second"
		has out "+ function lib_second"
		expect 0 "$ANYCOV" merge -o both before after
		"$ANYCOV" report --functions both >out || [ $? = 3 ] || fail "both"
		ran "first second lib_first lib_second" ""
		rm -r both
	done
	# A second snapshot of an image in one directory is an error (EINVAL), and changes nothing.
	rm -rf twice
	expect 1 ./t twice twice
	has out -22
	"$ANYCOV" report --functions twice >out || [ $? = 3 ] || fail "twice"
	ran "first lib_first" ""
	# So is a directory that cannot be made (EIO).
	expect 1 ./t missing/below
	has out -5
done
