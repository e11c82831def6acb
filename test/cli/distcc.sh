# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc distcc: a server compiles a plain source, refuses one with a plugin, and then the compiler of this
# machine makes the same object as without distcc.
. "${0%/*}/lib.sh"

needs distcc || exit 77
PATH=$PATH:/usr/sbin:/sbin
needs distccd distcc || exit 77
# A port of a network of its own.
if [ -z "${DISTCC_DIR-}" ]; then
	[ "$(id -u)" = 0 ] && unshare --net true 2>/dev/null || lacks "network namespaces"
	DISTCC_DIR=$WORK/state
	export DISTCC_DIR WORK
	unshare --net sh "$0"
	exit
fi
ip link set lo up 2>/dev/null || lacks "ip (iproute2)"
id distccd >/dev/null 2>&1 || lacks "the user distccd"
unset DISTCC_BACKOFF_PERIOD DISTCC_FALLBACK DISTCC_LOG DISTCC_VERBOSE
mkdir -p "$DISTCC_DIR"
distccd --daemon --no-detach --allow 127.0.0.1 --listen 127.0.0.1 --port 3699 --user distccd --jobs 2 \
	--enable-tcp-insecure --log-level info --log-stderr 2>server &
server=$!
trap 'kill $server 2>/dev/null; wait' EXIT
for i in $(seq 60); do
	! grep -q "daemon started" server || break
	[ "$i" != 60 ] || { cat server; fail "distccd does not start"; }
	sleep 0.5
done
DISTCC_HOSTS=127.0.0.1:3699
export DISTCC_HOSTS
echo 'int f(int x) { return x > 3 ? 1 : x; }' >t.c

DISTCC_FALLBACK=0 distcc $GCC -O1 -c t.c -o plain.o || { cat server; fail "the server compiles nothing"; }
grep -q 'completed ok' server || { cat server; fail "the server compiled nothing"; }
for cc in $GCC $(with_clang clang-14 clang-22); do
	have $cc || continue
	rm -rf "${DISTCC_DIR:?}"/*
	: >server
	expect 0 "$ANYCOV" cc distcc $cc -O1 -g -c t.c -o far.o
	! grep -q 'completed ok' server || { cat server; fail "$cc: compiled by the server, without its plugin"; }
	"$ANYCOV" cc $cc -O1 -g -c t.c -o near.o
	cmp near.o far.o || fail "$cc: distcc's object differs"
	"$ANYCOV" sites far.o >out || fail "$cc: no probes"
	echo "$cc"
done
