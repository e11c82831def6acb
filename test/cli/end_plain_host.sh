# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A library in a program without flags, as Python loads it: that the program refers to functions
# which leave calls makes nothing unknown unless it calls them; the child of its vfork() calls nothing
# of the library.
. "${0%/*}/lib.sh"

cat >part.c <<'END'
int part(int x, void (*back)(void));
int part(int x, void (*back)(void))
{
	int n = x;

	if (back)
		back();
	n += 2;
	if (x > 5)
		n += 3;
	return n;
}
END
cat >host.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static int (*part)(int, void (*)(void));
static void leave(void)
{
	pthread_exit(NULL);
}
static void *thread(void *arg)
{
	part(1, leave);
	return arg;
}
int main(int argc, char **argv)
{
	void *image = dlopen(argv[1], RTLD_NOW);
	pthread_t t;

	*(void **)&part = dlsym(image, "part");
	if (argc > 2 && *argv[2] == 't') {
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
	}
	if (argc > 2 && *argv[2] == 'v') {
		pid_t child = vfork();

		if (!child)
			_exit(0);
		waitpid(child, NULL, 0);
	}
	return part(1, NULL) != 3;
}
END

some=
for cc in $GCC $CLANG; do
	have $cc || continue
	some=yes
	"$ANYCOV" cc $cc -O1 -g -fPIC -shared part.c -o part.so
	for binding in lazy now; do
		$cc -O1 host.c -o host -ldl -pthread -Wl,-z,$binding
		for how in none thread vfork; do
			rm -rf anycov-data
			expect 0 "$ANYCOV" run ./host "$PWD/part.so" $how
			expect 0 "$ANYCOV" report --no-build
			case $binding,$how in
			lazy,none | lazy,vfork)
				hasnt "$WORK/out" "ended in a call"
				totals lines 6 8
				;;
			*) reason "ended in a call" ;;
			esac
		done
	done
	# What was called shows no more where the dynamic linker leaves pointers as they are.
	$cc -O1 host.c -o host -ldl -pthread -Wl,-z,lazy
	for how in none thread; do
		rm -rf anycov-data
		expect 0 env LD_BIND_NOT=1 "$ANYCOV" run ./host "$PWD/part.so" $how
		expect 0 "$ANYCOV" report --no-build
		reason "ended in a call"
	done
	if needs python3; then
		cat >load.py <<-'END'
			import ctypes
			import subprocess
			import sys
			subprocess.run(["true"], check=True)
			assert ctypes.CDLL(sys.argv[1]).part(1, None) == 3
		END
		rm -rf anycov-data
		expect 0 "$ANYCOV" run python3 load.py "$PWD/part.so"
		expect 0 "$ANYCOV" report --no-build
		hasnt "$WORK/out" "ended in a call"
	fi
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
