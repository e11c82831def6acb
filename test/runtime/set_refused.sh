#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_refused.sh CC LIBDIR SETCHECK SOURCEDIR: where nothing can be recorded, or not as usual, the
# program does what it does otherwise, and one sentence at most says so.  Files of others are
# neither followed nor changed.
. "${0%/*}/set_test.sh"
build program "$source/set_program.c" $object -pthread -ldl
build deny "$source/set_deny.c"
root=
[ "$(id -u)" = 0 ] && root=1
as_nobody() # as_nobody COMMAND...: as another user
{
	chmod 755 "$work"
	setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
}

case="no directory"
rm -rf d
keep=1
run 0 ./program
sentence "$work/d: no such directory; nothing is recorded"
[ ! -e d ] || fail "made the directory"
case="relative directory"
ok "is refused" sh -c "cd /tmp && ANYCOV_DIR=tmp '$work/program' 2>'$work/err'"
sentence "is not the absolute name of a directory"
case="not a directory"
echo text >d
run 0 ./program
sentence "is not the absolute name of a directory"
rm d
keep=

# The name of the file.
run 0 ./program
name=$(basename d/*/*.flags)
uid=$(id -u)
mv d/user-"$uid" .
keep=1
case="user's directory: a symbolic link"
ln -s ../user-"$uid" "d/user-$uid"
run 0 ./program
sentence "d/user-$uid: is not this user's alone; remove it"
rm "d/user-$uid"
case="user's directory: a symbolic link to a new one"
mkdir elsewhere
ln -s ../elsewhere "d/user-$uid"
run 0 ./program
sentence "is not this user's alone"
[ -z "$(ls elsewhere)" ] || fail "followed"
rm "d/user-$uid"
case="user's directory: a file"
echo text >"d/user-$uid"
run 0 ./program
sentence "is not this user's alone"
rm "d/user-$uid"
mv "user-$uid" d
for mode in 775 757 1777; do
	case="user's directory: mode $mode"
	chmod $mode "d/user-$uid"
	run 0 ./program
	sentence "is not this user's alone"
done
chmod 755 "d/user-$uid"
case="file that others may write"
chmod 666 "d/user-$uid/$name"
run 0 ./program
sentence "$name: is not this user's alone; remove it"
case="symbolic link"
u=d/user-$uid
rm "$u"/*
echo precious >precious
ln -s ../../precious "$u/$name"
run 0 ./program
sentence "is a symbolic link, which is not followed"
[ "$(cat precious)" = precious ] || fail "followed"
case="symbolic link to nothing"
rm "$u/$name"
ln -s ../../new "$u/$name"
run 0 ./program
sentence "is a symbolic link, which is not followed"
[ ! -e new ] || fail "followed"
rm "$u/$name"
for size in 0 63 64 4096 8192 8193 1000000; do
	case="foreign file of $size bytes"
	head -c $size /dev/urandom >"$u/$name"
	cp "$u/$name" before
	run 0 ./program
	sentence "is not a file of this build; remove it"
	cmp -s "$u/$name" before || fail "changed"
	rm "$u/$name"
done
case="truncated file"
run 0 ./program
truncate -s -1 "$u/$name"
cp "$u/$name" before
run 0 ./program
sentence "is not a file of this build; remove it"
cmp -s "$u/$name" before || fail "changed"
rm "$u/$name"
case="file of another build under the name"
build other "$source/set_program.c" -DN_FLAGS=300 $object -pthread -ldl
run 0 ./other
mv "$u"/other-*.flags "$u/$name"
run 0 ./program
sentence "is not a file of this build; remove it"
rm "$u"/*
case="fifo"
mkfifo "$u/$name"
run 0 timeout 10 ./program
sentence "is not a file of this build; remove it"
rm "$u"/*
case="directory under the name"
mkdir "$u/$name"
run 0 ./program
sentence "$name: "
rmdir "$u/$name"
keep=

case="limit of file sizes"
run 0 sh -c 'ulimit -f 1; exec ./program'
sentence "ulimit -f"
[ "$(ls d | wc -l)" -le 1 ] || fail "left $(ls d)"
run 0 ./program
keep=1
# A complete file need not grow.
run 0 sh -c 'ulimit -f 1; exec ./program hit 77'
quiet
file program "hit: 1 2 9 77"
keep=
case="limit of file sizes, copied"
run 0 ./deny shared /bin/sh -c 'ulimit -f 1; exec ./program'
sentence "ulimit -f"
case="limit of open files"
run 0 sh -c 'exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 4; exec ./program'
sentence "too many open files"
run 0 sh -c 'ulimit -n 40; exec ./program'
quiet
case="limit of memory"
run 0 sh -c 'ulimit -v 20000; exec ./program'
quiet
case="closed descriptors"
run 0 sh -c 'exec ./program hit 66 0<&- 1>&- 2>&-'
file program "hit: 1 2 9 66"
rm -rf d
keep=1
run 0 sh -c 'exec ./program hit 66 0<&- 1>&- 2>&-'
mkdir -p "$u"
echo x >"$u/$name"
run 0 sh -c 'exec ./program 2>&-'
[ "$(cat "$u/$name")" = x ] || fail "wrote the sentence to the file"
case="standard error without a reader"
run 0 sh -c '(sleep 0.2; ./program 2>&1; echo "$?" >status) | true'
[ "$(cat status)" = 0 ] || fail "status $(cat status) with a closed pipe"
keep=
case="umask"
run 0 sh -c 'umask 777; exec ./program'
[ "$(stat -c %a d/*/*.flags)" = 644 ] || fail "mode $(stat -c %a d/*/*.flags)"
rm -rf d
mkdir d
chmod 1777 d
keep=1
run 0 sh -c 'umask 77; exec ./program'
[ "$(stat -c %a d/*/*.flags)" = 644 ] || fail "mode $(stat -c %a d/*/*.flags)"
[ "$(stat -c %a d/*/*.image)" = 644 ] || fail "mode $(stat -c %a d/*/*.image)"
[ "$(stat -c %a d/user-*)" = 755 ] || fail "mode $(stat -c %a d/user-*)"
chmod 700 d
rm -r d/*
run 0 sh -c 'umask 0; exec ./program'
[ "$(stat -c %a d/*/*.flags)" = 644 ] || fail "mode $(stat -c %a d/*/*.flags)"
[ "$(stat -c %a d/user-*)" = 755 ] || fail "mode $(stat -c %a d/user-*)"
keep=
case="seccomp"
run 0 ./deny all ./program
quiet
build remote "$source/set_remote.c"
status=0
./remote 0x6969 /bin/true || status=$?
if [ $status = 0 ]; then
	# NFS, 9p, SMB 2, Ceph: processes copy, also to a file that a process of the server maps.
	for type in 0x6969 0x01021997 0xfe534d42 0x00c36400; do
		case="file system $type"
		run 0 ./remote $type ./program fork
		quiet
		file program "started=1 copying=1 copied=1 how=3 "
		file program " hit: 1 2 9 30 32 33 "
		keep=1
		run 0 ./program hit 70
		run 137 ./remote $type ./program signal 9
		file program "started=3 copying=2 copied=1 how=3 "
		file program " hit: 1 2 9 30 32 33 70 "
		keep=
	done
	case="ext4"
	run 0 ./remote 0xef53 ./program
	file program "started=1 copying=0 copied=0 how=1 "
else
	echo "missing: ptrace (network file systems)"
fi
case="no system call but the necessary ones, again"
keep=1
run 0 ./deny all ./program
quiet
keep=
case="programs that were removed or run by the dynamic linker"
cp program gone
exec 9<gone
rm gone
run 0 /proc/self/fd/9 hit 64
exec 9<&-
file gone "hit: 1 2 9 64"
ok "the path is that from before" sh -c "'$check' d/user-*/gone-*.flags | grep -q 'path=$work/gone$'"
ok "has an image" sh -c "ls d/user-*/gone-*.image"
linker=$(readelf -lW program | sed -n 's/.*program interpreter: \(.*\)]/\1/p')
run 0 "$linker" ./program
file program "hit: 1 2 9"
file program "path=$work/program"

if [ $root ]; then
	case="other users"
	rm -rf d
	mkdir -m 755 d
	keep=1
	run 0 as_nobody ./program
	sentence "permission denied; nothing is recorded; make the directory by 'mkdir -m 1777' before"
	nothing
	chmod 1777 d
	run 0 as_nobody ./program hit 60
	quiet
	run 0 ./program hit 61
	quiet
	run 0 as_nobody ./program hit 62
	"$check" d/user-65534/program-*.flags | grep -q ' hit: 1 2 9 60 62 ' || fail "$("$check" d/*/*.flags)"
	"$check" d/user-0/program-*.flags | grep -q ' hit: 1 2 9 61 ' || fail "$("$check" d/*/*.flags)"

	case="the directory of another user"
	rm -r d/*
	mkdir -m 777 d/user-0
	chown 65534 d/user-0
	run 0 ./program
	sentence "d/user-0: is not this user's alone; remove it; nothing is recorded"
	[ -z "$(ls d/user-0)" ] || fail "wrote there"
	chmod 755 d/user-0
	run 0 ./program
	sentence "d/user-0: is not this user's alone"

	case="a file of another user"
	rm -r d/*
	run 0 ./program
	chown 65534 d/user-0/program-*.flags
	cp d/user-0/program-*.flags before
	run 0 ./program
	sentence ".flags: is not this user's alone; remove it; nothing is recorded"
	cmp -s d/user-0/program-*.flags before || fail "changed"

	case="another user cannot truncate what a process has mapped"
	rm -r d/*
	run 0 ./program
	ok "is refused" sh -c "! setpriv --reuid 65534 --clear-groups truncate -s 0 $work/d/user-0/program-*.flags"
	ok "is refused" sh -c "! setpriv --reuid 65534 --clear-groups mv $work/d/user-0 $work/d/other"
	run 0 ./program hit 61
	file program " hit: 1 2 9 61 "

	case="a process that changed its user before it loads a library"
	rm -r d/*
	$cc -O1 -shared -fPIC "$source/set_lib.c" $object -o libs.so
	cat >changed.c <<'END'
#include <dlfcn.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	void *h = setgid(65534) || setuid(65534) ? 0 : dlopen(argv[argc - 1], RTLD_NOW);
	return !h || dlclose(h);
}
END
	build changed changed.c -ldl
	run 0 ./changed "$work/libs.so"
	quiet
	for file in d/user-65534/libs.so-*.flags; do
		[ -e "$file" ] || fail "$(ls d/*)"
	done
	keep=

	case="set-user-ID program"
	cp program secure
	chown 65534 secure
	chmod 4755 secure
	rm -rf d
	mkdir -m 777 d
	keep=1
	run 0 ./secure
	quiet
	nothing
	keep=
fi
if [ $root ] && command -v setcap >/dev/null; then
	case="static program with capabilities, of whose variables glibc removes some"
	build secure_static "$source/set_program.c" $object -static -w -pthread -ldl 2>/dev/null
	if setcap cap_net_raw=ep secure_static 2>/dev/null; then
		rm -rf d
		mkdir -m 777 d
		keep=1
		run 0 as_nobody env LD_LIBRARY_PATH=/none TMPDIR=/none ./secure_static
		quiet
		nothing
		keep=
	fi
else
	echo "missing: root or setcap (static program with capabilities)"
fi
if [ $root ] && mkdir -p small && mount -t tmpfs -o size=512k tmpfs small 2>/dev/null; then
	trap 'umount -l "$work/small" 2>/dev/null || :; rm -rf "$work"' EXIT
	case="full disk"
	dd if=/dev/zero of=small/fill bs=1k count=500 status=none
	ok "runs" sh -c "ANYCOV_DIR=$work/small ./program 2>err"
	sentence "no space left"
	ok "leaves no part of a file" sh -c "! ls small/user-*/*.flags* small/user-*/*.tmp"
	rm -r small/*
	ok "runs" env ANYCOV_DIR="$work/small" ./program
	# The file exists and the disk is full: stores do not fail.
	dd if=/dev/zero of=small/fill bs=1k count=600 status=none 2>/dev/null || :
	ok "runs" env ANYCOV_DIR="$work/small" ./program hit 4000
	got=$("$check" small/user-*/program-*.flags)
	case $got in *" 4000"*) ;; *) fail "$got" ;; esac
	rm -r small/*
	case="read-only file system"
	mount -o remount,ro small
	ok "runs" sh -c "ANYCOV_DIR=$work/small ./program 2>err"
	sentence "read-only file system"
	mount -o remount,rw,noexec,nosuid small
	case="noexec"
	ok "runs" sh -c "ANYCOV_DIR=$work/small ./program 2>err"
	quiet
	ok "has a file" sh -c "ls small/user-*/program-*.flags"
	umount small
