# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov flags: the right plugin for each compiler, and options are checked.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int f(int x) { return x > 3 ? 1 : x; }
END

# Every compiler on the list takes its flags, and inserts hooks.
tried=0
"$ANYCOV" list >plugins
for cc in gcc gcc-11 avr-gcc arm-none-eabi-gcc riscv64-unknown-elf-gcc $(with_clang clang-14 clang-19 clang-22); do
	have $cc || continue
	expect 0 "$ANYCOV" flags --cc $cc --coverage trace-pc,trace-cmp --prune none
	[ "$(wc -l <out)" -eq 1 ] || fail "$cc: not one line"
	$cc $(cat out) -c t.c -o t.o || fail "$cc does not take its flags"
	expect 0 "$ANYCOV" sites --check t.o
	has out "probes, "
	tried=$((tried + 1))
done
[ $tried -ge 2 ] || fail "only $tried compilers had a plugin"

expect 0 "$ANYCOV" flags --cc gcc --for trace
has out "-fplugin="
has out "-fplugin-arg-anycov-coverage=trace-pc"
expect 0 "$ANYCOV" flags --cc "env gcc -O2" --hooks c --for kernel
has out ".noinstr.text"
# Kernels and firmware run no constructors.
expect 0 "$ANYCOV" flags --cc gcc --coverage trace-pc-guard
hasnt out "drop-ctors"
for where in --kernel --firmware --drop-ctors; do
	expect 0 "$ANYCOV" flags --cc gcc --coverage trace-pc-guard,pc-table $where
	has out "-fplugin-arg-anycov-drop-ctors"
	gcc $(cat out) -c t.c -o t.o
	nm t.o | grep -q module_ctor && fail "$where: a constructor"
done
expect 0 "$ANYCOV" flags --cc gcc --for kernel
hasnt out "drop-ctors"
expect 0 "$ANYCOV" flags --cc gcc --coverage stack-depth --stack-depth-callback-min 64
has out "stack-depth-callback-min=64"

for cc in $(with_clang clang-14 clang-22); do
	have $cc || continue
	expect 0 "$ANYCOV" flags --cc $cc --for trace
	# From 22 on for distcc alone (distcc.sh).
	has out "-Xclang -load"
	has out "-fpass-plugin="
	has out "-Xclang -mllvm -Xclang -anycov-coverage=trace-pc"
done

# Sanitizers that check scopes need the ends of variables' lifetimes.
cat >scope.c <<'END'
volatile int *p;
int main(void)
{
	{
		volatile int x = 3;
		p = &x;
	}
	return *p;
}
END
if have clang-19; then
	# Line tables that the command does not ask for are of calls alone.
	expect 0 "$ANYCOV" flags --cc clang-19
	has out "-anycov-line-tables=calls"
	for word in -g1 -ggdb1 -gmlt -gline-tables-only; do
		expect 0 "$ANYCOV" flags --cc clang-19 -- -O2 $word
		hasnt out "line-tables=calls"
	done
	expect 0 "$ANYCOV" flags --cc clang-19 --for kernel
	hasnt out "line-tables=calls"
	# "store" is line 5: a -g has it, as without coverage.
	printf 'void user(void);\nint n;\nvoid f(void)\n{\n\tn = 3;\n\tuser();\n}\n' >line.c
	for words in "" -g -gline-tables-only; do
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" cc clang-19 $words -c line.c -o line.o
		readelf --debug-dump=decodedline line.o >lines
		grep -Eq '^line.c +6 ' lines || fail "$words: the call has no line"
		if grep -Eq '^line.c +5 ' lines; then all=yes; else all=no; fi
		[ $all = "$([ -n "$words" ] && echo yes || echo no)" ] || fail "$words: all lines: $all"
	done
	# So has one that comes before the words, or may: in a file, in a command of two sources.
	cp line.c other.c
	expect 0 "$ANYCOV" flags --cc clang-19
	cp out words
	{ printf '%s\n' -g && cat words; } >words.g
	for words in "-g $(cat words)" "-gline-tables-only $(cat words)" "@words.g" "-g $(cat words) other.c" "$(cat words)"; do
		# shellcheck disable=SC2086
		expect 0 clang-19 $words -c line.c
		readelf --debug-dump=decodedline line.o >lines
		if grep -Eq '^line.c +5 ' lines; then all=yes; else all=no; fi
		[ $all = "$([ "$words" = "$(cat words)" ] && echo no || echo yes)" ] || fail "$words: all lines: $all"
	done
	expect 0 "$ANYCOV" flags --cc clang-19
	has out "-Xclang -mno-constructor-aliases"
	expect 0 "$ANYCOV" flags --cc clang-19 --place late --coverage trace-pc
	hasnt out "-mno-constructor-aliases"
	expect 0 "$ANYCOV" flags --cc clang-19
	has out "-disable-lifetime-markers"
	expect 0 "$ANYCOV" flags --cc clang-19 -- -O2 -fsanitize=undefined
	has out "-disable-lifetime-markers"
	expect 0 "$ANYCOV" flags --cc clang-19 -- -fsanitize=address -fno-sanitize=address
	has out "-disable-lifetime-markers"
	expect 0 "$ANYCOV" flags --cc clang-19 -- -O1 -fsanitize=undefined,address
	hasnt out "-disable-lifetime-markers"
	expect 0 "$ANYCOV" cc clang-19 -O1 -fsanitize=address scope.c -o scope
	expect 1 ./scope
	has err "stack-use-after-scope"
