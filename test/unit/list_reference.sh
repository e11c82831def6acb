#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Compares how anycov and clang interpret allow and ignore lists.
#
#   list_reference.sh TOOL CLANG MAJOR
#
# clang before 18 supports only regular expressions and is tested only with lists whose
# first line selects them.  "#!special-case-list-v3", and a carriage return after "v1",
# are supported since clang 22.
set -eu
tool=$(realpath "$1") clang=$2 major=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
functions="foo bar f_o fxo foo2 fo main_ a1 b1 ab"
for f in $functions; do
	echo "void $f(void) {}"
done >t.c
count=0

# Prints the functions that clang instruments, sorted, or "error" if it rejects the list.
run_clang() {
	if ! "$clang" -S -emit-llvm -O0 -fsanitize-coverage=trace-pc,bb,no-prune \
		-fsanitize-coverage-"$1"list=l.txt "$2" -o t.ll 2>err.txt; then
		if grep -q "malformed" err.txt; then
			echo error
			return
		fi
		cat err.txt >&2
		exit 1
	fi
	awk '/^define/ { sub(/.*@/, ""); sub(/\(.*/, ""); f = $0 }
	     /call void @__sanitizer_cov_trace_pc\(/ { print f }' t.ll | sort -u
}

run_anycov() {
	# shellcheck disable=SC2086
	"$tool" "$1" l.txt "$2" $functions >out.txt 2>err2.txt || { echo error; return; }
	sort -u out.txt
}

# try TEXT [SOURCE]: compares TEXT as an allowlist and as an ignorelist
try() {
	source=${2:-t.c}
	# shellcheck disable=SC2059 # the list is given with its escapes
	printf "$1" >l.txt
	for kind in allow ignore; do
		want=$(run_clang $kind "$source")
		have=$(run_anycov $kind "$source")
		count=$((count + 1))
		if [ "$want" != "$have" ]; then
			echo "$clang, ${kind}list, $source:" >&2
			cat l.txt >&2
			echo "clang:" $want >&2
			echo "anycov:" $have >&2
			exit 1
		fi
	done
}

regex='#!special-case-list-v1\nsrc:*\n'
for entry in 'foo' 'f.o' 'f*o\nfun:b.*' '(foo|bar)' 'foo|bar' '[ab]1' 'fo{1,2}' 'fo+2?' '(foo' \
	'foo=init' 'foo\\\\.' '^foo$' '[[:alpha:]]1' 'a{1' '()' 'fo{2}' 'a{' 'f)oo(' 'f**' 'foo|' \
	'foo$?' '[a-]1' '[b-a]1' 'f\\wo'; do
	try "${regex}fun:$entry\n"
done
try '#!special-case-list-v1\n[coverage|address]\nsrc:*\nfun:foo\n[ad*]\nfun:bar\n[cov*]\nfun:fxo\n'
for source in t.c ./t.c; do
	try '#!special-case-list-v1\nsrc:t.c\nfun:*\n' $source
	try '#!special-case-list-v1\nsrc:./t.c\nfun:*\n' $source
done
if [ "$major" -lt 18 ]; then
	echo "$count lists interpreted as by $clang"
	exit 0
fi
for head in '' 'src:t.c\n' 'src:./*\n' 'src:*.[ch]\n' 'src:*.{c,h}\n' '[coverage]\nsrc:*\n' \
	'[address]\nsrc:*\n[*]\n' '#!special-case-list-v2\nsrc:*\n'; do
	try "${head}fun:foo\n"
	try "${head}fun:f?o\n" ./t.c
done
# shellcheck disable=SC1003 # backslashes of the lists
for entry in '*' 'foo\r\nfun:bar\r' '# fun:foo\nfun:bar' '  fun:foo  ' ' foo' 'f.o' 'f*' '[!f]*' \
	'[^f]*' '[a-e]*' '[]a]*' '[e-a]*' '[^]*' '[^]]oo' 'f{oo,xo}' 'f{oo,xo}{,2}' 'f{oo}' \
	'f{oo' 'f{o,{x,y}}' 'foo}' 'fo\\\\o' 'foo\\\\' '[foo' 'foo=init' 'foo=' ''; do
	try "src:*\nfun:$entry\n"
done
for section in 'fun' '[cov*]\nfun:foo\n[address]\nfun:bar' '[{address,coverage}]\nfun:foo' \
	'[coverage\nfun:foo' '[]\nfun:foo' '[coverage] x\nfun:foo' '[cov[]\nfun:foo' \
	'global:foo\ntype:foo=init\nmainfile:t.c\nfun:foo'; do
	try "src:*\n$section\n"
done
if [ "$major" -ge 22 ]; then
	try '#!special-case-list-v1\r\nsrc:*\r\nfun:f.o\r\n'
	for source in t.c ./t.c; do
		try '#!special-case-list-v3\nsrc:t.c\nfun:foo\n' $source
		try '#!special-case-list-v3\nsrc:./t.c\nfun:foo\n' $source
	done
fi
echo "$count lists interpreted as by $clang"
