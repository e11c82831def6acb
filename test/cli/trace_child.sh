# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Traces and unique sets of a program whose child ends by _exit() three calls deep: both processes
# count, and the report is that of flags.  Without the parent's dump the child's calls began before
# recording did.
. "${0%/*}/traces_lib.sh"

cat >child.c <<'EOF'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void leave(int how)
{
	if (how)
		_exit(3);
	puts("leave returns");
}
__attribute__((noinline)) static void second(int how)
{
	if (how > 5)
		puts("big");
	leave(how);
	puts("second ends");
}
__attribute__((noinline)) static void first(int how)
{
	for (int i = 0; i < 3; i++)
		second(how);
	puts("first ends");
}
__attribute__((noinline)) static int parent(int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
		puts("as wanted");
	else
		puts("otherwise");
	return 0;
}
int main(void)
{
	int status = 0;
	pid_t pid = fork();

	if (!pid)
		first(1);
	waitpid(pid, &status, 0);
	return parent(status);
}
EOF
run()
{
	build $1 child.c
	recorded all all "" ""
	for line in "7 1" "8 0" "13 0" "14 1" "21 0" "26 1" "28 0" "38 1"; do
		grep -qx "$line" all.lines || { cat all.lines; fail "$1: not $line"; }
	done
	recorded flags flags "" ""
	true_of flags 4 39
	all_modes
}
for_each_compiler run
