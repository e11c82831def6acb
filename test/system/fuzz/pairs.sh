#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The linker names two objects for different fuzzers, of each pair of presets and of compilers.  With
# an object of no fuzzer's preset, and in a library of its own, each links.
. "${0%/*}/lib.sh"

presets="libfuzzer afl afl-cmplog honggfuzz centipede"
name=__anycov_objects_for_different_fuzzers
printf 'int other(int x)\n{\n\treturn x > 3 ? x : 5;\n}\n' >other.c
printf 'int other(int x);\nint f(int x)\n{\n\treturn x > 1 ? other(x) : 2;\n}\n' >f.c

# compile CC PRESET ARGS...: without instrumentation if PRESET is empty
compile()
{
	cc=$1 preset=$2 flags=
	shift 2
	[ -z "$preset" ] || flags=$("$ANYCOV" flags --cc "$cc" --for "$preset") ||
		fail "$cc --for $preset: no flags"
	# shellcheck disable=SC2086
	$cc -O1 -fPIC $flags "$@" || fail "$cc --for $preset: $*"
}

for compiler in $CC $CLANG; do
	for which in "" report $presets; do
		for source in f other; do
			compile "$compiler" "$which" -c $source.c \
				-o "$source-${which:-none}-${compiler##*/}.o"
		done
	done
done

linkers=-fuse-ld=bfd wanted=80
for ld in ld.lld ld.lld-19; do
	command -v $ld >/dev/null || continue
	mkdir -p $ld
	ln -sf "$(command -v $ld)" $ld/ld
	linkers="$linkers -B$PWD/$ld/" wanted=$((wanted + 80))
done
named=0
# pairs LINKER: of the objects
pairs()
{
	# Of the first object lld names the symbol.
	case $1 in
	*bfd) place=.anycov_for_ ;;
	*) place= ;;
	esac
	for one in $CC $CLANG; do
		for two in $CC $CLANG; do
			for preset in $presets; do
				for second in none report $presets; do
					f=f-$preset-${one##*/}.o other=other-$second-${two##*/}.o
					$CC "$1" -r "$f" "$other" -o both.o 2>err && links=yes || links=no
					case $second in
					none | report | "$preset")
						[ $links = yes ] || fail "$1: $f, $other: $(cat err)"
						continue
						;;
					esac
					[ $links = no ] || fail "$1: $f, $other: linked"
					for text in $name "$f:(${place:+$place$preset}" "$other:(.anycov_for_$second"; do
						grep -qF "$text" err || fail "$1: $f, $other: no '$text': $(cat err)"
					done
					named=$((named + 1))
				done
			done
		done
	done
}
for linker in $linkers; do
	pairs "$linker"
done
[ $named = $wanted ] || fail "$named pairs named, not $wanted"
echo "named: $named pairs"

# Each library is for its own fuzzer; no client is needed before the program is linked.
compile "$CC" afl -shared other.c -o libother.so
compile "$CC" libfuzzer -shared f.c libother.so -o libf.so
nm -D libf.so | grep -q $name && fail "libf.so: exports $name"

# Units of a link-time optimization have one.
for source in f other; do
	compile "$CC" afl -flto -c $source.c -o $source-lto.o
done
compile "$CC" afl -flto -shared f-lto.o other-lto.o -o lto.so
echo "a library, -flto: linked"
