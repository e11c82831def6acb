#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# debian_packages.sh SOURCE WORK GCC CLANG: dpkg-buildpackage makes the packages, lintian has
# neither errors nor warnings, what they contain works from another directory, and dpkg installs
# and removes them.
set -eu
source=$1 work=$2 gcc=$3 clang=$4
for tool in dpkg-buildpackage dh lintian; do
	command -v $tool >/dev/null || {
		echo "missing: $tool (dpkg-dev, debhelper, lintian)"
		exit 77
	}
done
rm -rf "$work"
mkdir -p "$work/anycov"
cd "$work"

fail()
{
	echo "debian_packages.sh: $*" >&2
	exit 1
}
(cd "$source" && { git ls-files -z -c -o --exclude-standard 2>/dev/null || find . -path './build*' -prune -o -type f -print0; } |
	tar cf - --null -T -) | tar xf - -C anycov
cd anycov

# The committed file is that of the compilers of make demo on Debian 12.
cp debian/control ../control
debian/rules debian/control PLUGINS="gcc-12 clang-14 arm-none-eabi-gcc" >/dev/null
cmp debian/control ../control || { diff ../control debian/control; fail "debian/control is not that of write-control"; }
[ "$(dpkg-parsechangelog -S Version)" = "$(sed -n 's/^project(anycov VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)" ] ||
	fail "the version of debian/changelog is not that of CMakeLists.txt"
! debian/write-control cc >/dev/null 2>../err || fail "takes any name"
grep -q "not the name of a compiler" ../err || fail "$(cat ../err)"

# One gcc and one clang are enough here; no others, so that no package is made of them.
debian/write-control "$gcc" ${clang:+"$clang"}
DEB_BUILD_OPTIONS=parallel=$(nproc) dpkg-buildpackage -us -uc -b >../build.log 2>&1 ||
	{ tail -n 30 ../build.log; fail "dpkg-buildpackage"; }
cd ..
lintian --no-tag-display-limit --fail-on error,warning ./*.changes >lintian.log 2>&1 ||
	{ cat lintian.log; fail "lintian"; }

# Each file in one package, and the command, a plugin and the runtime are in different ones.
mkdir root
for package in *.deb; do
	case $package in *-dbgsym_*) continue ;; esac
	dpkg-deb -c "$package" | awk '$1 !~ /^d/ { print $6 }'
	dpkg-deb -x "$package" root
done | sort >files
uniq -d files >twice
[ ! -s twice ] || { cat twice; fail "files that are in two packages"; }
dpkg-deb -c anycov_*.deb | grep -q 'anycov-llvm.so\|/anycov.so' && fail "a plugin in the package anycov"
version=$(dpkg-query -W -f '${Version}' "$gcc")
dpkg-deb -f "anycov-$gcc"_*.deb Depends | grep -qF "$gcc (= $version)" || fail "not for this build of $gcc"

# They are used where they are, without the build.
mv anycov gone
anycov=$work/root/usr/bin/anycov
mkdir use
cd use
printf 'int main(int argc, char **argv)\n{\n\t(void)argv;\n\treturn argc > 1;\n}\n' >main.c
for cc in "$gcc" $clang; do
	"$anycov" cc "$cc" -g main.c -o main
	rm -rf anycov-data
	"$anycov" run ./main
	"$anycov" report >lines
	grep -q 'main.c' lines || { cat lines; fail "$cc: no report"; }
	"${anycov%/*}/anycov-$cc" -g main.c -o main
	"$anycov" sites main | grep -q "^1 probe" || fail "anycov-$cc adds no flags"
	echo "$cc"
done
[ -s "$work/root/usr/share/man/man1/anycov-report.1.gz" ] || fail "no man page"

# dpkg installs them, with what they depend on, and removes them: in a view of this machine whose
# changes are in memory and gone at the end.
cat >"$work/view" <<'END'
set -eu
mkdir memory
mount -t tmpfs tmpfs memory 2>/dev/null || exit 77
mkdir memory/upper memory/work memory/root
mount -t overlay overlay -o lowerdir=/,upperdir=memory/upper,workdir=memory/work memory/root 2>/dev/null || exit 77
mount -t proc proc memory/root/proc
mount --rbind /dev memory/root/dev
mount --bind . memory/root/mnt
exec chroot memory/root sh -eu /mnt/installed "$@"
END
cat >"$work/installed" <<'END'
cd /mnt
packages=$(for package in *.deb; do
	case $package in *-dbgsym_*) ;; *) echo "./$package" ;; esac
done)
find /usr /etc /opt | sort >/tmp/before
dpkg --install $packages
mkdir /tmp/use
cp use/main.c /tmp/use
cd /tmp/use
for cc; do
	/usr/bin/anycov cc "$cc" -g main.c -o main
	rm -rf anycov-data
	/usr/bin/anycov run ./main
	/usr/bin/anycov report
done | tee lines
[ "$(grep -c '^  main.c ' lines)" = $# ]
# A plugin that is missing is a package, too.
if command -v arm-none-eabi-gcc >/dev/null; then
	/usr/bin/anycov doctor arm-none-eabi-gcc | tee missing || :
	grep -q 'install the package anycov-gcc-arm-none-eabi' missing
fi
dpkg --purge $(for package in $packages; do dpkg-deb -f "/mnt/$package" Package; done)
find /usr /etc /opt | sort | diff /tmp/before -
END
cd "$work"
if [ "$(id -u)" != 0 ] || ! unshare -m true 2>/dev/null; then
	echo "not installed: that needs root"
	exit 0
fi
status=0
unshare -m sh "$work/view" "$gcc" $clang >installed.log 2>&1 || status=$?
case $status in
0) echo "installed by dpkg, used and removed" ;;
77) echo "not installed: no overlay of file systems here" ;;
*) tail -n 40 installed.log; fail "dpkg --install" ;;
esac
