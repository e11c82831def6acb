# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Programs of other machines, in qemu-user: linked with the host runtime of the cross compiler,
# recorded and reported here, also if the machine is big-endian.  ANYCOV_CROSS: only this machine.
. "${0%/*}/lib.sh"

cat >part.c <<'END'
int part(int n)
{
	return n > 1 ? n * 3 : 7;
}
END
cat >t.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int part(int n);
static int by_thread(int n)
{
	if (n == 0x1234)
		return part(n);
	return 0;
}
static int by_child(int n)
{
	return n ? part(0) : 5;
}
static int never(int n)
{
	return n - 3;
}
static void *run(void *arg)
{
	return by_thread(*(int *)arg) ? arg : NULL;
}
int main(int argc, char **argv)
{
	int n = 0x1234, status = 1;
	pthread_t t;
	void *result;
	pid_t child;

	if (argc > 1 && !strcmp(argv[1], "executed"))
		return 0;
	if (argc > 2)
		return never(argc);
	if (pthread_create(&t, NULL, run, &n) || pthread_join(t, &result) || result != &n)
		return 1;
	child = fork();
	if (!child)
		_exit(by_child(1) != 7);
	if (waitpid(child, &status, 0) != child || status)
		return 2;
	puts("ran");
	return 0;
}
END
# The lines of a tracefile, as "FILE LINE covered" or "FILE LINE not".
lines_of()
{
	sed -n 's,^SF:.*/,,p; s/^DA:\([0-9]*\),0$/\1 not/p; s/^DA:\([0-9]*\),[1-9].*/\1 covered/p' "$1"
}

# The reference: the same compiler for the machine of the test.
[ -n "$GCC" ] || lacks "a gcc with its plugin"
build()
{
	cc=$1
	shift
	$cc -O0 -g t.c part.c -o "$@" $("$ANYCOV" flags --coverage trace-pc --cc $cc) $("$ANYCOV" flags --coverage trace-pc --cc $cc --link)
}
build $GCC native
expect 0 "$ANYCOV" run -o native.dump ./native
expect 0 "$ANYCOV" report --complete --lcov native.info --image native native.dump native.dump.[0-9]*
lines_of native.info >native.lines
[ "$(grep -c covered native.lines)" -ge 20 ] || fail "too few lines in the reference"
stb=$(ls /usr/include/stb/stb_image.h 2>/dev/null || true)
[ -n "$stb" ] || echo "missing: stb_image.h (libstb-dev)"

