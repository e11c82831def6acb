#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# install_deps.sh SOURCE WORK: scripts/install-deps names what each distribution has; a suite is
# planted by its os-release and a package manager that knows certain names.
set -eu
script=$1/scripts/install-deps work=$2
rm -rf "$work"
mkdir -p "$work/bin" "$work/plain"
cd "$work"

fail()
{
	echo "install_deps.sh: $*" >&2
	exit 1
}
is() # is WORDS COMMAND...: its output, in one line
{
	want=$1
	shift
	got=$("$@" | tr '\n' ' ')
	[ "$got" = "$want " ] || fail "$*: $got, not $want"
}
# suite CODENAME GCC CLANG NAMES...: what its packages gcc and clang depend on, and more names
suite()
{
	echo "VERSION_CODENAME=$1" >os-release
	printf '#!/bin/sh\nexit 1\n' >bin/dpkg-query
	printf '#!/bin/sh\nexit 1\n' >bin/apt-get
	{
		echo '#!/bin/sh'
		echo 'case $* in'
		echo "'depends gcc') echo '  Depends: cpp'; echo '  Depends: gcc-$2' ;;"
		echo "'depends clang') echo '  Depends: clang-$3' ;;"
		echo "'depends gcc-arm-none-eabi') echo '  Recommends: ${recommends-libnewlib-arm-none-eabi}' ;;"
		shift 3
		# shellcheck disable=SC2086
		echo "pkgnames) for n in" $*'; do echo "$n"; done ;; esac'
	} >bin/apt-cache
	chmod +x bin/*
}
PATH=$work/bin:$PATH
OS_RELEASE=$work/os-release
export PATH OS_RELEASE
unset PLUGINS

# The suites of Debian, whatever the packages gcc and clang are.
suite bullseye 1 1
is "gcc-10 clang-13 arm-none-eabi-gcc" "$script" --compilers demo
is "gcc-10 clang-13 arm-none-eabi-gcc gcc-9 avr-gcc riscv64-unknown-elf-gcc clang-16" "$script" --compilers ci
suite bookworm 1 1
is "gcc-12 clang-14 arm-none-eabi-gcc" "$script" --compilers check
is "gcc-12 clang-14 arm-none-eabi-gcc gcc-11 avr-gcc riscv64-unknown-elf-gcc clang-19" "$script" --compilers ci
suite trixie 1 1
is "gcc-14 clang-19 arm-none-eabi-gcc" "$script" --compilers demo
is "gcc-14 clang-19 arm-none-eabi-gcc gcc-13 avr-gcc riscv64-unknown-elf-gcc clang-19" "$script" --compilers ci

# Another one: its default compilers; a default clang that is too old is replaced.
names="gcc-12-plugin-dev gcc-13-plugin-dev gcc-14-plugin-dev gcc-14 clang-9 llvm-9-dev
	clang-17 llvm-17-dev clang-18 llvm-18-dev clang-40 llvm-40-dev libclang-rt-18-dev"
suite noble 13 18 $names
is "gcc-13 clang-18 arm-none-eabi-gcc" "$script" --compilers demo
is "gcc-13 clang-18 arm-none-eabi-gcc gcc-12 avr-gcc riscv64-unknown-elf-gcc clang-18" "$script" --compilers ci
suite noble 13 9 $names
is "gcc-13 clang-17 arm-none-eabi-gcc" "$script" --compilers demo

# Compilers that PLUGINS names, as of make PLUGINS=: only those get packages, and make demo and make
# check are on them.  What the suite lacks is from elsewhere.
suite trixie 1 1 $names gcc-13 gcc-13-aarch64-linux-gnu gcc-avr
export PLUGINS
PLUGINS="gcc-13 clang-18"
is "gcc-13 clang-18 arm-none-eabi-gcc" "$script" --compilers demo
"$script" --list build >list
for name in gcc-13 gcc-13-plugin-dev clang-18 llvm-18-dev; do
	grep -qx -- "$name" list || fail "PLUGINS: no $name"
done
! grep -E 'gcc-14|clang-19|llvm-19' list || fail "PLUGINS: other compilers"
"$script" --list check >list
grep -qx 'lld-18' list || fail "PLUGINS: no lld-18"
! grep -E 'gcc-14|clang-19|llvm-19' list || fail "PLUGINS: other compilers for make check"
PLUGINS=gcc-77,aarch64-linux-gnu-gcc-13,avr-gcc
is "gcc-14 clang-19 arm-none-eabi-gcc" "$script" --compilers demo
"$script" --list build >list
[ "$(grep -c '^gcc-' list) $(grep -cx 'gcc-13-aarch64-linux-gnu\|gcc-avr' list)" = "2 2" ] || { cat list; fail "PLUGINS=$PLUGINS"; }
PLUGINS=default
is "gcc-14 clang-19 arm-none-eabi-gcc" "$script" --compilers demo
unset PLUGINS

# Packages that only some suites have: the one that is there; those that are left out.
suite noble 13 18 $names libasan8
"$script" --list all >list
grep -qx 'libclang-rt-18-dev' list || fail "no libclang-rt-18-dev"
! grep -q 'libclang-common-18' list || fail "libclang-common-18"
grep -qx 'libasan8' list || fail "no libasan8"
! grep -qx 'libtsan2' list || fail "libtsan2, which is not there"
for name in gcc-12 gcc-13-plugin-dev gcc-14-plugin-dev clang-17 lld-18 linux-source gcc-13-aarch64-linux-gnu; do
	grep -qx -- "$name" list || [ $name = linux-source ] || fail "no $name"
done
"$script" --list check >list
! grep -q picolibc list || fail "picolibc for a compiler that has its own stdint.h"
recommends=picolibc-arm-none-eabi
suite sid 13 18 $names
"$script" --list check >list
grep -qx 'picolibc-arm-none-eabi' list || fail "no C library for a compiler without stdint.h"
unset recommends
suite bullseye 1 1 libclang-common-13-dev
"$script" --list check >list
grep -qx 'libclang-common-13-dev' list || fail "no libclang-common-13-dev"
for part in build demo check all kernel lint; do
	for code in bullseye bookworm trixie noble; do
		suite $code 13 18 $names
		"$script" --list $part >list
		! grep -E '[?|]|-$|--' list || fail "$code, $part: no names of packages"
	done
done

# No Debian: what is in PATH.
for tool in sed grep sort tr seq head dirname; do
	ln -s "$(command -v $tool)" plain
done
ln -s /bin/sh plain
printf '#!/bin/sh\necho 20.1.0\n' >plain/llvm-config
cp plain/llvm-config plain/gcc
chmod +x plain/*
# shellcheck disable=SC2123
PATH=$work/plain
is "gcc clang-20" "$script" --compilers demo
if "$script" build >out 2>&1; then fail "installs without apt-get"; fi
grep -q 'no apt-get here; install the equivalents of:.* g++ ' out || fail "no names: $(cat out)"
for wrong in "" "--compilers build" "--list" "nothing" "--compilers lint"; do
	# shellcheck disable=SC2086
	if "$script" $wrong >out 2>&1; then fail "accepts '$wrong'"; fi
	grep -q '^usage: ' out || fail "no usage for '$wrong'"
done
echo "install_deps.sh: passed"
