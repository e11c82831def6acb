# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The files of docs/ci.md: the script runs, GitHub's steps run in bash, GitLab's job runs in
# gitlab-ci-local, and the workflows are valid by action-validator.
. "${0%/*}/lib.sh"
command -v gcc-12 >/dev/null && have gcc-12 || lacks gcc-12
needs python3 || lacks python3
python3 -c 'import yaml' 2>/dev/null || lacks python3-yaml

mkdir -p bin files
ln -s "$ANYCOV" bin/anycov
PATH=$WORK/bin:$PATH
export PATH
# Each block whose first line, or the one after "#!", is a comment that names a file.
python3 - "$ANYCOV_SOURCE/docs/ci.md" <<'END'
import os
import re
import sys

names = []
for block in re.findall(r"^```[a-z]+\n(.*?)^```$", open(sys.argv[1]).read(), re.M | re.S):
    name = re.match(r"(?:#!.*\n)?(?:#|//) (\S+)\n", block).group(1)
    names.append(name)
    os.makedirs(os.path.dirname("files/" + name), exist_ok=True)
    open("files/" + name, "w").write(block)
assert len(names) == 6, names
END

# The project; its origin has the main branch.
repository "$WORK/origin"
mkdir -p ci src
cp ../files/ci/coverage.sh ci
cp ../files/.gitlab-ci.yml .
cat >src/sum.c <<'END'
int sum(int a, int b)
{
	if (a > 100)
		return 0;
	return a + b;
}
END
cat >src/main.c <<'END'
int sum(int a, int b);
int main(int argc, char **argv)
{
	(void)argv;
	return sum(argc, 2) != 3;
}
END
cat >Makefile <<'END'
sum: src/main.c src/sum.c
	$(CC) $(CFLAGS) src/main.c src/sum.c -o $@
check: sum
	./sum
END
printf '%s\n' sum anycov-data coverage '.anycov-*' baseline.json .gitlab-ci-local >.gitignore
git add .
git commit -qm one
git clone -q "$WORK/origin" "$WORK/project"
cd "$WORK/project"
git checkout -qb change
sed -i 's/return 0;/return 1;/; s/return a + b;/return b + a;/' src/sum.c
git commit -qam two

expect 0 sh ci/coverage.sh
has "$WORK/out" "lines 83.3% (5/6)"
for f in report.json html/index.html lcov.info cobertura.xml sonarqube.xml badge.svg; do
	[ -s coverage/$f ] || fail "no coverage/$f"
done
sed 's/lines 60/lines 90/' ci/coverage.sh >higher.sh
rm sum
expect 4 sh higher.sh
has "$WORK/err" "below --fail-under-lines 90"

# GitHub: the steps with commands, in bash as there.
cat >"$WORK/steps.py" <<'END'
import sys
import yaml

workflow = yaml.safe_load(open(sys.argv[1]))
for i, step in enumerate(workflow["jobs"]["coverage"]["steps"]):
    if "run" in step and step["name"] != "Install anycov":
        print(step["name"])
        open(sys.argv[2] + step["name"].replace(" ", "_") + ".sh", "w").write(step["run"])
END
python3 "$WORK/steps.py" "$WORK/files/.github/workflows/coverage.yml" "$WORK/step-" >"$WORK/steps"
printf '%s\n' "Build, test, report" "Changed lines" "Must not fall" "Make the baseline" | cmp - "$WORK/steps" ||
	fail "other steps"
export GITHUB_STEP_SUMMARY="$WORK/step-summary.md" GITHUB_BASE_REF=main
github() # STATUS STEP
{
	expect "$1" bash --noprofile --norc -eo pipefail "$WORK/step-$2.sh"
}
rm -rf coverage anycov-data sum
github 0 "Build,_test,_report"
has "$GITHUB_STEP_SUMMARY" "Coverage: lines 83.3% (5/6)"
github 4 "Changed_lines"
has "$WORK/out" "::warning file=src/sum.c,line=4,"
has "$WORK/err" "1 of 2 changed lines covered (50.0 %), 0 unknown: below --fail-under-changes 80"
has "$GITHUB_STEP_SUMMARY" "src/sum.c"
github 0 "Make_the_baseline"
github 0 "Must_not_fall"
has "$WORK/out" "since the baseline: lines unchanged"
sed -i 's/return b + a;/if (b == 7)\n\t\ta = 1;\n\treturn b + a;/' src/sum.c
rm sum
github 0 "Build,_test,_report"
github 4 "Must_not_fall"
has "$WORK/err" "6 of 8 lines covered (75.0 %), 0 unknown: below the 83.3 % of baseline.json (--fail-on-loss=0.1)"
git checkout -q src/sum.c

cd "$WORK"
if npm_packages @action-validator/cli@0.6.0 @action-validator/core@0.6.0 chalk@5.2.0; then
	validator=$npm/@action-validator/cli/cli.mjs
	actions() # FILE
	{
		timeout 60 node "$validator" "$1" >validator.log 2>&1
	}
	actions files/.github/workflows/coverage.yml || { cat validator.log; fail "the workflow"; }
	# The steps of other services, in the place of the last one.
	sed -n '/^steps:/,$p' files/codecov-and-coveralls.yml | sed '1d; s/^/    /' >more
	cat files/.github/workflows/coverage.yml more >upload.yml
	actions upload.yml || { cat validator.log; fail "steps of Codecov and Coveralls"; }
	# It finds what is planted.
	sed 's/runs-on/runs-at/' upload.yml >bad.yml
	! actions bad.yml || fail "a bad workflow is valid"
fi

# GitLab: its schema, its script, and the share that the regex takes.
cd "$WORK/project"
if npm_packages gitlab-ci-local@4.75.1 && needs rsync; then
	rm -rf coverage anycov-data sum
	git config user.name a
	git config user.email a@a
	# A function that Node.js 20 lacks.
	echo 'Set.prototype.union ??= function (o) { return new Set([...this, ...o]) }' >"$WORK/union.cjs"
	timeout 100 node --require "$WORK/union.cjs" "$npm/gitlab-ci-local/dist/index.js" --force-shell-executor --no-color \
		--variable CI_MERGE_REQUEST_DIFF_BASE_SHA="$(git rev-parse origin/main)" coverage >"$WORK/gitlab.log" 2>&1 ||
		{ cat "$WORK/gitlab.log"; fail "the job of GitLab"; }
	grep -q '83\.3% *coverage$' "$WORK/gitlab.log" || { cat "$WORK/gitlab.log"; fail "no share"; }
	has coverage/quality.json '"path": "src/sum.c"'
fi
python3 - "$WORK/files/.gitlab-ci.yml" <<'END' || fail "the regex or the paths of GitLab"
import re
import sys
import yaml

job = yaml.safe_load(open(sys.argv[1]))["coverage"]
regex = re.compile(job["coverage"].strip("/"))
for line in ("lines 83.3% (5/6), functions", "lines <0.1% (1/9999), functions", "lines 100.0% (1/1)"):
    assert regex.search(line), line
assert not regex.search("lines - functions 100.0% (1/1)")
reports = job["artifacts"]["reports"]
for path in (reports["coverage_report"]["path"], reports["codequality"]):
    assert path.startswith("coverage/"), path
END
has "$WORK/files/Jenkinsfile" "coverage/cobertura.xml"
has "$WORK/files/sonar-project.properties" "sonar.coverageReportPaths=coverage/sonarqube.xml"
