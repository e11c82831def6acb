# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# File names that are no UTF-8, or have control characters of 8 bits (0x9b begins the commands of a
# terminal): text and what other programs read (Markdown, GitHub, GitLab, SARIF, JSON) is UTF-8.
. "${0%/*}/lib.sh"

latin=$(printf 'n\351 \303\274 \233.c')
csi=$(printf 'c\302\233.c')
repository repo
git commit -q --allow-empty -m one
printf 'int main(void)\n{\n\treturn 0;\n}\n' >"$latin"
printf 'int never(int x);\nint never(int x)\n{\n\treturn x;\n}\n' >"$csi"
git add .
"$ANYCOV" cc "${GCC:-$CLANG}" -g -O0 "$latin" "$csi" -o p
expect 0 "$ANYCOV" run ./p
sed -i 's/return 0/return 0 + 0/' "$latin"

# plain NAME: the output is UTF-8 without control characters
plain()
{
	cat "$WORK/out" "$WORK/err" >all
	iconv -f UTF-8 -t UTF-8 all >/dev/null 2>&1 || { cat -v all; fail "$1: not UTF-8"; }
	LC_ALL=C grep -q "$(printf '\302\233')" all && { cat -v all; fail "$1: a control character"; }
	return 0
}
expect 0 "$ANYCOV" report
plain report
has "$WORK/out" 'n? ü ?.c'
expect 0 "$ANYCOV" report main never
plain "report FUNCTION"
for format in text github; do
	expect 0 "$ANYCOV" report --changes main --changes-format $format
	plain $format
done
grep -q '^::warning file=c' "$WORK/out" || fail "github: no annotation"
for format in markdown gitlab sarif; do
	expect 0 "$ANYCOV" report --changes main --changes-format $format
	iconv -f UTF-8 -t UTF-8 "$WORK/out" >/dev/null || fail "$format: not UTF-8"
done
expect 0 "$ANYCOV" report --json
iconv -f UTF-8 -t UTF-8 "$WORK/out" >/dev/null || fail "json: not UTF-8"
# A message, too.
expect 1 "$ANYCOV" report --image "$latin"
plain message
