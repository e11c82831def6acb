# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov_instrument(): a -g of the build type, of CMAKE_C_FLAGS or of the target is in force, although anycov's
# words, which come later, have another.
. "${0%/*}/lib.sh"

install_prefix
mkdir tree
cat >tree/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(sample C CXX)
find_package(anycov REQUIRED)
add_library(part STATIC part.c)
add_library(more STATIC more.cc)
foreach(target part more)
  target_compile_options(${target} PRIVATE ${OPTIONS})
  if(FLAGS)
    set_target_properties(${target} PROPERTIES COMPILE_FLAGS ${FLAGS})
  endif()
endforeach()
anycov_instrument(part more)
END
printf 'int n;\nint f(int x)\n{\n\tint y = x + n;\n\n\tn = 3;\n\treturn y;\n}\n' >tree/part.c
cp tree/part.c tree/more.cc

# variables IS CONFIGURATION...: whether the debug information of each part has variables
variables()
{
	is=$1
	shift
	rm -rf tree/build
	cmake -S tree -B tree/build -DCMAKE_C_COMPILER=$cc -DCMAKE_CXX_COMPILER=$cxx -DCMAKE_PREFIX_PATH="$WORK/prefix" \
		"$@" >build.log 2>&1 && cmake --build tree/build >>build.log 2>&1 || { cat build.log; fail "$cc $*"; }
	for part in part more; do
		readelf --debug-dump=info $(find tree/build -name "lib$part.a") >info 2>&1
		if grep -q DW_TAG_formal_parameter info; then has=yes; else has=no; fi
		[ $has = $is ] || fail "$cc $*: $part has variables: $has"
		readelf --debug-dump=decodedline $(find tree/build -name "lib$part.a") >lines 2>&1
		grep -Eq '^(part.c|more.cc) ' lines || fail "$cc $*: $part has no lines"
	done
}
for pair in $GCC:g++-${GCC#gcc-} $CLANG:clang++-${CLANG#clang-}; do
	cc=${pair%:*} cxx=${pair#*:}
	have "$cc" && command -v "$cxx" >where || continue
	variables no
	variables yes -DCMAKE_BUILD_TYPE=Debug
	[ $cc = "$GCC" ] || continue # the same words of CMake's
	variables no -DCMAKE_BUILD_TYPE=Release
	variables yes -DCMAKE_BUILD_TYPE=RelWithDebInfo
	variables yes -DCMAKE_C_FLAGS=-ggdb -DCMAKE_CXX_FLAGS=-ggdb
	variables yes -DOPTIONS=-g
	variables yes "-DOPTIONS=SHELL:-Wall -g"
	variables yes '-DOPTIONS=$<$<COMPILE_LANGUAGE:C,CXX>:-g>'
	variables yes -DFLAGS=-g
	# The target's is the last one.
	variables yes -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-g1 -DCMAKE_CXX_FLAGS_DEBUG=-g1 -DOPTIONS=-g
	# Lines are needed.
	variables no -DOPTIONS=-g0
	variables no -DCMAKE_C_FLAGS=-g0 -DCMAKE_CXX_FLAGS=-g0
	! command -v ninja >where || variables yes -G "Ninja Multi-Config" "-DCMAKE_CONFIGURATION_TYPES=Debug;Release"
done
