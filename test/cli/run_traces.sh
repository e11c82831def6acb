# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov run of programs with hooks: every process, every copy of the runtime in one, every end.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_OUT ANYCOV_SIZE

cat >ends.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) void spin(int n) { for (volatile int i = 0; i < n; i++) ; }
__attribute__((noinline)) void in_thread(void) { __asm__(""); }
__attribute__((noinline)) void in_child(void) { __asm__(""); }
__attribute__((noinline)) void in_grandchild(void) { __asm__(""); }
__attribute__((noinline)) void at_end(void) { __asm__(""); }
__attribute__((noinline)) void never(void) { __asm__(""); }
static void *thread(void *p) { in_thread(); return p; }
int main(int c, char **v)
{
	const char *how = c > 1 ? v[1] : "";
	pthread_t t;

	if (!strcmp(how, "spin"))
		spin(3000000);
	if (!strcmp(how, "thread") && !pthread_create(&t, NULL, thread, NULL))
		pthread_join(t, NULL);
	if (!strcmp(how, "fork")) {
		if (!fork()) {
			in_child();
			_exit(0);
		}
		wait(NULL);
	}
	if (!strcmp(how, "vfork")) {
		if (!vfork()) {
			execl("/bin/true", "true", (char *)0);
			_exit(1);
		}
		wait(NULL);
	}
	if (!strcmp(how, "crashes") && !fork()) {
		in_child();
		if (!fork()) {
			in_grandchild();
			abort();
		}
		wait(NULL);
		raise(SIGBUS);
	}
	if (!strcmp(how, "crashes"))
		wait(NULL);
	if (!strcmp(how, "chain") && c > 2) {
		v[1] = v[0];
		execv(v[0], v + 1);
	}
	at_end();
	if (!strcmp(how, "_exit"))
		_exit(0);
	if (!strcmp(how, "quick_exit"))
		quick_exit(0);
	if (!strcmp(how, "term"))
		raise(SIGTERM);
	if (!strcmp(how, "segv"))
		raise(SIGSEGV);
	return 0;
}
END
export ANYCOV_FLAGS="--for trace"
"$ANYCOV" cc gcc -g -O1 ends.c -o ends
ANYCOV_FLAGS="--for trace --prune none" "$ANYCOV" cc gcc -g -O1 ends.c -o all

report() # report FUNCTION...: these are covered; incomplete or not
{
	"$ANYCOV" report --functions --json --each-image >out 2>err || [ $? = 3 ] || { cat err >&2; fail "report"; }
	check_covered "$@"
}
check_covered()
{
	python3 - out "$@" <<'END' || { ls -R anycov-data >&2; fail "not covered"; }
import json, sys
report = json.load(open(sys.argv[1]))
covered = {f["name"] for i in report["images"] for f in i["functions"] if f["state"] == "covered"}
sys.exit(" ".join(f for f in sys.argv[2:] if f not in covered) or 0)
END
}
dumps() # dumps N
{
	n=$(find anycov-data -name 'trace-*.dump*' | wc -l)
	[ "$n" -eq "$1" ] || { ls anycov-data >&2; fail "$n dumps, not $1"; }
}

# Nothing is lost in a loop: the default is a set.
expect 0 "$ANYCOV" run ./all spin
expect 0 "$ANYCOV" report --functions
hasnt out full
report spin at_end main
# A trace of the same is said to be full.
expect 0 "$ANYCOV" run --mode pc --size 64 ./all spin
expect 3 "$ANYCOV" report --functions

# With a mode, too, every process has a dump in the directory.
for mode in pc uniq-pc; do
	expect 0 "$ANYCOV" run --mode $mode sh -c './ends fork; ./ends thread; ./ends chain chain _exit
		./ends vfork; ./ends quick_exit; ./ends crashes'
	[ ! -s err ] || fail "$mode: $(cat err)"
	dumps 11
	report in_child in_grandchild in_thread at_end
done
for mode in pc uniq-pc; do
	expect 143 "$ANYCOV" run --mode $mode ./ends term
	report at_end
	expect 139 "$ANYCOV" run --mode $mode ./ends segv
	report at_end
done
for mode in cmp uniq-edge uniq-both uniq-cmp; do
	expect 0 "$ANYCOV" run --mode $mode ./ends
	[ ! -s err ] || fail "$mode: $(cat err)"
	dumps 1
done
# A hundred processes, 20 at a time.
cat >many <<'END'
for i in 0 1 2 3 4; do
	for j in 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9; do ./ends & done
	wait
done
END
expect 0 "$ANYCOV" run sh many
dumps 100
report at_end

# A gate is opened, in the program and in its libraries; without a recording it stays closed.
cat >lib.c <<'END'
int lib(int x);
int lib_other(int x);
void lib_begins(void);
__attribute__((noinline)) int lib_other(int x) { __asm__(""); return x + 1; }
int lib(int x) { return x > 3 ? lib_other(x) : x; }
__attribute__((constructor)) void lib_begins(void) { __asm__(""); }
END
cat >use.c <<'END'
int lib(int);
int main(void) { return lib(7) - 8; }
END
ANYCOV_FLAGS="--for trace --gated" "$ANYCOV" cc gcc -g -O1 -fPIC -shared lib.c -o libgated.so
ANYCOV_FLAGS="--for trace --gated" "$ANYCOV" cc gcc -g -O1 use.c -o gated -L. -lgated "-Wl,-rpath,$PWD"
expect 0 "$ANYCOV" run ./gated
report main lib lib_other
expect 0 ./gated