fi

# The same words where a command assembles or links: no warning about arguments that are not used there.
echo 'int main(void) { return 0; }' >main.c
printf '\t.globl part\npart:\n' >part.S
cp part.S part.s
for cc in gcc $(with_clang clang-13 clang-14 clang-19 clang-22); do
	have $cc || continue
	for words in "" "--for trace" "--kernel --ignorelist /dev/null" "--for trace --gated --verbose"; do
		expect 0 "$ANYCOV" flags --cc $cc $words
		cp out words
		expect 0 $cc -Wall -Werror -c main.c -o main.o
		expect 0 $cc -Wall -Werror $(cat words) main.o -o main
		[ ! -s err ] || { cat err; fail "$cc warns at a link"; }
		for assembly in "-c part.S" "-c part.s" "-E main.c" "-M main.c"; do
			expect 0 $cc -Wall -Werror $(cat words) $assembly
			[ ! -s err ] || { cat err; fail "$cc warns with $assembly"; }
		done
	done
	# Other words that are not used are the user's business.
	case $cc in
	clang-13 | gcc) ;;
	*)
		expect 1 $cc -Wall -Werror $(cat words) -mllvm -stats main.o -o main
		;;
	esac
done

# A preset sets what the command line leaves open; without one, and without --coverage, it is report.
expect 0 "$ANYCOV" flags --cc gcc --for report
cp out report
expect 0 "$ANYCOV" flags --cc gcc
cmp out report || fail "the default is not --for report"
expect 0 "$ANYCOV" flags --cc gcc --for kernel
cp out kernel
expect 0 "$ANYCOV" flags --cc gcc --kernel
cmp out kernel || fail "the default of --kernel is not --for kernel"
expect 0 "$ANYCOV" flags --cc gcc --for report
has out "-fplugin-arg-anycov-coverage=edge,flags -fplugin-arg-anycov-prune=lossless -fplugin-arg-anycov-place=early"
expect 0 "$ANYCOV" flags --cc gcc --for report --place late --prune none
has out "coverage=flags -fplugin-arg-anycov-prune=none -fplugin-arg-anycov-place=late"
expect 0 "$ANYCOV" flags --cc gcc --for report --coverage flags,trace-cmp
has out "coverage=flags,trace-cmp -fplugin-arg-anycov-prune=lossless"
expect 0 "$ANYCOV" flags --cc gcc --for trace
has out "coverage=trace-pc -fplugin-arg-anycov-prune=lossless"
hasnt out "place=early"
expect 0 "$ANYCOV" flags --cc gcc --for kernel
has out "coverage=trace-pc -fplugin-arg-anycov-prune=lossless"
has out "map=kernel"
expect 0 "$ANYCOV" flags --cc gcc --for kernel-report
has out "coverage=flags -fplugin-arg-anycov-prune=lossless -fplugin-arg-anycov-drop-ctors"
has out "map=kernel"
hasnt out "place=early"
expect 0 "$ANYCOV" flags --cc gcc --coverage trace-pc
hasnt out "prune="
for preset in report trace kernel-report libfuzzer afl afl-cmplog honggfuzz centipede; do
	for cc in gcc clang-14 clang-19; do
		have $cc || continue
		# shellcheck disable=SC2046
		$cc -O1 $("$ANYCOV" flags --cc $cc --for $preset) -c t.c -o t.o || fail "$cc: --for $preset"
		"$ANYCOV" sites t.o >listed || fail "$cc: --for $preset: no probes"
	done
