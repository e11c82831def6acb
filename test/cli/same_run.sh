# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# One run of one program, recorded as a trace, as a unique set and as flags: the reports agree on each
# line, and nothing is unknown.
. "${0%/*}/traces_lib.sh"

cat >same.c <<'EOF'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) int never(int x)
{
	if (x > 3)
		return x * 2;
	return x;
}
__attribute__((noinline)) static int loops(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (i % 3 == 2)
			continue;
		if (i == 40)
			break;
		sum += i;
	}
	while (n-- > 0)
		sum ^= n;
	do
		sum++;
	while (sum < 0);
	return sum;
}
__attribute__((noinline)) static int recursion(int n)
{
	if (n > 100)
		return never(n);
	if (n < 2)
		return 1;
	return recursion(n - 1) + recursion(n - 2);
}
__attribute__((noinline)) static int choose(int n)
{
	switch (n) {
	case 0:
		return 5;
	case 1:
		n += 2;
		break;
	case 2:
		n = never(n);
		break;
	default:
		n--;
	}
	return n;
}
__attribute__((noinline)) static int child(int n)
{
	if (n > 5)
		puts("large");
	else
		puts("small");
	return n == 4;
}
int main(void)
{
	int status = 0, sum = loops(10) + recursion(6) + choose(1) + choose(9);
	pid_t pid = fork();

	if (!pid)
		return child(sum % 5);
	if (waitpid(pid, &status, 0) != pid)
		return 1;
	printf("%d\n", sum);
	return 0;
}
EOF
run()
{
	build $1 same.c
	recorded all all "" ""
	# Some line of each kind.
	for line in "6 0" "15 1" "18 0" "31 0" "40 0" "43 1" "55 0" "57 1" "68 0" "69 1"; do
		grep -qx "$line" all.lines || { cat all.lines; fail "$1: not $line"; }
	done
	recorded flags flags "" ""
	same flags
	recorded early early "" ""
	same early
	for mode in pc uniq-pc uniq-edge uniq-both; do
		recorded each each "--mode $mode" ""
		same each
		# Every call returns.
		recorded trace trace "--mode $mode" --complete
		same trace
	done
}
for_each_compiler run
