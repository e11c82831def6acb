# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Names of contexts (tasks) in a dump: anycov dump prints them, anycov report --context NAME selects.
. "${0%/*}/lib.sh"

cc=${GCC:-$CLANG}
cat >prog.c <<'END'
int one(void)
{
	return 1;
}
int two(void)
{
	return 2;
}
int main(void)
{
	return 0;
}
END
# shellcheck disable=SC2046
"$cc" -O0 -g -no-pie -fno-pie $("$ANYCOV" flags --cc "$cc" --for trace) prog.c -o prog \
	$("$ANYCOV" flags --cc "$cc" --for trace --link)
pc()
{
	"$ANYCOV" sites prog | sed -n "s/^\(0x[0-9a-f]*\) .*\<$1\>.*/\1/p" | head -1
}
one=$(pc one) two=$(pc two)
[ "$one" ] && [ "$two" ] || fail "no probes of one() and two()"

# state LINE STATE: of the last report
state()
{
	python3 - "$@" <<'END' || fail "line $1 is not $2"
import json, sys
lines = json.load(open("out"))["images"][0]["files"][0]["lines"]
assert {l["line"]: l["state"] for l in lines}[int(sys.argv[1])] == sys.argv[2], lines
END
}
report()
{
	expect 0 "$ANYCOV" report --image prog --json "$@"
}

"$MKDUMP" context 7 tag NAME first upc "$one" . context 8 tag NAME second upc "$two" . >d
expect 0 "$ANYCOV" dump d
has out "NAME context 7: first"
has out "NAME context 8: second"
expect 0 "$ANYCOV" dump --json d
has out '{"tag":"NAME","context":7,"length":5,"lost":false,"records":["first"]}'
report --context first d
state 3 covered
state 7 "not covered"
report --context second d
state 3 "not covered"
state 7 covered
report --context 7 d
state 3 covered
state 7 "not covered"
report d
state 3 covered
state 7 covered
expect 1 "$ANYCOV" report --image prog --context third d
has err "context third not found; 'anycov dump' lists the contexts"

# Two tasks of one name; in the next dump of a file the number may be of another task.
"$MKDUMP" context 7 tag NAME twin upc "$one" . context 8 tag NAME twin upc "$two" . >d
report --context twin d
state 3 covered
state 7 covered
"$MKDUMP" context 7 tag NAME first upc "$one" . >d
"$MKDUMP" context 7 tag NAME other upc "$two" . >>d
report --context first d
state 3 covered
state 7 "not covered"
# A number that another task gets later.
"$MKDUMP" context 7 tag NAME first upc "$one" . tag NAME other upc "$two" . >d
report --context first d
state 3 covered
state 7 "not covered"
report --context other d
state 3 "not covered"
state 7 covered
# A name without records is not found.
"$MKDUMP" context 7 tag NAME first >d
expect 1 "$ANYCOV" report --image prog --context first d

# Control characters are not printed; damaged names are errors.
"$MKDUMP" tag NAME "$(printf 'a\033[31mb')" >d
expect 0 "$ANYCOV" dump d
hasnt out "$(printf '\033')"
"$MKDUMP" tag NAME "" >d
expect 1 "$ANYCOV" dump d
has err "d:16: damaged: NAME chunk of impossible length"
"$MKDUMP" tag NAME "$(printf '%0256d' 0)" >d
expect 1 "$ANYCOV" dump d
has err "damaged: NAME chunk of impossible length"
"$MKDUMP" tag NAME "$(printf '%0255d' 0)" >d
expect 0 "$ANYCOV" dump d