done
expect 0 "$ANYCOV" flags --cc gcc --for report --link
has out "anycov-flags-start.o"
hasnt out "libanycov-full"
if have clang-14; then
	expect 0 "$ANYCOV" flags --cc clang-14 --for libfuzzer --link
	has out "-fsanitize=fuzzer"
fi
# gcc gets libFuzzer from a clang, and AFL++ from its directory.
mkdir afl
expect 0 "$ANYCOV" flags --cc gcc --for afl
touch afl/afl-compiler-rt.o
AFL_PATH=$WORK/afl expect 0 "$ANYCOV" flags --cc gcc --for afl --link
has out "$WORK/afl/afl-compiler-rt.o"
hasnt out "libAFLDriver"
touch afl/libAFLDriver.a
AFL_PATH=$WORK/afl expect 0 "$ANYCOV" flags --cc gcc --for afl-cmplog --link
has out "$WORK/afl/libAFLDriver.a $WORK/afl/afl-compiler-rt.o"
# What is in no package is named.
for preset in honggfuzz:hfuzz-gcc centipede:libcentipede_runner; do
	expect 2 "$ANYCOV" flags --cc gcc --for ${preset%:*} --link
	one_sentence
	has err "${preset#*:}"
done
# Each fuzzer's own list of functions, both compilers; AFL++ has one for CmpLog alone.
for cc in gcc $(with_clang clang-19); do
	have $cc || continue
	for preset in libfuzzer:memmem afl-cmplog:strcasestr honggfuzz:strpbrk centipede:strncasecmp; do
		expect 0 "$ANYCOV" flags --cc $cc --for ${preset%:*}
		has out "-fno-builtin-memcmp"
		has out "-fno-builtin-${preset#*:}"
		has out "anycov-keep-branches"
		has out "anycov-map=none"
		has out "anycov-fuzzer=${preset%:*}"
		hasnt out "-g1"
		hasnt out "-gline-tables-only"
		expect 0 "$ANYCOV" flags --cc $cc --for ${preset%:*} --map code
		hasnt out "map=none"
	done
	expect 0 "$ANYCOV" flags --cc $cc --for afl
	hasnt out "no-builtin"
	has out "-include"
	expect 0 "$ANYCOV" flags --cc $cc --for trace
	hasnt out "no-builtin"
	hasnt out "keep-branches"
	hasnt out "anycov-fuzzer"
done
cat >fuzz.c <<'END'
int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n);
int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return n > 2 && p[1] > 4 ? 0 : 0; }
END
if "$ANYCOV" flags --cc gcc --for libfuzzer --link >link 2>/dev/null; then
	# shellcheck disable=SC2046
	gcc -O1 $("$ANYCOV" flags --cc gcc --for libfuzzer) fuzz.c -o fuzz $(cat link)
	./fuzz -runs=100 >fuzz.log 2>&1 || fail "libFuzzer"
	has fuzz.log "inline 8-bit counters"
else
	echo "missing: libFuzzer (libclang-rt-N-dev)"
fi

# Lists get absolute paths, names with blanks are quoted for a shell.
mkdir "with blank"
echo 'fun:f' >"with blank/list"
expect 0 "$ANYCOV" flags --cc gcc --ignorelist "with blank/list"
eval "gcc $(cat out) -c t.c -o t.o"
expect 1 "$ANYCOV" sites t.o
has err "no probes"

