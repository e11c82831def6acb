// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Assembly that does not return: it ends the process, jumps to a label, or waits for SIGKILL.
// machine: x86_64 aarch64
// more: -static | -no-pie
// run: none = 0
// run: exit = 3 no-gcov
// run: goto = 0
// run: loop = 0 no-gcov
// run: switch = 3 no-gcov
#include "ends.h"
static volatile int n, *ready;
static char stack[1 << 16] __attribute__((aligned(16)));
static void ends(void) // ----+
{
	_exit(3); // ----+
}
NOINLINE static void leave(void) // -+---
{
#ifdef __x86_64__
	__asm__ volatile("syscall" : : "a"(SYS_exit_group), "D"(3) : "rcx", "r11", "memory"); // -+---
#else
	register long number __asm__("x8") = SYS_exit_group, status __asm__("x0") = 3;
	__asm__ volatile("svc 0" : : "r"(number), "r"(status) : "memory");
#endif
	n++; // -
} // -
NOINLINE static void stay(void) // ---+-
{
	*ready = 1; // ---+-
#ifdef __x86_64__
	__asm__ volatile("1: jmp 1b" : : : "memory"); // ---+-
#else
	__asm__ volatile("1: b 1b" : : : "memory");
#endif
	n++; // -
} // -
NOINLINE static void switch_stack(void) // ----+
{
#ifdef __x86_64__
	__asm__ volatile("movq %0,%%rsp\n\tcall *%1" : : "r"(stack + sizeof(stack)), "r"(ends) : "memory"); // ----+
#else
	__asm__ volatile("mov sp,%0\n\tblr %1" : : "r"(stack + sizeof(stack)), "r"(ends) : "memory", "x30");
#endif
	n++; // -
} // -
NOINLINE static void jumps(void) // --+--
{
#ifdef __x86_64__
	__asm__ goto("jmp %l0" : : : : away); // --+--
#else
	__asm__ goto("b %l0" : : : : away);
#endif
	n++; // -
away: // --+--
	n += 2; // --+--
} // --+--
NOINLINE static void waits(void) // ---+-
{
	pid_t pid = fork(); // ---+-

	if (!pid) // ---+-
		stay(); // ---+-
	while (!*ready) usleep(1000); // ---?-
	kill(pid, SIGKILL); // ---+-
	wait(NULL); // ---+-
} // ---+-
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	ready = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); // +
	if (IS("exit")) // +
		leave(); // -+---
	if (IS("goto")) // +-+++
		jumps(); // --+--
	if (IS("loop")) // +-+++
		waits(); // ---+-
	if (IS("switch")) // +-+++
		switch_stack(); // ----+
	n++; // +-++-
	return 0; // +-++-
}
