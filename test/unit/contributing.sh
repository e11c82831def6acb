#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# contributing.sh SOURCE WORK: runs the commands of CONTRIBUTING.md, in order, in a copy of
# the tree with a history of one commit; its diffs show what is in the tree.
set -eu
source=$1 work=$2

for program in gcc-12 gdb git make ninja; do
	command -v $program >/dev/null || { echo "missing: $program"; exit 77; }
done
rm -rf "$work"
mkdir -p "$work/tree"
(cd "$source" && python3 -c 'import sys
sys.path.insert(0, "scripts/lintlib")
from tree import Tree
print("\n".join(Tree(False).files))') >"$work/files"
tar -C "$source" -cf - -T "$work/files" | tar -C "$work/tree" -xf -
cd "$work/tree"
sed -n '/^```sh$/,/^```$/{/^```/!p}' CONTRIBUTING.md >"$work/commands"
[ -s "$work/commands" ] || { echo "FAIL: no commands"; exit 1; }
# The lines of its diffs are lines of the files that they name.
sed -n '/^```diff$/,/^```$/{/^```/!p}' CONTRIBUTING.md >"$work/diffs"
[ -s "$work/diffs" ] || { echo "FAIL: no diffs"; exit 1; }
file=
while IFS= read -r line; do
	case $line in
	'+++ b/'*) file=${line#+++ b/} ;;
	*) grep -qxF -- "${line#+}" "$file" || { echo "FAIL: $file has no line: ${line#+}"; exit 1; } ;;
	esac
done <"$work/diffs"
git init -q
git config user.name test
git config user.email test@example.com
git add -A
git commit -qm "tree: a copy"
unset BUILD MAKEFLAGS MAKELEVEL
if ! sh -eux "$work/commands" >"$work/log" 2>&1; then
	cat "$work/log"
	echo "FAIL: a command of CONTRIBUTING.md fails (the last one above)"
	exit 1
fi
for text in 'unit-options-' 'PASS: anycov-gcc-12-x86_64' 'plugin_init' '__sanitizer_cov_trace_pc'; do
	grep -q -- "$text" "$work/log" || { cat "$work/log"; echo "FAIL: no $text"; exit 1; }
done
ls -s build/anycov-*.tar.gz
