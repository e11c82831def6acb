# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Programs without flags that load a library with them, and go on as without: they jump from a stack
# that the tables do not describe, forbid themselves mprotect(), or have an execl() of their own.
. "${0%/*}/lib.sh"

cat >part.c <<'E'
int part(int x);
int part(int x)
{
	return x + 2;
}
E
cat >host.c <<'E'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#define STACK 65536
static jmp_buf env;
static void jump(void)
{
	longjmp(env, 1);
}
/* Its frame is not on the stack that the call is made on, whose end is a guard page. */
__attribute__((noinline)) static void call_on(char *stack)
{
	volatile char room[256];

	room[0] = 1;
#ifdef __x86_64__
	__asm__ volatile("movq %0,%%rsp\n\tcall *%1" : : "r"(stack), "r"(jump) : "memory");
#else
	__asm__ volatile("mov sp,%0\n\tblr %1" : : "r"(stack), "r"(jump) : "memory", "x30");
#endif
	room[1] = 2;
}
static int forbid(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 4, filter };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
int main(int argc, char **argv)
{
	void *image = dlopen(argv[1], RTLD_NOW);
	int (*part)(int) = (int (*)(int))dlsym(image, "part");
	char *stack = mmap(NULL, 4 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)argc;
	if (part(1) != 3)
		return 2;
	if (!strcmp(argv[2], "stack")) {
		mprotect(stack + STACK, STACK, PROT_NONE);
		if (!setjmp(env))
			call_on(stack + STACK);
		return 0;
	}
	if (!strcmp(argv[2], "list"))
		return execl("/bin/false", "false", (char *)NULL);
	if (forbid())
		return 77;
	dlclose(image);
	if (!setjmp(env))
		longjmp(env, 1);
	_exit(0);
}
E
cat >own.c <<'E'
int execl(const char *path, const char *argument, ...);
int execl(const char *path, const char *argument, ...)
{
	return path && argument ? 42 : 1;
}
E

some=
for cc in $GCC $CLANG; do
	have $cc || continue
	some=yes
	"$ANYCOV" cc $cc -O1 -g -fPIC -shared part.c -o part.so
	$cc -O1 -fPIC -shared own.c -o own.so
	for binding in lazy now; do
		$cc -O1 -w -fomit-frame-pointer host.c -o host -Wl,-z,$binding -ldl
		rm -rf anycov-data
		expect 0 "$ANYCOV" run ./host "$PWD/part.so" stack
		status=0
		"$ANYCOV" run ./host "$PWD/part.so" sandbox >out 2>&1 || status=$?
		[ $status -eq 0 ] || [ $status -eq 77 ] || { cat out; fail "sandbox: status $status"; }
		expect 42 "$ANYCOV" run env LD_PRELOAD="$PWD/own.so" ./host "$PWD/part.so" list
		expect 1 "$ANYCOV" run ./host "$PWD/part.so" list
	done
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