wrong()
{
	expect 2 "$ANYCOV" flags "$@"
	one_sentence
}
wrong --cc no-such-compiler
has err "no-such-compiler"
wrong --cc true
has err "neither a gcc nor a clang"
wrong --cc gcc --coverage trace-everything
has err "trace-everything"
has err "trace-pc"
wrong --cc gcc --prune wild
has err "wild"
wrong --cc gcc --for everything
has err "--for everything: unknown preset; valid presets are report trace kernel kernel-report libfuzzer afl afl-cmplog honggfuzz centipede"
wrong --cc gcc --for report --hooks lean
has err "add --for trace"
wrong --cc gcc --for report --full --link
wrong --cc gcc --for trace --coverage nonsense
wrong --cc gcc --ignorelist no-such-file
has err "no-such-file"
wrong --cc gcc --kernel --firmware
wrong --cc gcc --for kernel --link
wrong --cc gcc --for kernel-report --link

# A compiler without a plugin, a directory without plugins, a plugin that is not built.
mkdir -p empty other/gcc-x
expect 2 env ANYCOV_LIB_DIR="$WORK/empty" "$ANYCOV" flags --cc gcc
has err "no plugin was built"
has err "run 'make install PLUGINS="
if command -v arm-none-eabi-gcc >/dev/null; then
	# Its package contains the plugin headers.
	expect 2 env ANYCOV_LIB_DIR="$WORK/empty" "$ANYCOV" flags --cc arm-none-eabi-gcc
	has err "no plugin was built"
	hasnt err "Debian"
fi
expect 2 env ANYCOV_LIB_DIR="$WORK/missing" "$ANYCOV" flags --cc gcc
has err "ANYCOV_LIB_DIR=$WORK/missing: not a directory"
for f in "$(dirname "$ANYCOV")"/../lib/anycov/gcc-*/compiler; do
	case $(sed -n 's/^machine=//p' "$f") in
	"$(gcc -dumpmachine)") sed 's/^banner=.*/banner=gcc version 1.2.3/' "$f" >other/gcc-x/compiler ;;
	esac
done
expect 2 env ANYCOV_LIB_DIR="$WORK/other" "$ANYCOV" flags --cc gcc
has err "no plugin was built"
banner=$(LC_ALL=C gcc -v 2>&1 | grep '^gcc version')
sed "s/^banner=.*/banner=$banner/" other/gcc-x/compiler >c && mv c other/gcc-x/compiler
expect 2 env ANYCOV_LIB_DIR="$WORK/other" "$ANYCOV" flags --cc gcc
has err "has not been built; run make in the source tree of anycov"
one_sentence
# In a build directory of CMake, by whatever generator and of whatever name.
mkdir -p "of mine/lib"
cp -r other "of mine/lib/anycov"
: >"of mine/CMakeCache.txt"
expect 2 env ANYCOV_LIB_DIR="$WORK/of mine/lib/anycov" "$ANYCOV" flags --cc gcc
has err "has not been built; run 'cmake --build \"$WORK/of mine\"'"
one_sentence
mkdir -p none/lib/anycov
: >none/CMakeCache.txt
expect 0 env ANYCOV_LIB_DIR="$WORK/none/lib/anycov" "$ANYCOV" list
has out "no plugins: run 'cmake --build $WORK/none'"

# Linker arguments.
expect 0 "$ANYCOV" flags --cc gcc --for trace --link
has out "libanycov-full.a"
[ -r "$(cut -d' ' -f1 out)" ] || fail "the runtime is not there"
expect 2 "$ANYCOV" flags --cc gcc --for trace --link -- -m32
one_sentence
has err "multilib '32'"
expect 0 "$ANYCOV" flags --cc gcc --for trace --link -- -shared
has out "anycov-begin.o"
has out "libanycov.so"
for file in $(cut -d' ' -f1-2 out); do
	[ -r "$file" ] || fail "$file: the runtime for shared libraries is not there"
