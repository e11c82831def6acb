# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --changes after an edit that was not built: lines that were not compiled are unknown, never those
# that had their numbers; the others have their states.
. "${0%/*}/lib.sh"
have gcc || lacks "a plugin for gcc"

repository .
cat >a.c <<'END'
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return 3;
	return 0;
}
END
git add a.c
git commit -qm one
# Built with a change, which is a part of the report.
sed -i '5s/3/4/' a.c
"$ANYCOV" cc gcc -g a.c -o a
"$ANYCOV" run ./a
expect 0 "$ANYCOV" report --changes HEAD
has out "0 of 1 changed lines covered (0.0 %), 1 not covered, 0 unknown"
# Edited since: three lines above it, one of them in place of `return 0`.
cat >a.c <<'END'
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 7)
		return 5;
	if (argc > 1)
		return 4;
	return 0;
}
END
expect 0 "$ANYCOV" report --changes HEAD
has out "0 of 3 changed lines covered (0.0 %), 1 not covered, 2 unknown"
has out "not covered: 7"
has out "unknown: 4-5"
has err "a.c: changed since it was compiled"
expect 4 "$ANYCOV" report --changes HEAD --fail-under-changes 1
expect 0 "$ANYCOV" report --changes HEAD --changes-format github
has out "::notice file=a.c,line=4,endLine=5,title=Coverage unknown"
hasnt out "line=6"
# Without a copy of what was compiled nothing is known of any changed line.
rm -r .anycov-sources
expect 0 "$ANYCOV" report --changes HEAD
has out "0 of 3 changed lines covered (0.0 %), 0 not covered, 3 unknown"
# Built again, all is known.
"$ANYCOV" cc gcc -g a.c -o a
"$ANYCOV" run ./a
expect 0 "$ANYCOV" report --changes HEAD
has out "1 of 3 changed lines covered (33.3 %), 2 not covered, 0 unknown"

# Behind sixteen edits, as many as there is room for at first.
seq -f 'int v%g;' 40 >b.c
echo 'int main(void) { return 0; }' >>b.c
git add b.c
git commit -qam two
sed -i '41s/0/v40/' b.c
"$ANYCOV" cc gcc -g b.c -o b
"$ANYCOV" run ./b
sed -i '1,31{1~2s/;/ = 0;/}' b.c
expect 0 "$ANYCOV" report --changes HEAD
has out "1 of 17 changed lines covered (5.8 %), 0 not covered, 16 unknown"
