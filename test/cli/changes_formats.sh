# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --changes-format: annotations of GitHub and GitLab, SARIF, Markdown; read back.
. "${0%/*}/lib.sh"

repository repo
git commit -q --allow-empty -m one
seq 1 20 >'x,<b>|%.c'
seq 1 3 >new.c
git add .
cat >../a.spec <<END
image
function main file=x,<b>|%.c dir=$WORK/repo line=1
block 0 probed calls succ=1 lines=2,3
block 1 probed calls succ=2 lines=5,6
block 2 probed exit lines=9
flags 0,1,2
END
mkdir ../d
: >../d/.anycov-data
mkflags image ../a.spec ../d/a-a1.image
mkflags flags ../a.spec ../d/a-a1.flags hit=main:0

expect 0 "$ANYCOV" report --changes main --changes-format github ../d
cat >expected <<'END'
::notice file=new.c,title=Coverage unknown::The report has no code of this file
::warning file=x%2C<b>|%25.c,line=5,endLine=6,title=Not covered::These lines were not executed by any recorded run
::warning file=x%2C<b>|%25.c,line=9,endLine=9,title=Not covered::This line was not executed by any recorded run
END
diff expected ../out || fail "github"

expect 0 "$ANYCOV" report --changes main --changes-format gitlab=q.json --changes-format markdown ../d
cat >check.py <<'END'
import json
q = json.load(open("q.json"))
assert [(i["location"]["lines"]["begin"], i["location"]["lines"]["end"]) for i in q] == [(5, 6), (9, 9)]
assert all(i["location"]["path"] == "x,<b>|%.c" for i in q)
assert len({i["fingerprint"] for i in q}) == 2 and all(i["severity"] == "minor" for i in q)
assert all(i["description"] and i["check_name"] == "not-covered" for i in q)
END
python3 check.py || fail "gitlab"
has ../out '**2 of 5 changed lines covered (40.0 %)**, 3 not covered, 0 unknown. All: 2 of 5 lines (40.0 %).'
has ../out '| x,&lt;b\>\|%.c | 2 of 5 (40.0 %) | 5-6, 9 |  |'
has ../out 'Unknown, because the report has no code of them: new.c'

# SARIF: by path and line, whatever git's order is; paths are URIs.
printf 'x*\nnew.c\n' >../order
git config diff.orderFile ../order
expect 0 "$ANYCOV" report --changes main --changes-format sarif ../d
cp ../out ../first
git config --unset diff.orderFile
expect 0 "$ANYCOV" report --changes main --changes-format sarif=s.sarif ../d
cmp ../first s.sarif || fail "the order of SARIF"
cat >check.py <<'END'
import json
s = json.load(open("s.sarif"))
assert set(s) == {"$schema", "version", "runs"} and s["version"] == "2.1.0", s
run, = s["runs"]
assert set(run) == {"tool", "originalUriBaseIds", "results"}, run
driver = run["tool"]["driver"]
assert driver["name"] == "anycov"
assert [(r["id"], r["defaultConfiguration"]["level"]) for r in driver["rules"]] == \
    [("not-covered", "warning"), ("coverage-unknown", "note")], driver
assert all(r["shortDescription"]["text"] for r in driver["rules"])
found = []
for r in run["results"]:
    assert set(r) == {"ruleId", "ruleIndex", "level", "message", "locations"}, r
    rule = driver["rules"][r["ruleIndex"]]
    assert (rule["id"], rule["defaultConfiguration"]["level"]) == (r["ruleId"], r["level"]), r
    assert set(r["message"]) == {"text"} and r["message"]["text"], r
    location, = r["locations"]
    place = location.pop("physicalLocation")
    assert not location, r
    artifact, region = place.pop("artifactLocation"), place.pop("region", {})
    assert not place and artifact["uriBaseId"] in run["originalUriBaseIds"], r
    assert set(region) in ({"startLine", "endLine"}, set()), r
    found.append((artifact["uri"], r["ruleId"], region.get("startLine"), region.get("endLine")))
assert found == [("new.c", "coverage-unknown", None, None),
                 ("x%2C%3Cb%3E%7C%25.c", "not-covered", 5, 6),
                 ("x%2C%3Cb%3E%7C%25.c", "not-covered", 9, 9)], found
END
python3 check.py || fail "sarif"
if needs jq; then
	jq -er '.runs[0].results[] | select(.level == "warning") | .locations[0].physicalLocation |
		"\(.artifactLocation.uri):\(.region.startLine)-\(.region.endLine)"' s.sarif >jq.out
	printf 'x%%2C%%3Cb%%3E%%7C%%25.c:5-6\nx%%2C%%3Cb%%3E%%7C%%25.c:9-9\n' | diff - jq.out || fail "jq"
fi
# The schema of SARIF 2.1.0, of a package for tests of such files.
schema=
npm_packages @microsoft/jest-sarif@1.0.0-beta.0 &&
	schema=$npm/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
valid_sarif()
{
	[ -z "$schema" ] || /usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$schema" "$1" ||
		fail "$1: the schema of SARIF"
}
valid_sarif s.sarif
# It finds what is planted.
sed 's/"warning"/"alarm"/' s.sarif >bad.sarif
[ -z "$schema" ] || ! /usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$schema" bad.sarif ||
	fail "a bad level is valid"
rm s.sarif bad.sarif

# Unknown lines are notices.
mkflags flags ../a.spec ../d/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report --changes main --changes-format github ../d
has ../out ',line=5,endLine=6,title=Coverage unknown::These lines may have been executed'
expect 3 "$ANYCOV" report --changes main --changes-format sarif ../d
valid_sarif ../out
[ "$(grep -c '"level": "note",' ../out)" -eq 3 ] || { cat ../out; fail "unknown lines in SARIF"; }

for value in frob github= 'text --changes-format github'; do
	# shellcheck disable=SC2086
	expect 2 "$ANYCOV" report --changes main --changes-format $value ../d
	one_sentence
done
expect 2 "$ANYCOV" report --changes-format text ../d
one_sentence
expect 2 "$ANYCOV" report --changes main --json ../d
one_sentence
