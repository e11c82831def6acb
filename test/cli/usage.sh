# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Usage errors: exit 2 and a line of error; help and version: exit 0.
. "${0%/*}/lib.sh"

expect 0 "$ANYCOV" --version
has out "anycov "
expect 0 "$ANYCOV" help
for sub in flags cc list doctor run trace dump report tests sites fetch budget merge diff help; do
	has out "  $sub "
done
for sub in flags cc list doctor run trace dump report tests sites fetch budget merge diff help; do
	expect 0 "$ANYCOV" $sub --help
	has out "usage: anycov $sub"
	cp out first
	expect 0 "$ANYCOV" help $sub
	cmp out first || fail "help $sub differs from $sub --help"
	# The man page has the same options.
	page=$ANYCOV_SOURCE/docs/man/anycov-$sub.1
	sed -n 's/^  \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' out | grep -v '^help$' | sort -u >options
	sed -n 's/^\.It .*Fl -\([a-z-]*\).*/\1/p' "$page" | grep -v '^help$' | sort -u >documented
	cmp options documented || { diff options documented >&2; fail "$page is out of date"; }
done
# The help of report is in groups, the commonest first, and no line is wider than a terminal.
expect 0 "$ANYCOV" report --help
awk 'length > 80' out | grep . && fail "wide lines"
grep -n -- '^  --\(html\|include\|fail-under-lines\|mcdc\|memory\) ' out | cut -d: -f1 >lines
[ "$(wc -l <lines)" -eq 5 ] || fail "options of report"
sort -n lines | cmp - lines || fail "the order of options"
[ "$(grep -c '^[a-z].*:$' out)" -eq 6 ] || fail "groups of options"
expect 0 "$ANYCOV" flags --help
has out "coverage=KEYWORD"
has out "prune=KEYWORD"
has out "default"

wrong()
{
	expect 2 "$ANYCOV" "$@"
	one_sentence
}
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
wrong report
wrong report --image a.out
wrong report --memory m.bin
wrong sites
wrong sites a b
wrong merge a.dump
wrong merge -o out
wrong diff a
wrong run
wrong run --mode all true
wrong run -o
wrong run --size many true
wrong run --append -o t.dump true
wrong run --test a -o t.dump true
wrong run --test '' true
wrong cc
wrong flags
wrong flags --cc gcc extra
wrong list extra

# Output to a pipe, through a symbolic link, and to a full device.
cd "$WORK"
"$MKDUMP" pc 16 32 . >two.dump
mkfifo pipe
cat pipe >piped &
expect 0 "$ANYCOV" merge -o pipe two.dump
wait
[ -p pipe ] || fail "the pipe is gone"
expect 0 "$ANYCOV" merge -o plain two.dump
cmp piped plain || fail "other words through a pipe"
ln -s target link
expect 0 "$ANYCOV" merge -o link two.dump
[ -L link ] || fail "the link is gone"
cmp target plain || fail "other words behind a link"
for words in help --version "flags --cc gcc" "diff two.dump plain"; do
	expect 1 sh -c "\"$ANYCOV\" $words >/dev/full"
	has err "standard output: write error"
done