done
# dlsym() may be in a library of its own, which follows the archive that needs it.
expect 0 "$ANYCOV" flags --cc gcc --for trace --link
has out " -lpthread -ldl"
hooks=$(sed -n 's/.*--dynamic-list=\([^ ]*\).*/\1/p' out)
[ -r "$hooks" ] || fail "the list of hooks that a program exports is not there"
for form in -static -static-pie; do
	expect 0 "$ANYCOV" flags --cc gcc --for trace --link -- $form
	has out "libanycov-full.a -Wl,-u,__pthread_create"
	hasnt out dynamic-list
	has out " -lpthread -ldl"
done
expect 0 "$ANYCOV" flags --cc gcc --for trace --link --full
has out "libanycov-full.a"
[ -r "$(cut -d' ' -f1 out)" ] || fail "the runtime with unique modes is not there"
# Only the runtime of the overlay has lean hooks, so a kernel links without flags.
expect 0 "$ANYCOV" flags --cc gcc --for kernel --hooks lean
has out "hooks=lean"
if have avr-gcc; then
	# Objects with counters need the linker script; AVR has no lean hooks.
	expect 0 "$ANYCOV" flags --cc avr-gcc --for trace --firmware --hooks lean --link -- -mmcu=atmega328p
	has out "avr/avr5/libanycov.a"
	words="--firmware --coverage inline-8bit-counters"
	expect 0 "$ANYCOV" flags --cc avr-gcc $words
	avr-gcc -mmcu=atmega328p $(cat out) -c t.c -o avr.o
	echo 'int main(void) { return 0; }' >main.c
	! avr-gcc -mmcu=atmega328p main.c avr.o 2>err || fail "counters lie over .bss"
	has err "__anycov_avr_ld_1"
	expect 0 "$ANYCOV" flags --cc avr-gcc $words --link -- -mmcu=atmega328p
	cp out link
	avr-gcc -mmcu=atmega328p main.c avr.o $(cat link) || fail "avr.ld does not serve"
	# AVR code by clang is linked with the archive of avr-gcc.
	if have clang-19; then
		expect 0 "$ANYCOV" flags --cc clang-19 $words --link -- --target=avr -mmcu=atmega328p
		cmp out link || fail "clang's link is not avr-gcc's"
		expect 0 "$ANYCOV" flags --cc clang-19 $words
		clang-19 --target=avr -mmcu=atmega328p $(cat out) -c t.c -o avr.o
		! avr-gcc -mmcu=atmega328p main.c avr.o 2>err || fail "counters lie over .bss"
		has err "__anycov_avr_ld_1"
		avr-gcc -mmcu=atmega328p main.c avr.o $(cat link) || fail "avr.ld does not serve clang"
	fi
fi
if have arm-none-eabi-gcc; then
	expect 0 "$ANYCOV" flags --cc arm-none-eabi-gcc --for trace --firmware --link -- -mcpu=cortex-m3 -mthumb
	has out "thumb/v7-m/nofp/libanycov.a"
	expect 0 "$ANYCOV" flags --cc arm-none-eabi-gcc --for trace --firmware --link -- -mcpu=cortex-m0 -mthumb
	has out "thumb/v6-m/nofp/libanycov.a"
	expect 0 "$ANYCOV" flags --cc arm-none-eabi-gcc --for trace --firmware --full --link -- -mthumb
	has out "libanycov-full.a"
	[ -r "$(cat out)" ] || fail "the firmware runtime with unique modes is not there"
	expect 0 "$ANYCOV" flags --cc arm-none-eabi-gcc --for trace --firmware --full --hooks lean --link -- -mthumb
	has out "libanycov-full-lean.a"
	[ -r "$(cat out)" ] || fail "the lean firmware runtime with unique modes is not there"
	expect 0 "$ANYCOV" flags --cc arm-none-eabi-gcc --for trace --firmware --hooks lean --link -- -mthumb
	[ -r "$(cat out)" ] || fail "the lean bare-metal runtime is not there"
	has out "libanycov-lean.a"
	expect 2 "$ANYCOV" flags --cc arm-none-eabi-gcc --for trace --link
	has err "--firmware"
	expect 2 "$ANYCOV" flags --cc arm-none-eabi-gcc --for trace --firmware --link -- -mcpu=nonsense
	one_sentence
fi
