# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# --cobertura writes XML that is valid for Cobertura's DTD, with the numbers of the report, whatever
# the names contain; pycobertura and diff-cover read it if they are installed.
. "${0%/*}/lib.sh"
mkdir d src
: >d/.anycov-data
cat >a.spec <<END
image
function main file=src/a.c dir=$WORK line=1
block 0 probed succ=1,2 lines=2
block 1 probed succ=2 lines=3
block 2 probed succ=3,4 lines=2,4
block 3 probed exit lines=5
block 4 probed succ=5,6 lines=4
block 5 probed exit lines=6
block 6 probed exit lines=7
flags 0,1,2,3,4,5,6
function _ZN2ns3putEi file=b.h dir=/elsewhere line=8
block 0 probed exit lines=9
flags 0
END
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1,main:2,main:3
expect 0 "$ANYCOV" report -q --cobertura a.xml d

# The elements and attributes of coverage-04.dtd.
cat >cobertura.dtd <<'END'
<!ELEMENT coverage (sources?, packages)>
<!ATTLIST coverage line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED
  lines-covered CDATA #REQUIRED lines-valid CDATA #REQUIRED
  branches-covered CDATA #REQUIRED branches-valid CDATA #REQUIRED
  complexity CDATA #REQUIRED version CDATA #REQUIRED timestamp CDATA #REQUIRED>
<!ELEMENT sources (source*)>
<!ELEMENT source (#PCDATA)>
<!ELEMENT packages (package*)>
<!ELEMENT package (classes)>
<!ATTLIST package name CDATA #REQUIRED line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED
  complexity CDATA #REQUIRED>
<!ELEMENT classes (class*)>
<!ELEMENT class (methods, lines)>
<!ATTLIST class name CDATA #REQUIRED filename CDATA #REQUIRED line-rate CDATA #REQUIRED
  branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT methods (method*)>
<!ELEMENT method (lines)>
<!ATTLIST method name CDATA #REQUIRED signature CDATA #REQUIRED line-rate CDATA #REQUIRED
  branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT lines (line*)>
<!ELEMENT line (conditions*)>
<!ATTLIST line number CDATA #REQUIRED hits CDATA #REQUIRED branch CDATA "false"
  condition-coverage CDATA "100%">
<!ELEMENT conditions (condition*)>
<!ELEMENT condition EMPTY>
<!ATTLIST condition number CDATA #REQUIRED type CDATA #REQUIRED coverage CDATA #REQUIRED>
END
valid()
{
	needs xmllint "xmllint (libxml2-utils)" || return 0
	expect 0 xmllint --nonet --noout --dtdvalid cobertura.dtd "$1"
}
valid a.xml
cat >check.py <<'END'
import os
import sys
import xml.etree.ElementTree as ET

root = ET.parse("a.xml").getroot()
source = root.find("sources/source").text
assert source == os.getcwd(), source
classes = {c.get("filename"): c for c in root.iter("class")}
assert sorted(classes) == ["/elsewhere/b.h", "src/a.c"], sorted(classes)
assert [p.get("name") for p in root.iter("package")] == [".elsewhere", "src"]
lines = {int(x.get("number")): (int(x.get("hits")), x.get("branch"), x.get("condition-coverage"))
         for x in classes["src/a.c"].findall("lines/line")}
assert lines == {2: (1, "true", "100% (1/1)"), 3: (1, "false", None), 4: (1, "true", "25% (1/4)"),
                 5: (1, "false", None), 6: (0, "false", None), 7: (0, "false", None)}, lines
want = {"lines-valid": "7", "lines-covered": "4", "line-rate": "0.5714", "branches-valid": "5",
        "branches-covered": "2", "branch-rate": "0.4000", "timestamp": "1234"}
assert {k: root.get(k) for k in want} == want, root.attrib
method = classes["/elsewhere/b.h"].find("methods/method")
assert (method.get("name"), method.get("signature")) == ("ns::put", "(int)"), method.attrib
END
SOURCE_DATE_EPOCH=1234 expect 0 "$ANYCOV" report -q --cobertura a.xml d
python3 check.py || fail "the report"
expect 0 "$ANYCOV" report --cobertura - d
has out "<!DOCTYPE coverage"
hasnt out "covered  "
# Nothing of an unknown line.
mkflags flags a.spec d/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report -q --cobertura u.xml d
valid u.xml
hasnt u.xml 'number="4"'

# Names that XML or UTF-8 does not allow.
for name in '<&>"'"'" "$(printf 'new\nline')" "$(printf 'tab\tcr\rend')" "$(printf 'bell\007')" "$(printf 'latin\351')" \
	"$(printf 'not\357\277\277xml')" ']]>' '..' '%s%n'; do
	[ -n "$GCC" ] && have "$GCC" || break
	rm -rf x x.d "dir$name"
	mkdir "dir$name"
	echo 'int main(int c, char **v) { (void)v; return c > 3; }' >"dir$name/a.c"
	"$ANYCOV" cc "$GCC" -g -O1 "dir$name/a.c" -o x
	expect 0 "$ANYCOV" run -o x.d ./x
	expect 0 "$ANYCOV" report -q --cobertura x.xml x.d
	valid x.xml
	# A parser gets each name back, with U+FFFD for what XML and UTF-8 do not have.
	python3 -c '
import os
import sys
import xml.etree.ElementTree as ET
want = os.fsencode("dir" + sys.argv[1] + "/a.c").decode("utf-8", "replace")
want = want.replace("\a", "\ufffd").replace("\uffff", "\ufffd")
c, = ET.parse("x.xml").getroot().iter("class")
assert c.get("filename") == want, (c.get("filename"), want)
' "$name" || fail "name $name"
done

# Consumers, if they are installed.
seq 12 >src/a.c
if needs pycobertura; then
	expect 0 pycobertura show --format json a.xml
	has out '"Coverage": "57.14%"'
fi
if needs diff-cover && needs git; then
	git init -q .
	git add src/a.c
	git -c user.name=x -c user.email=x@x commit -qm x
	git checkout -qb change
	sed -i 's/^[37]$/&0/' src/a.c
	expect 0 diff-cover --compare-branch HEAD a.xml
	has out "src/a.c (50.0%): Missing lines 7"
fi
