#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# misfits.sh SOURCE WORK GCC C++: compilers that do not fit or whose plugin cannot be built are
# left out with the reason, and the build goes on; so are runtimes that a cross compiler cannot
# build.  Those that are named stop it.
set -eu
source=$1 work=$2 gcc=$3 cxx=$4
# ccache, if it is there, does not notice that another file takes the place of a link to a
# header; it does when it looks at the preprocessed source alone.
CCACHE_NODIRECT=1
export CCACHE_NODIRECT
rm -rf "$work"
mkdir -p "$work/bin" "$work/fake" "$work/broken/include" "$work/cross/include" \
	"$work/llvm/llvm/IR" "$work/llvm/llvm/Config"
cd "$work"

fail()
{
	echo "misfits.sh: $*" >&2
	tail -30 out >&2
	exit 1
}
# CMake breaks the lines of messages.
has() { tr -s '\n ' ' ' <out | grep -qF -- "$1" || fail "no such text: $1"; }
hasnt() { ! tr -s '\n ' ' ' <out | grep -qF -- "$1" || fail "has: $1"; }
expect() # expect STATUS COMMAND...: the output is in the file out
{
	want=$1 status=0
	shift
	"$@" >out 2>&1 || status=$?
	[ -z "${TIMES-}" ] || date "+%s $*"
	[ $status = "$want" ] || fail "status $status, not $want: $*"
}

# A PATH with one GCC and no LLVM.
tools()
{
	IFS=:
	for dir in $PATH; do
		for tool in "$dir"/*; do
			case ${tool##*/} in
			*gcc* | *llvm-config* | '*') ;;
			*) [ -e "bin/${tool##*/}" ] || echo "$tool" ;;
			esac
		done
	done
}
tools | xargs ln -sf -t bin
name=${gcc##*/}
ln -s "$gcc" "bin/$name"
PATH=$work/fake:$work/bin
export PATH

fake() # fake MAJOR CASES: the GCC, under another version
{
	cat >"fake/gcc-$1" <<-END
		#!/bin/sh
		case \$1 in
		-dumpfullversion) echo $1.0.0 ;;
		-v) exec $gcc -v 2>&1 | sed 's/^gcc version [0-9.]*/gcc version $1.0.0/' >&2 ;;
		$2
		*) exec $gcc "\$@" ;;
		esac
	END
	chmod +x "fake/gcc-$1"
}
# Its headers do not compile; its plugins do not load.
fake 77 "-print-file-name=plugin) echo $work/broken ;;"
echo '#error planted: broken headers' >broken/include/gcc-plugin.h
fake 78 "-fplugin=*) echo 'cc1: error: planted: does not load' >&2; exit 1 ;;"
# Cross compilers that cannot build all of the runtime: for Linux, and one of two multilibs of
# bare metal.
cp broken/include/gcc-plugin.h cross/include
cross() # cross MACHINE CASES
{
	cat >"fake/$1-gcc" <<-END
		#!/bin/sh
		case " \$* " in
		$2
		esac
		case \$1 in
		-dumpmachine) echo $1 ;;
		-v) exec $gcc -v 2>&1 | sed 's/^Target: .*/Target: $1/' >&2 ;;
		-print-file-name=plugin) echo $work/cross ;;
		*) exec $gcc "\$@" ;;
		esac
	END
	chmod +x "fake/$1-gcc"
}
stop="echo 'hook_cmp.c:1:1: error: planted: no runtime' >&2; exit 1 ;;"
cross odd-other-linux-gnu "*hook_cmp.c*) $stop"
multilibs="' -print-multi-lib ') echo '.;'; echo 'hard;@DHARD'; exit ;;
		*' -DHARD -print-multi-directory '*) echo hard; exit ;;"
cross odd-none-elf "$multilibs
		*' -DHARD '*hook_cmp.c*) $stop"
llvm() # llvm MAJOR: one with headers that do not compile
{
	cat >"fake/llvm-config-$1" <<-END
		#!/bin/sh
		case \$1 in
		--version) echo $1.0.0 ;;
		--includedir) echo $work/llvm ;;
		--bindir) echo $work/llvm ;;
		esac
	END
	chmod +x "fake/llvm-config-$1"
}
llvm 9
llvm 21
llvm 99
echo '#error planted: broken module' >llvm/llvm/IR/Module.h
echo '#define LLVM_VERSION_MAJOR 21' >llvm/llvm/Config/llvm-config.h
for h in ADT/DenseMap ADT/DenseSet ADT/SetVector; do
	mkdir -p "llvm/llvm/${h%/*}"
	echo '#include "llvm/IR/Module.h"' >"llvm/llvm/$h.h"
done

configure()
{
	cmake -S "$source" -B build -G Ninja -DCMAKE_C_COMPILER="$gcc" -DCMAKE_CXX_COMPILER="$cxx" \
		-DCMAKE_INSTALL_PREFIX="$work/prefix" "$@"
}
expect 0 configure -DANYCOV_PLUGINS= -DANYCOV_REQUIRED="$name"
has 'skipped: LLVM '
[ "$(grep -c 'llvm \(9\|99\).0.0 .*skipped: LLVM [0-9]* to [0-9]* are supported' out)" = 2 ] ||
	fail "LLVM 9 and 99 are not left out"
machine=$("$gcc" -dumpmachine)

