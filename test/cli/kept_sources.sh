# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# 'anycov cc' keeps a copy of each source, so that a report shows the text of what a build removed
# or changed again.  A copy that is damaged is not used, and nothing about copies makes a
# compiler fail.
. "${0%/*}/lib.sh"

# page NAME: the text of the HTML page of a source
page()
{
	expect 0 "$ANYCOV" report --html pages
	sed -n 's/<[^>]*>//g; p' pages/f-$1-*.html >text
	cp pages/f-$1-*.html page.html
}

copies()
{
	find . -path '*/.anycov-sources/*' ! -name .gitignore | wc -l
}

begin()
{
	cd "$WORK"
	chmod -R u+w tree 2>/dev/null || :
	rm -rf tree
	mkdir -p tree/sub
	cd tree
	printf 'static inline int helper(int x)\n{\n\treturn x == 5 ? 7 : 8; /* in the header */\n}\n' >sub/gen.h
	printf '#include "sub/gen.h"\nint gen(int x)\n{\n\treturn helper(x) + 1; /* in gen.c */\n}\n' >gen.c
	printf 'int gen(int x);\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn gen(c) - 9; /* in main.c */\n}\n' >main.c
}

build()
{
	"$ANYCOV" cc $cc -O1 -g $flags -c gen.c -o gen.o 2>err || { cat err; fail "$cc: gen.o"; }
	[ ! -s err ] || fail "$cc: $(cat err)"
	"$ANYCOV" cc $cc -O1 -g $flags -c main.c -o main.o || fail "$cc: main.o"
	"$ANYCOV" cc $cc $flags gen.o main.o -o p || fail "$cc: p"
}

some=
for cc in $GCC $(with_clang clang-14 clang-19); do
	have $cc || continue
	some=$cc
	for flags in "" -flto "-ffile-prefix-map=$WORK/tree=."; do
		case "$cc $flags" in
		clang*-flto) continue ;; # needs lld or a plugin of the linker
		esac
		begin
		build
		rm gen.c sub/gen.h
		expect 0 "$ANYCOV" run ./p
		[ "$(copies)" -eq 3 ] || fail "$cc $flags: $(ls -la .anycov-sources)"
		page gen.h
		has text "in the header"
		has page.html 'id="copy"'
		has page.html "is not there any more"
		page gen.c
		has text "in gen.c"
		[ ! -s "$WORK/err" ] || fail "$cc $flags: $(cat "$WORK/err")"
		expect 0 "$ANYCOV" report gen
		has "$WORK/out" "helper(x) + 1; /* in gen.c"
		has "$WORK/out" "the source is not there any more: this is a copy of what was compiled"
		page main.c
		hasnt page.html 'id="copy"'
	done

	# A source that was changed is shown as it was compiled, and its markers are those of then.
	flags=
	begin
	build
	expect 0 "$ANYCOV" run ./p
	printf '/* LCOV_EXCL_START */\n\n' | cat - main.c >new
	mv new main.c
	page main.c
	has "$WORK/err" "main.c: changed since it was compiled; shown as compiled, of the copies"
	[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "$cc: $(cat "$WORK/err")"
	has text "in main.c"
	hasnt text "LCOV_EXCL_START"
	has page.html "has changed since"
	expect 0 "$ANYCOV" report main
	has "$WORK/out" "the source has changed: this is a copy"
	expect 0 "$ANYCOV" report --lcov t.info
	has t.info "SF:$PWD/main.c"
	# From another directory, and of an image by name.
	(cd / && expect 0 "$ANYCOV" report --no-config --html "$WORK/elsewhere" "$WORK/tree/anycov-data") || exit 1
	grep -q 'id="copy"' "$WORK"/elsewhere/f-main.c-*.html || fail "$cc: from elsewhere"
	expect 0 "$ANYCOV" report --image p --html named
	grep -q 'id="copy"' named/f-main.c-*.html || fail "$cc: by --image"
	# A second build adds no copy of what has not changed, and one of what has.
	sed -i 1,2d main.c
	build
	[ "$(copies)" -eq 3 ] || fail "$cc: a second build: $(ls .anycov-sources)"
	echo >>main.c
	build
	[ "$(copies)" -eq 4 ] || fail "$cc: a changed source: $(ls .anycov-sources)"

	# Copies that are damaged, short, longer, a link or a directory are not used.
	begin
	build
	expect 0 "$ANYCOV" run ./p
	mv main.c gone
	whole=$(grep -l 'in main.c' .anycov-sources/*)
	page main.c
	has text "in main.c"
	for damage in 'sed s/main/mean/' 'head -c 20' 'sed $p' 'head -c 0' link directory; do
		rm -rf "$whole"
		case $damage in
		link) ln -s nowhere "$whole" ;;
		directory) mkdir "$whole" ;;
		*) $damage gone >"$whole" ;;
		esac
		page main.c
		hasnt text "in m"
		has "$WORK/err" "main.c: not found"
		hasnt page.html 'id="copy"'
		rm -rf "$whole"
	done
	# A short one is replaced by the next compilation.
	mv gone main.c
	head -c 20 main.c >"$whole"
	build
	cmp main.c "$whole" || fail "$cc: a copy that was short"

	# A copy of what others may not read they may not read, either.
	begin
	umask 022
	chmod 644 sub/gen.h
	chmod 600 main.c
	chmod 640 gen.c
	build
	for what in main.c gen.c header; do
		secret=$(grep -l "in .*$what" .anycov-sources/*)
		case $what,$(stat -c %a "$secret") in
		header,644 | *.c,600) ;;
		*) fail "$cc: copy of $what: $(ls -l "$secret")" ;;
		esac
	done
	begin
	build

	# With the list its copies go.
	rm .anycov-build
	printf 'int main(void) { return 0; }\n' >only.c
	sleep 0.05
	"$ANYCOV" cc $cc -c only.c -o only.o
	[ "$(copies)" -eq 1 ] || fail "$cc: copies of another list: $(ls .anycov-sources)"
	printf '*\n' | cmp - .anycov-sources/.gitignore || fail "$cc: .gitignore"

	# Nothing makes a compiler fail or print: a directory that cannot be made or filled, a
	# limit of the size of files, links.
	for case in file link limit read-only tree; do
		begin
		case $case in
		file) : >.anycov-sources ;;
		link) mkdir ../target; ln -s ../target .anycov-sources ;;
		read-only) mkdir .anycov-sources; chmod a-w .anycov-sources ;;
		tree) : >main.o; : >gen.o; : >p; chmod a-w . ;;
		esac
		if [ $case = limit ]; then
			yes '/* ............................................................ */' |
				head -n 8000 >>gen.c
			(ulimit -f 800 && build) || exit 1
		else
			build
		fi
		case $case in
		link) [ -z "$(ls ../target)" ] || fail "$cc: filled a link's target"; rmdir ../target ;;
		limit) [ "$(copies)" -eq 2 ] || fail "$cc: a limit: $(ls .anycov-sources)" ;;
		esac
		[ -z "$(find . -name '.[0-9]*')" ] || fail "$cc: $case: left $(find . -name '.[0-9]*')"
		./p || :
	done

	# Tests of the compiler and system headers are not kept; what a compiler reads that is no
	# file is not, either.
	begin
	: >.anycov-build
	cp main.c conftest.c
	"$ANYCOV" cc $cc -c conftest.c -o conftest.o
	"$ANYCOV" cc $cc -x c - -c -o stdin.o <main.c
	mkdir -p "$WORK/include/c++/12"
	cp sub/gen.h "$WORK/include/c++/12/"
	printf '#include <gen.h>\nint gen(int x) { return helper(x); }\n' >uses.c
	"$ANYCOV" cc $cc -isystem "$WORK/include/c++/12" -O1 -g -c uses.c -o uses.o
	[ "$(copies)" -eq 1 ] || fail "$cc: $(head -n 99 .anycov-sources/*)"

	# What a test builds in a directory of its own is beside the list of the tests' tree.
	begin
	build
	cat >check <<-END
		set -e
		mkdir "$WORK/temporary"
		cd "$WORK/temporary"
		printf 'int main(void)\n{\n\treturn 0; /* of a test */\n}\n' >made.c
		"$ANYCOV" cc $cc made.c -o made
		./made
		cd ..
		rm -r temporary
	END
	expect 0 "$ANYCOV" run sh check
	page made.c
	has text "of a test"
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
cc=$some

