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
	# Sentences may be improved.
	sed -i 's/,"text":"[^"]*","help":"[^"]*"//g' out
	cmp -s out "$outputs/$name.json" || {
		diff out "$outputs/$name.json" | head -20
		fail "$*: not $name.json"
	}
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