# The build goes on, and each further one tries again.
for try in 1 2; do
	expect 0 "$source/cmake/compile" build --target anycov-parts
	has "anycov: gcc-$machine-77.0.0: skipped, its plugin cannot be built: #error planted: broken headers"
	has "anycov: gcc-$machine-78.0.0: skipped, its plugin cannot be built: planted: does not load"
	has "anycov: llvm-21: skipped, its plugin cannot be built: #error planted: broken module"
	sed -n '/^anycov: compilers without a plugin/,/^anycov: targets/p' out | sed '$d' >table
	[ "$(wc -l <table)" = 6 ] || fail "the table at the end of build $try has not 5 compilers"
	has "anycov: runtime/host/odd-other-linux-gnu: skipped, it cannot be built: planted: no runtime"
	has "anycov: runtime/odd-none-elf/hard: skipped, it cannot be built: planted: no runtime"
	sed -n '/^anycov: targets without a runtime/,$p' out >table
	[ "$(wc -l <table)" = 3 ] || fail "the table at the end of build $try has not 2 runtimes"
done
# What was built is there, and nothing of what was not.
runtime=build/lib/anycov/runtime
[ -e $runtime/odd-none-elf/libanycov.a ] || fail "the multilib that can be built is missing"
for left in "$runtime"/odd-none-elf/hard/libanycov* "$runtime"/host/odd-other-linux-gnu/libanycov*; do
	[ ! -e "$left" ] || fail "$left was built"
done
for plugin in build/lib/anycov/gcc-*/anycov.so; do echo "$plugin"; done >built
[ "$(wc -l <built)" = 1 ] || fail "not one plugin: $(cat built)"

# The command and the tests have the reason.
expect 0 build/bin/anycov list
has "gcc-77 (left out: #error planted: broken headers)"
expect 0 build/bin/anycov list --json
has '"skipped": "#error planted: broken headers"'
expect 2 build/bin/anycov flags --cc gcc-77
has "gcc-77: its plugin could not be built (#error planted: broken headers); "
expect 2 build/bin/anycov flags --cc odd-other-linux-gnu-gcc --link
has "odd-other-linux-gnu-gcc: its runtime could not be built (planted: no runtime); correct"
expect 2 build/bin/anycov flags --cc odd-none-elf-gcc --firmware --link -- -DHARD
has "odd-none-elf-gcc: its runtime could not be built (planted: no runtime); correct"
expect 0 build/bin/anycov flags --cc "$name"
expect 0 ctest --test-dir build -R '^framework-tools-gcc-7[78]$'
[ "$(grep -c '\*\*\*Skipped' out)" = 2 ] || fail "tests without a plugin are not skipped"
expect 0 cmake --install build
expect 2 prefix/bin/anycov flags --cc gcc-78
has "(planted: does not load)"

# Those that are named stop the build, or the configuration.
expect 0 configure -DANYCOV_REQUIRED=gcc-77
expect 1 ninja -C build -k 0 gcc-plugins
has '#error planted: broken headers'
has "anycov: gcc-$machine-77.0.0: its plugin cannot be built"
hasnt "gcc-$machine-77.0.0: skipped"
has "gcc-$machine-78.0.0: skipped"
expect 0 configure -DANYCOV_REQUIRED=all
expect 1 ninja -C build -k 0 gcc-plugins llvm-passes
hasnt 'skipped'
expect 1 ninja -C build -k 0 anycov_cross_hosts anycov_baremetal
has 'anycov: runtime/host/odd-other-linux-gnu: cannot be built'
has 'anycov: runtime/odd-none-elf/hard: cannot be built'
has 'planted: no runtime'
hasnt 'skipped'
expect 0 configure -DANYCOV_REQUIRED= -DANYCOV_PLUGINS=gcc-78
expect 1 ninja -C build gcc-plugins
has 'planted: does not load'
for wrong in gcc-79 clang-99; do
	expect 1 configure -DANYCOV_PLUGINS="$name $wrong"
	has "anycov: $wrong, which ANYCOV_PLUGINS or ANYCOV_REQUIRED"
done
has 'are supported'
expect 1 configure -DANYCOV_PLUGINS= -DANYCOV_REQUIRED=gcc-79
expect 1 configure -DANYCOV_REQUIRED= -DANYCOV_EXTRA_CC="$work/no/gcc"
has "$work/no/gcc, which ANYCOV_EXTRA_CC names, does not exist"

# A compiler that is repaired gets its plugin.
rm broken/include/gcc-plugin.h
ln -s "$("$gcc" -print-file-name=plugin)"/include/* broken/include/
expect 0 configure -DANYCOV_PLUGINS= -DANYCOV_REQUIRED= -DANYCOV_EXTRA_CC=
cross odd-other-linux-gnu "*hook_cmp.c*) : ;;"
cross odd-none-elf "$multilibs"
expect 0 ninja -C build gcc-plugins anycov_cross_hosts anycov_baremetal
hasnt "runtime/host/odd-other-linux-gnu: skipped"
hasnt "runtime/odd-none-elf"
hasnt "77.0.0: skipped"
has "78.0.0: skipped"
expect 0 build/bin/anycov flags --cc gcc-77
# One that broke after that loses it.
rm broken/include/gcc-plugin.h
echo '#error planted: broken again' >broken/include/gcc-plugin.h
rm -f "build/gcc-plugin/$machine-77.0.0/anycov.s"
expect 0 ninja -C build gcc-plugins
has "77.0.0: skipped, its plugin cannot be built: #error planted: broken again"
[ ! -e "build/lib/anycov/gcc-$machine-77.0.0/anycov.so" ] || fail "an old plugin is left"
echo "misfits.sh: passed"
