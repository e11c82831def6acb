#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# docs.sh TOP: the pages of the tree keep docs.py's rules, and docs.py notices a page
# that breaks each of them.
set -eu
top=$1
here=$(cd "${0%/*}" && pwd)

command -v git >/dev/null && git -C "$top" rev-parse >/dev/null 2>&1 || {
	echo "missing: a git tree"
	exit 77
}
python3 "$here/docs.py" "$top"

page=$(mktemp)
trap 'rm -f "$page"' EXIT
cat >"$page" <<'END'
# Planted errors

[a](no-such-page.md), [b](design.md#no-such-heading), [good](design.md#buffers),
`common/no_such_file.c`, `cli/cmd/{main,no_such}.c`, `anycov_no_such_function()`.
Measured on 2020-02-20, see bench/results/2020-02-20-good.md.

| `anycov run: nothing was recorded; link PROGRAM with`, `this was recorded by luck` | cell |
END
if python3 "$here/docs.py" "$top" "$page" >"$page.out"; then
	echo "FAIL: planted errors are not noticed" >&2
	exit 1
fi
cat "$page.out"
for error in 'broken link: no-such-page.md' 'no such heading: design.md#no-such-heading' \
		'no such file: common/no_such_file.c' 'no such file: cli/cmd/no_such.c' \
		'no such identifier: anycov_no_such_function' 'a date' 'no such message: this was recorded by luck'; do
	grep -qF "$error" "$page.out" || {
		echo "FAIL: not noticed: $error" >&2
		exit 1
	}
done
rm -f "$page.out"
