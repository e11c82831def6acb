# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Dumps and maps of release 0.1 are read with the same result.
. "${0%/*}/lib.sh"
formats=$ANYCOV_SOURCE/test/cli/formats
outputs=$formats/expected
cp "$formats"/* . 2>/dev/null || :

# same NAME COMMAND...: the JSON output is the expected one
same()
{
	name=$1
	shift
	expect 0 "$ANYCOV" "$@"
	/usr/bin/python3 - "$outputs/$name.json" <<'END' || fail "$*: not $name.json"
import json
import sys


# Members may be added, none may change or go; lists keep their lengths.
def check(path, old, new):
    if isinstance(old, dict):
        for key in old:
            check(f"{path}/{key}", old[key], new[key])
    elif isinstance(old, list):
        assert len(old) == len(new), path
        for i, value in enumerate(old):
            check(f"{path}/{i}", value, new[i])
    else:
        assert old == new and type(old) is type(new), f"{path}: {new}, not {old}"


check("", json.load(open(sys.argv[1])), json.load(open("out")))
END
}
n=0
for f in *.dump console.log; do
	same "$f.dump" dump --json "$f"
	same "$f.report" report --json --edges --cmp --image sample "$f"
	n=$((n + 2))
done
for f in *.obj sample; do
	same "$f.sites" sites --json "$f"
	n=$((n + 1))
done
[ $n -eq "$(ls "$outputs" | wc -l)" ] || fail "$n outputs, expected/ has others"
# The text output of a report has the same numbers.
expect 0 "$ANYCOV" report --image sample pc.dump
totals functions 2 3
