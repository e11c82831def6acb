# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A library that cancelled a thread is unloaded; what the program does then, such as throwing an
# exception, works as without anycov.
. "${0%/*}/lib.sh"

cat >plugin.c <<'END'
#include <pthread.h>
#include <unistd.h>
static void *waits(void *arg)
{
	for (;;)
		sleep(1);
	return arg;
}
void cancels(void)
{
	pthread_t thread;

	if (pthread_create(&thread, 0, waits, 0))
		return;
	pthread_cancel(thread);
	pthread_join(thread, 0);
}
END
cat >program.cc <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int, char **argv)
{
	void *plugin = dlopen(argv[1], RTLD_NOW);

	if (!plugin)
		return 2;
	((void (*)())dlsym(plugin, "cancels"))();
	dlclose(plugin);
	try {
		throw 1;
	} catch (int) {
		puts("caught");
	}
	return 0;
}
END
cxx=$(command -v g++ || command -v clang++ || :)
[ -n "$cxx" ] || lacks "a C++ compiler"
"$cxx" program.cc -o program -ldl || fail "$cxx"
tried=
for cc in $GCC $CLANG; do
	have $cc || continue
	tried=1
	expect 0 "$ANYCOV" cc $cc -shared -fPIC -pthread plugin.c -o plugin.so
	rm -rf anycov-data
	expect 0 "$ANYCOV" run ./program ./plugin.so
	has out caught
	expect 0 "$ANYCOV" report --no-build --allow-incomplete
	has out "cancels"
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
