# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov_instrument() takes each kind of target, and so does a build by launchers: static, object,
# shared, module and interface libraries, aliases, precompiled headers with their warning an error.
. "${0%/*}/lib.sh"

install_prefix
mkdir tree
cat >tree/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(sample C CXX)
add_library(part_static STATIC static.c)
add_library(part_object OBJECT object.cc)
add_library(part_shared SHARED shared.cc)
add_library(part_module MODULE module.c)
add_library(part_headers INTERFACE)
target_include_directories(part_headers INTERFACE .)
add_library(part::alias ALIAS part_shared)
add_library(part_other UNKNOWN IMPORTED)
add_custom_target(part_custom)
add_executable(prog main.cc $<TARGET_OBJECTS:part_object>)
target_link_libraries(prog PRIVATE part_static part::alias part_headers ${CMAKE_DL_LIBS})
target_precompile_headers(prog PRIVATE <vector>)
target_compile_options(prog PRIVATE -Winvalid-pch -Werror)
if(PACKAGE)
  find_package(anycov REQUIRED)
  anycov_instrument(prog part_static part_object part::alias part_module part_headers part_custom)
  if(IMPORTED)
    anycov_instrument(part_other)
  endif()
endif()
END
for part in static module; do
	echo "int part_$part(int x) { return x > 3; }" >tree/$part.c
done
for part in object shared; do
	echo "extern \"C\" int part_$part(int x) { return x > 3; }" >tree/$part.cc
done
echo 'inline int part_headers(int x) { return x > 3; }' >tree/headers.h
cat >tree/main.cc <<'END'
#include <dlfcn.h>
#include "headers.h"
extern "C" int part_static(int), part_object(int), part_shared(int);
int main(int c, char **v)
{
	void *module = dlopen(v[1], RTLD_NOW);
	int (*f)(int) = module ? (int (*)(int))dlsym(module, "part_module") : nullptr;
	std::vector<int> all = { part_static(c), part_object(c), part_shared(c), part_headers(c) };
	return f ? f(c) + all[0] : 9;
}
END
# every_part WHAT ARGUMENT...: configured with these, each source is in the report, and was executed
every_part()
{
	what=$1
	shift
	echo "$what"
	rm -rf build anycov-data
	cmake -S tree -B build -DCMAKE_BUILD_TYPE=Debug "$@" >build.log 2>&1 &&
		cmake --build build >>build.log 2>&1 || { cat build.log; fail "$what"; }
	expect 0 "$ANYCOV" run build/prog build/libpart_module.so
	expect 0 "$ANYCOV" report
	for file in static.c object.cc shared.cc module.c headers.h; do
		grep -Eq "^ *$file +1/1 " out || { cat out; fail "$what: $file"; }
	done
}
for pair in $GCC:g++-${GCC#gcc-} $CLANG:clang++-${CLANG#clang-}; do
	cc=${pair%:*} cxx=${pair#*:}
	have "$cc" && command -v "$cxx" >where || continue
	every_part "$cc: anycov_instrument()" -DCMAKE_C_COMPILER=$cc -DCMAKE_CXX_COMPILER=$cxx \
		-DCMAKE_PREFIX_PATH="$WORK/prefix" -DPACKAGE=ON
	! cmake -S tree -B build -DIMPORTED=ON >build.log 2>&1 || fail "$cc: an imported target"
	has build.log "part_other is imported"
	every_part "$cc: launchers" -DCMAKE_C_COMPILER=$cc -DCMAKE_CXX_COMPILER=$cxx \
		-DCMAKE_C_COMPILER_LAUNCHER="$ANYCOV;cc" -DCMAKE_C_LINKER_LAUNCHER="$ANYCOV;cc" \
		-DCMAKE_CXX_COMPILER_LAUNCHER="$ANYCOV;cc" -DCMAKE_CXX_LINKER_LAUNCHER="$ANYCOV;cc"
done
