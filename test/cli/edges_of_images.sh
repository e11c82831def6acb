# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What is known of the edges of an image is known in the report of several images, too: a call that
# did not return makes edges of its own function unknown, not those of all.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_FLAGS

cat >shared.h <<'END'
#include <stdlib.h>
__attribute__((noinline)) static int classify(int n)
{
	int kind = 0;

	if (n > 10)
		kind++;
	if (n % 3 == 0 && n > 2)
		kind += 2;
	while (n > 100)
		n -= 100;
	return kind + n;
}
END
cat >ends.c <<'END'
#include "shared.h"
__attribute__((noinline)) static void finish(int status)
{
	if (status > 1)
		exit(status - 2);
}
int main(int argc, char **argv)
{
	finish(classify(argc > 1 ? atoi(argv[1]) : 0));
	if (argc > 2)
		finish(2);
	return 0;
}
END
cat >returns.c <<'END'
#include "shared.h"
int main(int argc, char **argv)
{
	return argc > 1 ? classify(atoi(argv[1])) > 1000 : 0;
}
END

# No function of the merged report has more unknown edges than in the image that ran it.
cat >compare.py <<'END'
import json
report = json.load(open("report.json"))
states = {line["line"]: line["state"] for f in report["merged"]["files"]
          if f["path"].endswith("shared.h") for line in f["lines"]}
# At -O2 code has not each line.
if any(states.get(n, state) != state for n, state in (
        (7, "covered"), (10, "covered"), (11, "not covered"))) or len(states) < 3:
    raise SystemExit(states)
alone = {}
for image in report["images"]:
    for f in image["functions"]:
        alone.setdefault((f["name"], f["file"]), []).append(f["edges"])
for f in report["merged"]["functions"]:
    best = min(e["unknown"] for e in alone[f["name"], f["file"]])
    if f["edges"]["unknown"] > best:
        raise SystemExit("%s: %s, alone %s" % (f["name"], f["edges"], alone[f["name"], f["file"]]))
END

for cc in $GCC $CLANG; do
	have "$cc" || continue
	for place in early late; do
		for name in ends returns; do
			# shellcheck disable=SC2046
			$cc -g -O2 $("$ANYCOV" flags --cc "$cc" --for report --place $place) $name.c \
				-o $name $("$ANYCOV" flags --cc "$cc" --link --for report)
		done
		rm -rf data
		"$ANYCOV" run -o data ./ends 12 || [ $? -eq 13 ]
		"$ANYCOV" run -o data --append ./returns 12
		"$ANYCOV" report data --allow-incomplete --json --each-image >report.json
		python3 compare.py || fail "$cc --place $place"
	done
done
