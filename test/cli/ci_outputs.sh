# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --sonarqube, --badge, --json-summary and --csv: the states of the report, as their readers
# get them, with names of any characters.
. "${0%/*}/lib.sh"

# Line 2 has a branch of which one outcome was taken, line 5 was not executed.
cat >a.spec <<END
image
function main file=src/a.c dir=$WORK line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls exit lines=3
block 2 probed exit lines=5
flags 0,1,2
function other file=/else/b.c line=8
block 0 probed exit lines=9,10,11
flags 0
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1

expect 0 "$ANYCOV" report -q --sonarqube s.xml --badge b.svg --json-summary s.json --csv c.csv d
for f in s.xml b.svg s.json c.csv; do
	[ -s $f ] || fail "$f was not written"
done
# One of them on standard output replaces the report.
for format in sonarqube:s.xml badge:b.svg json-summary:s.json csv:c.csv; do
	expect 0 "$ANYCOV" report "--${format%:*}" - d
	cmp out "${format#*:}" || fail "--${format%:*} -"
	expect 1 "$ANYCOV" report "--${format%:*}" no/such d
	one_sentence
	has err "no/such: cannot write"
	expect 2 "$ANYCOV" report d "--${format%:*}"
	one_sentence
	has err "missing value FILE"
done

# The schema that SonarQube's documentation has of its generic format.
cat >sonar.xsd <<'END'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <xs:element name="coverage"><xs:complexType><xs:sequence>
  <xs:element name="file" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
   <xs:element name="lineToCover" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
    <xs:attribute name="lineNumber" type="xs:positiveInteger" use="required"/>
    <xs:attribute name="covered" type="xs:boolean" use="required"/>
    <xs:attribute name="branchesToCover" type="xs:nonNegativeInteger"/>
    <xs:attribute name="coveredBranches" type="xs:nonNegativeInteger"/>
   </xs:complexType></xs:element>
  </xs:sequence><xs:attribute name="path" type="xs:string" use="required"/></xs:complexType></xs:element>
 </xs:sequence><xs:attribute name="version" type="xs:positiveInteger" fixed="1" use="required"/></xs:complexType>
 </xs:element>
</xs:schema>
END
valid() # FILE
{
	! needs xmllint libxml2-utils || xmllint --noout --schema sonar.xsd "$1" 2>xmllint.log ||
		{ cat xmllint.log; fail "$1"; }
}
valid s.xml
has s.xml '<file path="src/a.c">'
has s.xml '<lineToCover lineNumber="2" covered="true" branchesToCover="2" coveredBranches="1"/>'
has s.xml '<lineToCover lineNumber="3" covered="true"/>'
has s.xml '<lineToCover lineNumber="5" covered="false"/>'
has s.xml '<file path="/else/b.c">'
has s.xml '<lineToCover lineNumber="9" covered="false"/>'
[ "$(grep -c lineToCover s.xml)" -eq 6 ] || fail "other lines"

has b.svg 'aria-label="coverage: 33.3%"'
has b.svg "<title>coverage: 33.3% of lines (2 of 6)</title>"
has b.svg "#c62828"
! needs xmllint libxml2-utils || xmllint --noout b.svg || fail "b.svg"
if [ -n "$browser" ]; then
	cat >badge.html <<'END'
<!doctype html><img id="badge" src="b.svg" onload="document.title=this.naturalWidth+'x'+this.naturalHeight">
END
	chrome --virtual-time-budget=3000 --dump-dom "file://$WORK/badge.html" >dom
	has dom "<title>115x20</title>"
else
	echo "missing: a browser"
fi

python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-summary-1.json" s.json ||
	fail "schema"
expect 0 "$ANYCOV" report --json d
mv out r.json
cat >check.py <<'END'
import csv
import json

report = json.load(open("r.json"))["images"][0]
summary = json.load(open("s.json"))
rows = list(csv.DictReader(open("c.csv", newline="")))


def same(got, want):
    assert all(got[k] == want[k] for k in ("total", "covered", "not_covered", "unknown")), (got, want)


for what in ("lines", "branches", "functions", "blocks"):
    same(summary[what], report[what + "_total"])
assert summary["lines"]["percent"] == 33.3333 and summary["branches"]["percent"] == 50
assert len(summary["files"]) == len(report["files"]) == len(rows) == 2
for s, r, row in zip(summary["files"], report["files"], rows):
    assert s["path"] == r["path"] == row["file"]
    for what in ("lines", "branches"):
        same(s[what], r[what + "_total"])
        for key in ("covered", "not_covered", "unknown"):
            assert int(row[what + "_" + key]) == s[what][key]
        assert int(row[what]) == s[what]["total"]
END
python3 check.py || fail "other numbers"

# Unknown is not "not covered".
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1 how=2 started=2 copied=1
expect 3 "$ANYCOV" report -q --sonarqube u.xml --badge u.svg --json-summary u.json --csv u.csv d
valid u.xml
has u.xml '<lineToCover lineNumber="2" covered="true" branchesToCover="1" coveredBranches="1"/>'
hasnt u.xml 'covered="false"'
hasnt u.xml "/else/b.c"
has u.csv '"/else/b.c",3,0,0,3,'
has u.csv '"src/a.c",3,2,0,1,2,1,0,1'
has u.svg "coverage: 33.3% of lines (2 of 6)"
python3 -c 'import json; l = json.load(open("u.json"))["lines"]
assert (l["total"], l["covered"], l["not_covered"], l["unknown"]) == (6, 2, 0, 4), l' || fail "u.json"
# Everything and nothing.
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1,main:2,other:0
expect 0 "$ANYCOV" report -q --badge - d
expect 0 "$ANYCOV" report --badge all.svg d
has all.svg '"coverage: 100.0%"'
has all.svg "#1e7e34"

# Names that XML, CSV, JSON or UTF-8 do not allow, and those that a spreadsheet takes for formulas.
for name in '<&>"'"'" "$(printf 'new\nline')" "$(printf 'bell\007')" "$(printf 'latin\351')" 'a,b;c' '=1+1' \
	'+1' '-1' '@x' ']]>' '%s%n'; do
	[ -n "$GCC" ] && have "$GCC" || break
	rm -rf x x.d w
	mkdir w
	cd w
	printf 'int main(int c, char **v) { (void)v; return c > 3; }\n' >"./$name.c"
	"$ANYCOV" cc "$GCC" -g -O1 "./$name.c" -o ../x
	expect 0 "$ANYCOV" run -o ../x.d ../x
	expect 0 "$ANYCOV" report -q --sonarqube ../x.xml --json-summary ../x.json --csv ../x.csv --json -o ../y.json ../x.d
	cd ..
	valid x.xml
	python3 -c '
import csv
import json
import os
import sys
import xml.etree.ElementTree as ET
want = os.fsencode(sys.argv[1] + ".c").decode("utf-8", "replace")
file, = ET.parse("x.xml").getroot().iter("file")
assert file.get("path") == want.replace("\a", "\ufffd"), (file.get("path"), want)
file, = json.load(open("x.json"))["files"]
assert file["path"] == want, (file, want)
row, = csv.DictReader(open("x.csv", newline=""))
assert row["file"][0] not in "=+-@", row
assert os.path.normpath(row["file"]) == want, (row, want)
' "$name" || fail "name $name"
done
