# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Below 'anycov run' a program whose environment was taken away records nothing, and a sentence says
# what to do; an empty ANYCOV_DIR turns recording off; users have directories of their own.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE

have gcc || have "$GCC" || lacks "a plugin for gcc"
cc=$GCC
cat >t.c <<'END'
int main(int argc, char **argv)
{
	(void)argv;
	return argc > 1;
}
END
"$ANYCOV" cc "$cc" -g t.c -o t
export T="$WORK/t"

for without in 'env -i' 'env -u ANYCOV_DIR' 'env ANYCOV_DIR='; do
	rm -rf data
	expect 0 "$ANYCOV" run -o data $without "$T"
	has err "nothing was recorded"
	[ "$(wc -l <err)" -eq 1 ] || fail "$without: not one sentence"
done
"$ANYCOV" cc --record-to "$WORK/own" "$cc" -g t.c -o own_t
expect 0 "$ANYCOV" run -o data env -i ./own_t
expect 0 "$ANYCOV" report own
has out "Input: 1 process"
rm -rf data own

# Another user's files are beside those of the first one.
if [ "$(id -u)" = 0 ]; then
	chmod 755 .
	as_other="setpriv --reuid=65534 --regid=65534 --clear-groups"
	expect 0 "$ANYCOV" run -o data $as_other "$T"
	has err "$WORK/data: permission denied; nothing is recorded; make the directory by 'mkdir -m 1777' before"
	rm -rf data
	mkdir -m 1777 data
	expect 0 "$ANYCOV" run -o data sh -c "$as_other $T; $T; $as_other $T 1; :"
	[ ! -s err ] || { cat err; fail "two users"; }
	expect 0 "$ANYCOV" report data
	has out "Input: 3 processes"
	[ "$(stat -c %u data/user-65534/t-*.flags)" = 65534 ] || fail "$(ls -lR data)"
	# A user cannot remove what another one recorded: it must not become part of the next run.
	chown 65534 data
	expect 2 $as_other "$ANYCOV" run -o data "$T"
	has err "data/user-0/"
	has err "another user recorded there; remove it as that user, or choose another directory with -o"
	expect 0 $as_other "$ANYCOV" run --append -o data "$T"
fi

# Not below a run: no file is opened.
rm -rf data
mkdir alone && cd alone
env -i "$T"
[ -z "$(ls)" ] || fail "a program that is not recorded left files"
if needs strace; then
	strace -f -e trace=file -o trace env -i "$T"
	! grep -q '"/proc' trace || { cat trace; fail "a program that is not recorded looks into /proc"; }
fi
# Limits are those of the user.
cd ..
expect 0 "$ANYCOV" run -o data cat /proc/self/limits
diff /proc/self/limits out || fail "other limits"
# So are actions of signals, with and without recording.
cat >signals.c <<'END'
#include <stdio.h>
#include <string.h>
int main(void)
{
	char line[256];
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof(line), f))
		/* SigQ counts signals of all of the user's processes. */
		if (!strncmp(line, "Sig", 3) && strncmp(line, "SigQ", 4))
			fputs(line, stdout);
	return 0;
}
END
"$cc" signals.c -o signals_plain
"$ANYCOV" cc "$cc" signals.c -o signals
./signals_plain >plain
expect 0 "$ANYCOV" run -o data ./signals
cmp plain out || fail "other actions of signals"
