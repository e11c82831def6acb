# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Below 'anycov run' programs record although their environment was taken away on the way to them,
# as test runners do; an empty ANYCOV_DIR turns recording off.
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

# recorded PROCESSES COMMAND: so many processes of the program recorded
recorded()
{
	rm -rf data
	expect 0 "$ANYCOV" run -o data sh -c "$2"
	[ ! -s err ] || { cat err; fail "$2: anycov run says something"; }
	expect 0 "$ANYCOV" report data
	has out "Input: 1 file of flags, $1"
}

recorded "1 process" 'env -i "$T"'
recorded "1 process" 'env -u ANYCOV_DIR "$T"'
recorded "4 processes" 'env -i "$T"; env -i sh -c "$T; env -i $T; true"; "$T"'
recorded "1 process" 'env -i setsid -w sh -c "cd /; sh -c $T; true"'
# No process with a name that looks like the end of one, or a variable that looks like its value.
cp "$(command -v sh)" "a) S 1 (b"
recorded "1 process" 'XANYCOV_DIR=/x ANYCOV_DIRX=/x ./"a) S 1 (b" -c "env -i $T; true"'
# An environment that takes several reads of 1024 bytes, which end in the name and in the value.
for n in 1014 1010 1009 1008 995; do
	PAD=$(printf "%${n}s" "" | tr ' ' x)
	export PAD
	recorded "1 process" \
		'env -i PAD="$PAD" ANYCOV_DIR="$ANYCOV_DIR" sh -c "env -i $T; true"'
done
# The directory of the nearest run.
rm -rf data near
expect 0 "$ANYCOV" run -o data sh -c '"$0" run -o near env -i "$T"; env -i "$T"' "$ANYCOV"
for data in data near; do
	expect 0 "$ANYCOV" report $data
	has out "Input: 1 file of flags, 1 process"
done
# One that is the command itself, below an anycov whose own environment has no room for the name.
rm -rf data
expect 0 env -i "$ANYCOV" run -o data env -i "$T"
has err "nothing was recorded"
[ "$(wc -l <err)" -eq 1 ] || fail "not one sentence"
rm -rf data
expect 0 "$ANYCOV" run -o data env -i "$T"
expect 0 "$ANYCOV" report data

# Another user's process does not see the variables above, and says so.
if [ "$(id -u)" = 0 ]; then
	chmod 755 .
	rm -rf data
	expect 0 "$ANYCOV" run -o data setpriv --reuid=65534 --regid=65534 --clear-groups env -i "$T"
	has err "$T: the directory of 'anycov run' is in no variable, and /proc does not show it to this user; nothing is"
	rm -rf data
	mkdir -m 1777 data
	expect 0 "$ANYCOV" run -o data setpriv --reuid=65534 --regid=65534 --clear-groups "$T"
	[ ! -s err ] || { cat err; fail "another user's process with the variables"; }
	expect 0 "$ANYCOV" report data
fi

# Wanted so: a process of a test that must not record.
rm -rf data
expect 0 "$ANYCOV" run -o data env -i ANYCOV_DIR= "$T"
has err "nothing was recorded"
# Its own directory comes first.
"$ANYCOV" cc --record-to "$WORK/own" "$cc" -g t.c -o own_t
rm -rf data
expect 0 "$ANYCOV" run -o data env -i ./own_t
expect 0 "$ANYCOV" report own
# Not below a run: nothing is recorded, and no file is opened.
rm -rf data own
mkdir alone && cd alone
env -i "$T"
[ -z "$(ls)" ] || fail "a program that is not recorded left files"
if needs strace; then
	strace -f -e trace=file -o trace env -i "$T"
	! grep -q '"/proc' trace || { cat trace; fail "a program that is not recorded looks into /proc"; }
fi
# Limits are those of the user.
cd ..
expect 0 "$ANYCOV" run -o data sh -c 'grep -v "Max file locks" /proc/self/limits'
grep -v "Max file locks" /proc/self/limits | diff - out || fail "other limits"
