# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# 'anycov tests' and 'anycov report' of a directory have the same totals: with what was built and
# never ran, and with what .anycov leaves out.  Questions are about what was recorded, also after a
# source was changed and built again.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN

repository src
printf 'int one(int x);\nint one(int x)\n{\n\treturn x + 1;\n}\n' >one.c
printf 'int one(int x);\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn c > 1 ? one(c) - c - 1 : 0;\n}\n' >a.c
printf 'int never(int x);\nint never(int x)\n{\n\tif (x)\n\t\treturn 3;\n\treturn 4;\n}\n' >never.c
git add -A
git commit -qm first
build()
{
	"$ANYCOV" cc "${GCC:-$CLANG}" -g -O1 -c one.c
	"$ANYCOV" cc "${GCC:-$CLANG}" -g -O1 a.c one.o -o a
	"$ANYCOV" cc "${GCC:-$CLANG}" -g -O1 -c never.c
}
build
expect 0 "$ANYCOV" run --test none ./a
expect 0 "$ANYCOV" run --test one ./a x

# same_totals OPTIONS...: covered and all lines of both commands
same_totals()
{
	expect 0 "$ANYCOV" report --summary "$@"
	sed 's/.*lines [^(]*(\([0-9]*\)\/\([0-9]*\)).*/\1 of \2 lines/' "$WORK/out" >of_report
	expect 0 "$ANYCOV" tests "$@"
	has "$WORK/out" "All recordings: $(cat of_report)"
	expect 0 "$ANYCOV" tests --json "$@"
	has "$WORK/out" "\"lines\": $(sed 's/.* of \([0-9]*\) .*/\1/' of_report),"
}
same_totals
built=$(cat of_report)
expect 0 "$ANYCOV" tests
has "$WORK/out" "Built: 1 image or object with code that never ran"
same_totals --no-build
ran=$(cat of_report)
[ "$built" != "$ran" ] || fail "what never ran has no lines: $built"
same_totals --build .
mkdir other
cd other
same_totals --build .. ../anycov-data
cd ..

# .anycov: what selects is used, the rest is report's.
cat >.anycov <<'END'
# options of reports
--exclude never.c --fail-under-lines 100 --lcov - -o none.txt --html=pages
END
expect 0 "$ANYCOV" tests
has "$WORK/out" "All recordings: $ran"
[ ! -e none.txt ] && [ ! -e pages ] || fail "an output of report was written"
expect 0 "$ANYCOV" tests --no-config
has "$WORK/out" "All recordings: $built"
rm .anycov
printf -- '--exclude never.c\n' >.anycov
same_totals
rm .anycov

# No test reaches what never ran.
expect 0 "$ANYCOV" tests never never.c:4
has "$WORK/out" "never: no test reaches it"
has "$WORK/out" "never.c:4: no test reaches it"
# A change of it may concern any test: it may have been built after the recording.
echo '/* changed */' >>never.c
expect 3 "$ANYCOV" tests --changes HEAD --names
has "$WORK/err" "never.c: changed, and no code of it was recorded"
git checkout -q never.c

# The tests that reached a source which was changed and built again since.
sed -i 's/x + 1/x + 2 - 1/; 2i\
/* more */' one.c
build
expect 0 "$ANYCOV" tests one --names
echo one | cmp - "$WORK/out" || fail "tests of a function after a new build"
expect 0 "$ANYCOV" tests one.c --names
echo one | cmp - "$WORK/out" || fail "tests of a file after a new build"
expect 0 "$ANYCOV" tests --changes HEAD --names
echo one | cmp - "$WORK/out" || fail "tests of a change after a new build"