# Each linker.
for ld in bfd gold lld mold; do
	command -v ld.$ld >/dev/null || continue
	expect 0 env ANYCOV_FLAGS="--for trace --gated" "$ANYCOV" cc gcc -fuse-ld=$ld -g -O1 -fPIC -shared lib.c -o libgated.so
	[ ! -s err ] || fail "$ld: $(cat err)"
	for gate in "" --gated; do
		expect 0 env ANYCOV_FLAGS="--for trace $gate" "$ANYCOV" cc gcc -fuse-ld=$ld -g -O1 use.c -o gated -L. -lgated "-Wl,-rpath,$PWD"
		[ ! -s err ] || fail "$ld $gate: $(cat err)"
		expect 0 "$ANYCOV" run ./gated
		dumps 1
		report main lib lib_other
	done
done

# A library and a program that are linked together: one runtime, one dump.
"$ANYCOV" cc gcc -g -O1 -fPIC -shared lib.c -o liblib.so
"$ANYCOV" cc gcc -g -O1 use.c -o use -L. -llib "-Wl,-rpath,$PWD"
expect 0 "$ANYCOV" run ./use
dumps 1
report main lib lib_other lib_begins
# Other images in a dump are named, with the reason, and do no harm.
cp liblib.so kept.so
rm liblib.so
expect 0 "$ANYCOV" report --functions
has out "in $PWD/liblib.so: $PWD/liblib.so is missing; add it with --image"
has out "main                        1/1"
echo text >liblib.so
expect 0 "$ANYCOV" report --functions
has out "in $PWD/liblib.so: $PWD/liblib.so is damaged or no ELF file; add it with --image"
gcc -shared -fPIC lib.c -o liblib.so
expect 0 "$ANYCOV" report --functions
has out "in $PWD/liblib.so: $PWD/liblib.so is another build; add it with --image"
has out "main                        1/1"
mv kept.so liblib.so
report main lib lib_other lib_begins
# A program without hooks.
gcc -g use.c -o plain -L. -llib "-Wl,-rpath,$PWD"
expect 0 "$ANYCOV" run ./plain
dumps 1
report lib lib_other lib_begins

# Plugins whose hooks are the program's, of a library in common, or their own.
cat >host.c <<'END'
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int c, char **v)
{
	for (int i = 2; i < c; i++) {
		void *h = dlopen(v[i], RTLD_NOW | RTLD_LOCAL);
		int (*lib)(int) = h ? (int (*)(int))dlsym(h, "lib") : NULL;

		if (!lib) {
			fprintf(stderr, "%s\n", dlerror());
			return 1;
		}
		lib(7);
		if (!strcmp(v[1], "close"))
			dlclose(h);
	}
	if (!strcmp(v[1], "term"))
		raise(SIGTERM);
	if (!strcmp(v[1], "close"))
		raise(SIGTERM);
	if (!strcmp(v[1], "_exit"))
		_exit(0);
	return 0;
}
END
"$ANYCOV" cc gcc -g -O1 host.c -o host -ldl
gcc -g host.c -o plainhost -ldl
echo '{ global: lib; local: *; };' >script
sed 's/lib_/own_/g' lib.c >own.c
flags=$("$ANYCOV" flags --cc gcc --for trace)
archive=$("$ANYCOV" flags --cc gcc --for trace --link | sed 's/-Wl,--dynamic-list=[^ ]*//')
# shellcheck disable=SC2086
gcc -g -O1 -fPIC -shared $flags own.c -o own.so -Wl,--version-script=script $archive
# shellcheck disable=SC2086
gcc -g -O1 -fPIC -shared $flags lib.c -o bare.so
shared=$("$ANYCOV" flags --cc gcc --for trace --link -- -shared)
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	# shellcheck disable=SC2086
	sed "s/lib_/lib${i}_/g" lib.c | gcc -g -O1 -fPIC -shared $flags -x c - -x none -o many$i.so $shared
done
for end in exit close term _exit; do
	wanted=0
	[ $end != term ] && [ $end != close ] || wanted=143
	if [ $end = exit ] || [ $end = close ]; then
		expect $wanted "$ANYCOV" run ./host $end ./liblib.so
		dumps 1
		report main lib lib_other lib_begins
		expect $wanted "$ANYCOV" run ./host $end ./bare.so
		dumps 1
		# The runtime does not see that it is unloaded: the report says that records have
		# no module.
		[ $end = close ] || report main lib lib_other
	fi
	expect $wanted "$ANYCOV" run ./host $end ./own.so
	dumps 2
	report main own_other own_begins
	# One name was given for both.
	rm -f one.dump*
	expect $wanted "$ANYCOV" run -o one.dump ./host $end ./own.so
	[ "$(find . -maxdepth 1 -name 'one.dump*' | wc -l)" -eq 2 ] || fail "not two dumps of one name"
	"$ANYCOV" report --functions --json --each-image one.dump* >out || [ $? = 3 ] || fail "one.dump"
	check_covered main own_other
done
for end in exit term; do
	wanted=0
	[ $end != term ] || wanted=143
	expect $wanted "$ANYCOV" run ./plainhost $end ./liblib.so ./own.so
	dumps 2
	report lib lib_other own_other
	# Many: the runtime's memory of threads is there once.
	expect $wanted "$ANYCOV" run ./plainhost $end ./many?.so ./many1?.so ./many20.so
	dumps 1
	report lib7_other lib20_other
done
