// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The plugin in the link step alone instruments what was not (options by environment:
// nothing else reaches the linker); loaded in both steps it does so once.
// REQUIRES: lto, version-15
// RUN: %cc -fPIC -I%include -c %S/Inputs/stubs.c -o %t.stubs.o
// RUN: %cxx -O2 -flto -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cxx -O2 -flto -c %S/Inputs/two.cc -o %t.2.o
// RUN: env ANYCOV_OPTIONS=coverage=trace-pc %cxx -O2 -flto -fuse-ld=lld -Wl,--load-pass-plugin=%plugin %t.1.o %t.2.o %t.stubs.o -o %t
// RUN: %check-records sites %t 10
// RUN: %cov++{coverage=trace-pc} -O2 -flto -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cov++{coverage=trace-pc} -O2 -flto -c %S/Inputs/two.cc -o %t.2.o
// RUN: %cxx -O2 -flto -fuse-ld=lld %t.1.o %t.2.o %t.stubs.o -o %t.once
// RUN: env ANYCOV_OPTIONS=coverage=trace-pc %cxx -O2 -flto -fuse-ld=lld -Wl,--load-pass-plugin=%plugin %t.1.o %t.2.o %t.stubs.o -o %t.both
// RUN: %objdump -d --no-show-raw-insn --section=.text %t.once | grep -c 'call.*<__sanitizer_cov' > %t.n1
// RUN: %objdump -d --no-show-raw-insn --section=.text %t.both | grep -c 'call.*<__sanitizer_cov' > %t.n2
// RUN: cmp %t.n1 %t.n2