else
	echo "missing: root or mount (full disk, read-only and noexec file systems)"
fi
if [ $root ] && mkdir -p over/lower over/upper over/work over/all &&
	mount -t tmpfs tmpfs over 2>/dev/null && mkdir -p over/lower over/upper over/work over/all &&
	mount -t overlay -o lowerdir=over/lower,upperdir=over/upper,workdir=over/work overlay over/all 2>/dev/null; then
	trap 'umount -l "$work/small" "$work/over/all" "$work/over" 2>/dev/null || :; rm -rf "$work"' EXIT
	case=overlayfs
	ok "runs" sh -c "ANYCOV_DIR=$work/over/all ./program hit 71 2>err"
	quiet
	ok "runs" env ANYCOV_DIR="$work/over/all" ./program hit 72
	got=$("$check" over/all/user-0/program-*.flags)
	case $got in *"copying=0"*" 71 72"*) ;; *) fail "$got" ;; esac
	case="overlayfs, the file in the lower directory"
	umount over/all
	mv over/upper/user-0 over/lower
	mount -t overlay -o lowerdir=over/lower,upperdir=over/upper,workdir=over/work overlay over/all
	ok "runs" env ANYCOV_DIR="$work/over/all" ./program hit 73
	got=$("$check" over/all/user-0/program-*.flags)
	case $got in *" 71 72 73"*) ;; *) fail "$got" ;; esac
	umount over/all over
else
	echo "missing: root or mount (overlayfs)"
fi
if [ $root ]; then
	case="chroot, without /proc"
	build static "$source/set_program.c" $object -static -w -pthread -ldl 2>/dev/null
	mkdir -p jail/d
	cp static jail
	ok "runs" env ANYCOV_DIR=/d chroot jail /static hit 55
	ok "records" sh -c "'$check' jail/d/user-*/static-*.flags | grep -q 'hit: 1 2 9 55 path=/static'"
	ok "keeps the map" test -e jail/d/user-*/static-*.image
	ok "without the directory" sh -c "ANYCOV_DIR=/e chroot jail /static 2>err"
	sentence "/e: no such directory"
else
	echo "missing: root (other users, set-user-ID programs, chroot)"
fi
finish