# Parallel compilers, and old copies of a directory that is too large.
cd "$WORK"
rm -rf many
mkdir many
cd many
: >.anycov-build
for i in $(seq 12); do
	echo 'int f(void); int f(void) { return 7; }' >f$i.c
	("$ANYCOV" cc $cc -c f$i.c -o f$i.o) &
done
wait
[ "$(copies)" -eq 1 ] || fail "parallel: $(ls -la .anycov-sources)"
for i in 1 2 3; do
	truncate -s 200M .anycov-sources/000000000000000$i-209715200
	touch -d "2020-01-0$i" .anycov-sources/000000000000000$i-209715200
done
: >.anycov-sources/keep
echo 'int main(void) { return 0; }' >main.c
"$ANYCOV" cc $cc main.c -o main
[ ! -e .anycov-sources/0000000000000002-209715200 ] || fail "too many bytes"
[ -e .anycov-sources/0000000000000003-209715200 ] || fail "not the oldest"
[ -e .anycov-sources/keep ] || fail "removed what is no copy"

# What ccache takes from its cache is copied all the same.
if command -v ccache >/dev/null; then
	export CCACHE_DIR="$WORK/ccache" CCACHE_NODEPEND=1
	for n in one two; do
		rm -rf "$WORK/cached"
		mkdir "$WORK/cached"
		cd "$WORK/cached"
		cp ../many/main.c .
		"$ANYCOV" cc ccache $cc -c main.c -o main.o || fail "ccache"
		[ "$(copies)" -eq 1 ] || fail "ccache, $n: $(ls -A)"
	done
	# By a link of ccache's that has the name of the compiler, too.
	mkdir -p "$WORK/links"
	ln -sf "$(command -v ccache)" "$WORK/links/$cc"
	for compiler in "$ANYCOV cc $WORK/links/$cc" "env PATH=$WORK/links:$PATH $ANYCOV cc $cc"; do
		rm -rf "$WORK/cached"
		mkdir "$WORK/cached"
		cd "$WORK/cached"
		cp ../many/main.c .
		$compiler -c main.c -o main.o || fail "$compiler"
		[ "$(copies)" -eq 1 ] || fail "$compiler: $(ls -A)"
	done
fi

# A source that is a pipe is left to the compiler, by a launcher, too: who writes into it has one
# reader.
mkdir "$WORK/piped"
cd "$WORK/piped"
printf '#!/bin/sh\nexec "$@"\n' >ccache
chmod +x ccache
mkfifo piped.c
: >.anycov-build
for launcher in "" ./ccache; do
	for i in 1 2 3; do
		(echo 'int f(void); int f(void) { return 7; }' >piped.c) &
		sleep 0.1
		timeout 60 "$ANYCOV" cc $launcher $cc -c piped.c -o piped.o ||
			fail "a pipe, launcher '$launcher'"
		wait
	done
done
