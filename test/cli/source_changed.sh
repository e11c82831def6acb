# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The map has the size and the hash of each source, so a report names a source that changed
# since the build, whatever the prefix maps did to its name, and shows its states all the same.
. "${0%/*}/lib.sh"

# are "FILE=STATE ..." WHY: as JSON says, by file
are()
{
	expect 0 "$ANYCOV" report --json --each-image -o r.json $map
	python3 - >states <<'EOF'
import json
files = json.load(open("r.json"))["images"][0]["files"]
print(*sorted(f["path"].split("/")[-1] + "=" + f.get("source", "unknown") for f in files))
EOF
	[ "$(cat states)" = "$1" ] || fail "$cc $prefix: $(cat states), not $1: $2"
}

some=
for cc in $GCC $(with_clang clang-14 clang-19); do
	have $cc || continue
	some=yes
	for prefix in "" "-ffile-prefix-map=$WORK/tree=." \
		"-fdebug-prefix-map=$WORK/tree=/usr/src/none"; do
		rm -rf tree anycov-data pages ./*.o .anycov-build
		mkdir -p tree/src tree/build
		printf '#include "gen.h"\nint g(int x)\n{\n\treturn x > 3 ? h(x) : 1;\n}\n' >tree/src/a.c
		printf '#include "../src/a.c"\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn g(c) - 1;\n}\n' >tree/build/made.c
		echo 'static inline int h(int x) { return x == 5 ? 7 : 8; }' >tree/build/gen.h
		(cd tree/build && "$ANYCOV" cc $cc -O1 -g $prefix -I. -c "$WORK/tree/build/made.c" -o made.o) ||
			fail "$cc $prefix"
		"$ANYCOV" cc $cc tree/build/made.o -o p
		expect 0 "$ANYCOV" run ./p
		map=
		case $prefix in
		*=.) map="--source-map .=$WORK/tree" ;;
		?*) map="--source-map /usr/src/none=$WORK/tree" ;;
		esac
		are "a.c=same gen.h=same made.c=same" "nothing changed"
		expect 0 "$ANYCOV" report $map --html pages
		[ ! -s err ] || fail "$cc $prefix: words: $(cat err)"
		grep -l 'id="changed"' pages/f-*.html && fail "$cc $prefix: nothing changed"

		# The same size, another byte.
		sed 's/x > 3/x > 4/' tree/src/a.c >new
		cp new tree/src/a.c
		are "a.c=changed gen.h=same made.c=same" "a byte"
		expect 0 "$ANYCOV" report $map --html pages --lcov t.info
		[ "$(wc -l <err)" -eq 1 ] || fail "$cc $prefix: $(cat err)"
		has err "src/a.c: changed since it was compiled"
		has err "build and record again"
		has t.info "DA:4,1"
		has t.info "DA:1,0" # gen.h's function
		grep -l 'id="changed"' pages/f-*.html >changed
		[ "$(cat changed)" = "$(ls pages/f-a.c-*.html)" ] || fail "$cc $prefix: $(cat changed)"
		expect 0 "$ANYCOV" report --summary $map
		has err "src/a.c: changed since it was compiled"
		expect 0 "$ANYCOV" report $map g
		has out "the source has changed since it was compiled: states are those of the line"

		# Another size; two files are one sentence; a missing one is named once, where its
		# text is needed.
		echo >>tree/build/gen.h
		rm tree/build/made.c
		are "a.c=changed gen.h=changed made.c=missing" "a line more, and a file less"
		expect 0 "$ANYCOV" report $map
		[ "$(wc -l <err)" -eq 1 ] || fail "$cc $prefix: $(cat err)"
		has err "and 1 other source: changed since they were compiled"
		expect 0 "$ANYCOV" report $map --html pages
		[ "$(grep -c 'made.c: not found' err)" -eq 1 ] || fail "$cc $prefix: $(cat err)"
	done

	# Units of one image that were compiled from different contents.
	rm -rf anycov-data
	echo 'static inline int h(int x) { return x == 5 ? 7 : 8; }' >h.h
	printf '#include "h.h"\nint one(int x) { return h(x); }\n' >one.c
	printf '#include "h.h"\nint one(int);\nint main(int c, char **v) { (void)v; return one(c) + h(c) - 16; }\n' >two.c
	"$ANYCOV" cc $cc -c one.c -o one.o
	echo 'static inline int h(int x) { return x == 6 ? 7 : 8; }' >h.h
	"$ANYCOV" cc $cc -c two.c -o two.o
	"$ANYCOV" cc $cc one.o two.o -o p
	prefix=
	map=
	expect 0 "$ANYCOV" run ./p
	are "h.h=changed one.c=same two.c=same" "between two units"

	# One file with two names is read once, and compared with what each was compiled from.
	rm -rf anycov-data
	echo 'static inline int h(int x) { return x == 5 ? 7 : 8; }' >h.h
	echo 'static inline int h(int x) { return x == 6 ? 7 : 8; }' >other.h
	sed 's/h\.h/other.h/' two.c >three.c
	"$ANYCOV" cc $cc one.c three.c -o p
	expect 0 "$ANYCOV" run ./p
	are "h.h=same one.c=same other.h=same three.c=same" "two headers"
	ln -sf other.h h.h
	are "h.h=changed one.c=same other.h=same three.c=same" "a link to another header"
	# What is no file is not even opened: the writer of a pipe would go on.
	rm -f h.h opened
	mkfifo h.h
	timeout 60 sh -c ': >h.h; : >opened' &
	writer=$!
	are "h.h=changed one.c=same other.h=same three.c=same" "a pipe"
	expect 0 "$ANYCOV" report --html pages
	sleep 0.2
	[ ! -e opened ] || fail "$cc: a pipe was opened"
	kill $writer
	wait $writer || :
	rm h.h
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
