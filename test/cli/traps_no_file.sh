# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# sites=trap leaves no file open in the program: traps are put through /proc/self/mem.
. "${0%/*}/lib.sh"
case $(uname -m) in
x86_64) ;;
*) lacks "x86-64" ;;
esac

cat >files.c <<'END'
#include <dirent.h>
#include <stdio.h>
int main(void)
{
	DIR *d = opendir("/proc/self/fd");
	int n = 0;

	while (d && readdir(d))
		n++;
	printf("%d\n", n);
	return 0;
}
END
tried=
for cc in $GCC; do
	have "$cc" || continue
	for sites in store trap; do
		# shellcheck disable=SC2046
		"$cc" -g $("$ANYCOV" flags --cc "$cc" --for report --sites $sites) files.c -o files \
			$("$ANYCOV" flags --cc "$cc" --link --for report)
		"$ANYCOV" run -o files.$sites ./files >$sites.out
	done
	cmp store.out trap.out || fail "$cc: sites=trap leaves $(cat trap.out) files open, not $(cat store.out)"
	rm -rf files.store files.trap
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc"
