# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# icecc: a scheduler and two daemons of this machine, of which one only sends.  The plugin and the
# lists go with the compiler; what comes back has the same code and the same probes.
. "${0%/*}/lib.sh"

needs icecc || exit 77
PATH=$PATH:/usr/sbin:/sbin
needs iceccd icecc && needs icecc-scheduler icecc || exit 77
[ "$(id -u)" = 0 ] && id icecc >/dev/null 2>&1 || lacks "root and the user icecc, to be a server of icecc"
# Ports and broadcasts of a network of its own; and its own /proc/stat and /proc/meminfo, of a machine
# that is idle: a busy one, or one that seems so, compiles nothing for others.
if [ -z "${ICECC_TEST_SOCKET-}" ]; then
	unshare --net --mount true 2>/dev/null || lacks "network and mount namespaces"
	farm=$(mktemp -d /tmp/anycov-icecc.XXXXXX) # short enough for a socket
	trap 'rm -rf "$farm"' EXIT
	chmod 755 "$farm"
	# The variables are icecc's own.
	ICECC_TEST_SOCKET=$farm/near/socket ICECC_TEST_REMOTEBUILD=1 unshare --net --mount sh "$0"
	exit
fi
farm=${ICECC_TEST_SOCKET%/near/socket}
ip link set lo up 2>/dev/null || lacks "ip (iproute2)"
echo "cpu 1000 0 1000 1000000 0 0 0 0 0 0" >"$farm/stat"
echo "MemTotal: 8000000 kB
MemFree: 6000000 kB
Buffers: 0 kB
Cached: 0 kB" >"$farm/meminfo"
chmod 644 "$farm/stat" "$farm/meminfo"
for file in stat meminfo; do
	mount --bind "$farm/$file" /proc/$file
done
daemons=
# shellcheck disable=SC2086
trap 'kill $daemons 2>/dev/null; wait' EXIT
mkdir "$farm/near" "$farm/far"
chown icecc "$farm" "$farm/near" "$farm/far"
icecc-scheduler -p 8765 -n anycov -l "$farm/scheduler" -vvv &
daemons=$!
# start NAME PORT ARGUMENT
start()
{
	ICECC_TEST_SOCKET=$farm/$1/socket iceccd -s localhost:8765 -n anycov -N "$1" -p "$2" \
		-b "$farm/$1/environments" -l "$farm/$1/log" -vvv -m 2 $3 &
	daemons="$daemons $!"
}
start near 10246 --no-remote
start far 10247 ''
for i in $(seq 60); do
	! { grep -q "login near" "$farm/scheduler" && grep -q "login far" "$farm/scheduler"; } || break
	[ "$i" != 60 ] || { cat "$farm"/*/log; fail "the daemons find no scheduler"; }
	sleep 1
done
ICECC_PREFERRED_HOST=far ICECC_LOGFILE=$farm/client ICECC_DEBUG=info
# Packing a compiler of 100 MB with gzip takes minutes on a busy machine.
ICECC_ENV_COMPRESSION=none
export ICECC_PREFERRED_HOST ICECC_LOGFILE ICECC_DEBUG ICECC_ENV_COMPRESSION
chmod 777 "$farm"

# compiled WHAT COMMAND...: once here, once there
compiled()
{
	what=$1
	shift
	# A busy machine compiles nothing for others: try again.
	for i in 1 2 3 4 5; do
		: >"$farm/client"
		jobs=$(grep -c "END .* status=0 .*server=far" "$farm/scheduler" || :)
		timeout 400 "$ANYCOV" cc icecc "$@" -O1 -g -c t.c -o far.o ||
			{ cat "$farm/client"; fail "$what"; }
		sleep 0.2
		now=$(grep -c "END .* status=0 .*server=far" "$farm/scheduler" || :)
		[ "$now" -eq "$jobs" ] || break
		[ "$i" != 5 ] || { cat "$farm/client"; fail "$what: was not compiled there"; }
		sleep 5
	done
	ICECC=disable "$ANYCOV" cc "$@" -O1 -g -c t.c -o near.o
	for o in near far; do
		objdump -dr $o.o | tail -n +4 >$o.code
		"$ANYCOV" sites $o.o >$o.sites || fail "$what: no probes"
	done
	cmp near.code far.code || fail "$what: other code"
	cmp near.sites far.sites || fail "$what: other probes"
}

printf 'int f(int x)\n{\n\treturn x > 3 ? 1 : x;\n}\nint g(int x)\n{\n\treturn x ? f(x) : 7;\n}\n' >t.c
echo 'fun:g' >list
for cc in $GCC $(with_clang clang-22); do
	have $cc || continue
	compiled "$cc" $cc
	hasnt far.sites missing
	grep -q ' g\b' far.sites || fail "$cc: no probe in g"
	ANYCOV_FLAGS="--for trace --ignorelist list"
	export ANYCOV_FLAGS
	compiled "$cc with a list" $cc
	! grep -q ' g\b' far.sites || fail "$cc: the list was not read"
	grep -q ' f\b' far.sites || fail "$cc: no probe in f"
	unset ANYCOV_FLAGS
	echo "$cc"
done
