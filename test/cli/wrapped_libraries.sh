# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program that the linker's --wrap gives functions of its own for _exit(), abort(), signal() and
# daemon(): its libraries call the C library's, as without anycov.
. "${0%/*}/lib.sh"

cat >calls.c <<'END'
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
void call(int number)
{
	if (number == 0)
		_exit(3);
	if (number == 1)
		abort();
	if (number == 2)
		signal(SIGUSR1, SIG_IGN);
	if (number == 3 && daemon(1, 1))
		_exit(4);
	raise(SIGUSR1);
}
END
cat >p.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
void call(int number);
#define MOCK(type, name, arguments)                                                                \
	type __wrap_##name arguments;                                                              \
	type __wrap_##name arguments                                                               \
	{                                                                                          \
		puts("mock " #name);                                                               \
		exit(7);                                                                           \
	}
MOCK(void, _exit, (int status))
MOCK(void, abort, (void))
MOCK(void *, signal, (int number, void *handler))
MOCK(int, daemon, (int a, int b))
int main(void)
{
	const struct rlimit none = { 0, 0 };
	int number, status;

	setrlimit(RLIMIT_CORE, &none);
	setvbuf(stdout, NULL, _IONBF, 0);
	for (number = 0; number < 4; number++) {
		if (!fork()) {
			call(number);
			exit(5);
		}
		wait(&status);
		printf("%d: %x\n", number, (unsigned)status);
	}
	return 0;
}
END
wraps=-Wl,--wrap=_exit,--wrap=abort,--wrap=signal,--wrap=daemon
tried=
for cc in $(with_clang $GCC); do
	for binding in lazy now; do
		for words in "-O1" "-O1 -no-pie"; do
			"$cc" -O1 -fPIC -shared calls.c -o libcalls.so -Wl,-z,$binding
			"$cc" $words -w p.c -o plain $wraps -Wl,-z,$binding ./libcalls.so 2>plain.err ||
				continue
			./plain >plain.out || fail "$cc $words: status of the plain program"
			expect 0 "$ANYCOV" cc "$cc" $words -w p.c -o p $wraps -Wl,-z,$binding ./libcalls.so
			rm -rf d
			expect 0 "$ANYCOV" run -o d ./p
			cmp -s plain.out out || fail "$cc $words, $binding: other output: $(cat out)"
			tried=1
		done
	done
done
[ "$tried" ] || lacks "a compiler that links with --wrap"
