# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Several builds in one report: lines are merged where a source is the same, by its hash; where it
# is not, they are those of the source as it is now, else of the newest build.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN

build()
{
	"$ANYCOV" cc $cc -O1 -g -c "$WORK/a.c" -o a.o
	"$ANYCOV" cc $cc -O1 -g -c "$WORK/b.c" -o b.o
	"$ANYCOV" cc $cc -O1 -g a.o b.o -o p
}

# lines FILE DIRECTORY: its lines, functions and branches, in lcov's words
lines()
{
	expect 0 "$ANYCOV" report --no-build --lcov all.info "$2"
	sed -n "/^SF:.*$1\$/,/^end_of_record/p" all.info
}

# like DIRECTORY WHY: a.c in both is as in this build alone
like()
{
	lines a.c "$1" >alone
	case $1 in
	one) states="4,1 10,1 11,0" ;;
	two) states="6,0 11,0 17,0 18,1" ;;
	esac
	for state in $states; do
		has alone "DA:$state"
	done
	lines a.c both >together
	cmp alone together >&2 || { diff alone together >&2; fail "$cc: $2"; }
	has err "a.c: changed between builds; lines are those of $3"
	has err "1 build with another source"
	has err "/p: there are recordings of several builds"
	hasnt err "b.c"
	lines b.c both >b.lines
	has b.lines DA:4,1
	has b.lines DA:5,1
}

some=
for cc in $GCC $(with_clang clang-14 clang-19); do
	have $cc || continue
	some=yes
	rm -rf both one two merged pages ./*.o p ./*.c ./*.h .anycov-build

	# The first build runs the first way of b.c, the second one the second; a line and a
	# function of a.c have the numbers of others in between.
	cat >a.c <<'END'
int b(int x);
int lost(int x)
{
	return x + 9;
}
int main(int c, char **v)
{
	(void)v;
	if (c > 1)
		return lost(c) - lost(c) + b(c) - 3;
	return b(c) - 4;
}
END
	cat >b.c <<'END'
int b(int x)
{
	if (x > 1)
		return 3;
	return 4;
}
END
	build
	expect 0 "$ANYCOV" run -o one ./p x
	cp a.c a.first
	expect 0 "$ANYCOV" run -o both --test first ./p x
	{
		printf '/*\n * more\n */\nint more(int x)\n{\n\treturn x * 2;\n}\n'
		sed 's/c > 1/c > 2/' a.first
	} >a.c
	cp a.c a.second
	build
	expect 0 "$ANYCOV" run -o two ./p
	expect 0 "$ANYCOV" run -o both --test second ./p

	like two "the source is that of the second build" "the source as it is now"
	[ "$(wc -l <err)" -eq 2 ] || { cat err >&2; fail "$cc: more than two sentences"; }
	grep -q "^FN:.*lost" together || fail "$cc: no function"
	[ "$(grep -c "^FN:.*lost" together)" -eq 1 ] || fail "$cc: a function of two builds"

	# JSON has it, and both builds by themselves; the page has a notice.
	expect 0 "$ANYCOV" report --no-build both --json --each-image -o t.json --html pages
	python3 - <<'END' || fail "$cc: JSON"
import json
r = json.load(open("t.json"))
files = {f["path"].split("/")[-1]: f for f in r["merged"]["files"]}
assert files["a.c"]["builds_left_out"] == 1 and files["a.c"]["source"] == "same", files["a.c"]
assert "builds_left_out" not in files["b.c"], files["b.c"]
parts = [f for i in r["images"] for f in i["files"] if f["path"].endswith("a.c")]
assert sorted((f["source"], f.get("left_out", False)) for f in parts) == [
	("changed", True), ("same", False)], parts
END
	grep -l 'id="builds"' pages/f-*.html >changed
	[ "$(cat changed)" = "$(ls pages/f-a.c-*.html)" ] || fail "$cc: notice in $(cat changed)"

	# What a test of the other build reached has no number here.
	expect 0 "$ANYCOV" tests both -- b.c:4
	has out first
	expect 0 "$ANYCOV" tests both -- a.c:18
	hasnt out first
	has out second

	# The source decides, not the order; else the time of the builds.
	cp a.first a.c
	like one "the source is that of the first build" "the source as it is now"
	echo >>a.c
	like two "the source is that of no build" "the newest build"
	has err "a.c: changed since it was compiled"
	rm a.c
	like two "there is no source" "the newest build"
	find both -name '*.image' -exec grep -l . {} + >images
	[ "$(wc -l <images)" -ge 2 ] || fail "$cc: images: $(cat images)"
	for image in both/*/*.image both/*/*/*.image; do
		[ -e "$image" ] || continue
		for other in one/*/*.image; do
			! cmp -s "$image" "$other" || touch -d 2100-01-01 "$image"
		done
	done
	like one "the first build is newer" "the newest build"
	expect 0 "$ANYCOV" merge both -o merged
	rm -rf both
	mv merged both
	like one "a merge keeps the times" "the newest build"

	# A header that two programs have is one as long as it is the same.
	rm -rf both
	echo 'static inline int h(int x) { return x > 1' >h.h
	printf '\t? 3\n\t: 4; }\n' >>h.h
	printf '#include "h.h"\nint main(int c, char **v) { (void)v; return h(c) - 3; }\n' >q.c
	printf '#include "h.h"\nint main(int c, char **v) { (void)v; return h(c) - 4; }\n' >r.c
	for i in q r; do
		"$ANYCOV" cc $cc -O1 -g "$WORK/$i.c" -o $i
	done
	expect 0 "$ANYCOV" run -o both sh -c './q x; ./r'
	lines h.h both >h.lines
	! grep '^DA:.*,0$' h.lines || fail "$cc: a line of a header"
	! grep '^BRDA:.*,0$' h.lines || fail "$cc: a branch of a header"
	[ ! -s err ] || fail "$cc: $(cat err)"
	# Another one is not: q is of a header that is gone.
	printf '\n\n' | cat - h.h >new
	mv new h.h
	"$ANYCOV" cc $cc -O1 -g "$WORK/r.c" -o r
	rm -rf both
	expect 0 "$ANYCOV" run -o both sh -c './q x; ./r'
	lines h.h both >h.lines
	! grep '^DA:1,' h.lines || fail "$cc: a line of another header"
	has h.lines DA:3,1
	has err "h.h: changed between builds"
	hasnt err "several builds"

	# What has no hash is merged by line as it always was.
	rm -rf both
	for i in 3 5; do
		printf '#line %s "gone.c"\nint main(void)\n{\n\treturn 0;\n}\n' $i >s.c
		"$ANYCOV" cc $cc -O1 -g s.c -o s
		expect 0 "$ANYCOV" run -o both --append ./s
	done
	lines gone.c both >gone
	has gone DA:5,1
	has gone DA:7,1
	hasnt err "between builds"
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
