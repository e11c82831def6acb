# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Wrong usage: exit 2 and one sentence; help and version: exit 0.
. "${0%/*}/lib.sh"

expect 0 "$ANYCOV" --version
has out "anycov "
expect 0 "$ANYCOV" help
for sub in flags cc list run trace dump report sites merge diff help; do
	has out "  $sub "
done
for sub in flags cc list run trace dump report sites merge diff help; do
	expect 0 "$ANYCOV" $sub --help
	has out "usage: anycov $sub"
	cp out first
	expect 0 "$ANYCOV" help $sub
	cmp out first || fail "help $sub differs from $sub --help"
	# The man page knows the same options.
	page=$ANYCOV_SOURCE/docs/man/anycov-$sub.1
	sed -n 's/^  \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' out | grep -v '^help$' | sort -u >options
	sed -n 's/^\.It .*Fl -\([a-z-]*\).*/\1/p' "$page" | grep -v '^help$' | sort -u >documented
	cmp options documented || { diff options documented >&2; fail "$page is out of date"; }
done
expect 0 "$ANYCOV" flags --help
has out "coverage=WORD"
has out "prune=WORD"
has out "default"

wrong()
{
	expect 2 "$ANYCOV" "$@"
	one_sentence
}
wrong
wrong frobnicate
has err "frobnicate"
wrong help frobnicate
wrong dump
wrong dump --frobnicate x
has err "--frobnicate"
wrong dump --raw 3 x
wrong dump --raw
wrong dump --json=yes x
wrong dump --mode cmp x
wrong dump --json --rawcover x
wrong dump --raw 8 --mode all x
wrong report x.dump
wrong report --image a.out
wrong sites
wrong sites a b
wrong merge a.dump
wrong merge -o out
wrong diff a
wrong run
wrong run --mode all true
wrong run -o
wrong run --size many true
wrong cc
wrong flags
wrong flags --cc gcc extra
wrong list extra