tested=0
for found in "$(dirname "$ANYCOV")"/../lib/anycov/gcc-*-linux-gnu*/compiler; do
	cc=$(sed -n 's/^cc=//p' "$found")
	machine=$(sed -n 's/^machine=//p' "$found")
	major=$(sed -n 's/^version=\([0-9]*\).*/\1/p' "$found")
	# A program of this machine needs no emulator.
	[ "$machine" != "$($GCC -dumpmachine)" ] || continue
	[ "${ANYCOV_CROSS:-$machine}" = "$machine" ] || continue
	"$ANYCOV" flags --coverage trace-pc --cc $cc --link >link 2>/dev/null || continue
	qemu=qemu-$(echo "${machine%%-*}" | sed 's/^powerpc/ppc/; s/^i686$/i386/')
	command -v $qemu >/dev/null || continue
	# Only the path keeps i386's loader from the /etc/ld.so.cache of the test's machine: it names
	# a libc of another build in /lib32, whose lists of stacks that loader does not initialize.
	qemu="$qemu -L /usr/$machine -E LD_LIBRARY_PATH=/usr/$machine/lib"
	echo "$machine, gcc $major"
	grep -q "/host/$machine/libanycov-full.a " link || fail "$machine: $(cat link)"
	tested=$((tested + 1))
	rm -f t.dump* static.dump*

	# Threads, a child that ends with _exit(), all in one report; as on the machine of the test.
	build $cc t
	expect 0 "$ANYCOV" run -o t.dump $qemu ./t
	has out ran
	expect 0 "$ANYCOV" report --complete --strict --lcov t.info --image t t.dump t.dump.[0-9]*
	lines_of t.info | cmp - native.lines || { lines_of t.info | diff native.lines - ; fail "$machine: other lines"; }
	# Machine code is read of these processors only; of others the map alone.
	case $machine in
	aarch64-* | arm-* | riscv64-*) expect 0 "$ANYCOV" sites --check t ;;
	esac

	# Comparisons: the operands have the machine's byte order in the dump.
	$cc -O0 -g t.c part.c -o cmp $("$ANYCOV" flags --cc $cc --coverage trace-cmp) $(cat link)
	expect 0 "$ANYCOV" run --mode cmp -o cmp.dump $qemu ./cmp
	expect 0 "$ANYCOV" report --strict --cmp --image cmp cmp.dump
	has out 0x1234

	# All modes; a shared library; a static program.
	$cc -O0 -g t.c part.c -o full $("$ANYCOV" flags --coverage trace-pc --cc $cc) $("$ANYCOV" flags --coverage trace-pc --cc $cc --link --full)
	expect 0 "$ANYCOV" run --mode uniq-edge -o edge.dump $qemu ./full
	expect 0 "$ANYCOV" report --strict --image full edge.dump
	$cc -O0 -g -fPIC -shared part.c -o libpart.so $("$ANYCOV" flags --coverage trace-pc --cc $cc) \
		$("$ANYCOV" flags --coverage trace-pc --cc $cc --link -- -shared)
	$cc -O0 -g t.c -o dynamic $("$ANYCOV" flags --coverage trace-pc --cc $cc) ./libpart.so $(cat link)
	expect 0 "$ANYCOV" run -o dynamic.dump $qemu ./dynamic
	expect 0 "$ANYCOV" report --strict --image dynamic --image libpart.so dynamic.dump
	has out "part.c"
	$cc -O0 -g -static t.c part.c -o static $("$ANYCOV" flags --coverage trace-pc --cc $cc) \
		$("$ANYCOV" flags --coverage trace-pc --cc $cc --link -- -static)
	expect 0 "$ANYCOV" run -o static.dump $qemu ./static
	expect 0 "$ANYCOV" report --complete --strict --lcov t.info --image static static.dump static.dump.[0-9]*
	lines_of t.info | cmp - native.lines || fail "$machine: other lines of a static program"

	# A real program.
	if [ -n "$stb" ]; then
		for c in $GCC $cc; do
			$c -O0 -g -w -I/usr/include/stb "$ANYCOV_SOURCE/test/lit/accuracy/lines-stb-image.c" \
				-o png-${c##*/} $("$ANYCOV" flags --coverage trace-pc --cc $c) $("$ANYCOV" flags --coverage trace-pc --cc $c --link) -lm
		done
		expect 0 "$ANYCOV" run -o png.dump ./png-$GCC
		expect 0 "$ANYCOV" report --include '*' --complete --lcov png.info --image png-$GCC png.dump
		lines_of png.info >png.lines
		[ "$(grep -c covered png.lines)" -gt 200 ] || fail "too few lines of stb_image"
		expect 0 "$ANYCOV" run -o png.dump $qemu ./png-${cc##*/}
		expect 0 "$ANYCOV" report --include '*' --complete --strict --lcov png.info --image png-${cc##*/} png.dump
		lines_of png.info >other.lines
		cmp png.lines other.lines || { diff png.lines other.lines; fail "$machine: other lines of stb_image"; }
	fi

	# Lean hooks: where the runtime has them.
	case $machine in
	aarch64-*) expect 0 "$ANYCOV" flags --coverage trace-pc --cc $cc --link --hooks lean ;;
	*)
		expect 2 "$ANYCOV" flags --coverage trace-pc --cc $cc --link --hooks lean
		one_sentence
		has err "has no lean hooks"
		;;
	esac
done
# clang for another machine gets what its GCC built.
for cc in clang-19 clang-14; do
	have $cc && "$ANYCOV" flags --coverage trace-pc --cc s390x-linux-gnu-gcc-12 --link >link 2>/dev/null || continue
	expect 0 "$ANYCOV" flags --coverage trace-pc --cc "$cc --target=s390x-linux-gnu" --link
	cmp out link || fail "$cc: another archive"
done
# No archive, and a machine without Linux.
if have clang-19; then
	if ! [ -d "$(dirname "$ANYCOV")/../lib/anycov/runtime/host/loongarch64-linux-gnu" ]; then
		expect 2 "$ANYCOV" flags --coverage trace-pc --cc "clang-19 --target=loongarch64-linux-gnu" --link
		one_sentence
		has err "no host runtime for loongarch64"
	fi
	expect 2 "$ANYCOV" flags --coverage trace-pc --cc "clang-19 --target=riscv64-none-elf" --link
	one_sentence
	has err "use --firmware"
fi
[ $tested -gt 0 ] || lacks "a cross compiler with its C library, and qemu-user"
