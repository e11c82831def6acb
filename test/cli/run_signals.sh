# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov run passes on what ends it (SIGTERM, SIGHUP, SIGQUIT, SIGINT), also as the first process of a
# container; its exit status is the command's.
. "${0%/*}/lib.sh"

cat >child.sh <<'END'
for s in TERM HUP QUIT INT; do
	trap "echo $s >>got; exit 7" $s
done
echo >ready
while :; do
	sleep 0.1
done
END

# The shell that runs a command in the background ignores SIGINT and SIGQUIT for it.
start() # COMMAND...
{
	rm -f ready got
	env --default-signal=INT,QUIT "$@" >out 2>err &
	pid=$!
	for _ in $(seq 300); do
		[ ! -e ready ] || return 0
		sleep 0.1
	done
	fail "the command did not begin"
}
ended() # STATUS
{
	set +e
	wait $pid
	status=$?
	set -e
	[ $status -eq "$1" ] || { cat err; fail "status $status, not $1"; }
}
for s in TERM HUP QUIT INT; do
	start "$ANYCOV" run -o data sh child.sh
	kill -s $s $pid
	ended 7
	[ "$(cat got)" = $s ] || fail "not $s once: $(cat got)"
done
# A command that the signal ends.
start "$ANYCOV" run -o data sh -c 'echo >ready; exec sleep 60'
kill -s TERM $pid
ended 143
# What is ignored stays so.
start sh -c "trap '' HUP; exec '$ANYCOV' run -o data sh -c 'echo >ready; sleep 2; exit 5'"
kill -s HUP $pid
ended 5

# A parent that ignores SIGCHLD leaves it ignored for the command, and no process to wait for.
expect 7 sh -c "trap '' CHLD; exec '$ANYCOV' run -o data sh -c 'exit 7'"
# The hangup of a terminal, which the first process of its session gets alone.
rm -f ready got
expect 0 python3 - "$ANYCOV" <<'END'
import os, pty, sys, time

pid, terminal = pty.fork()
if not pid:
    os.execv(sys.argv[1], [sys.argv[1], "run", "-o", "data", "sh", "child.sh"])
while not os.path.exists("ready"):
    time.sleep(0.05)
os.close(terminal)
for _ in range(300):
    if os.waitpid(pid, os.WNOHANG)[0]:
        sys.exit()
    time.sleep(0.1)
sys.exit("anycov run lives on after the hangup")
END
grep -q HUP got || fail "no hangup for the command"

# As the first process: nothing has a default action there, and it gets the orphans.
if ! unshare -p -f true 2>/dev/null; then
	echo "missing: the right to make a namespace of processes"
	exit 0
fi
for s in TERM HUP QUIT; do
	start unshare -p -f "$ANYCOV" run -o data sh -c '(sh -c "exit 3" & :) ; exec sh child.sh'
	first=$(cat /proc/$pid/task/$pid/children)
	kill -s $s $first
	ended 7
	[ "$(cat got)" = $s ] || fail "as the first process: not $s once"
done
