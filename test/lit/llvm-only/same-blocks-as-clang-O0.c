// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// As same-blocks-as-clang.c, for code that was not optimised.
// REQUIRES: native
// RUN: %cov{coverage=trace-pc,bb;prune=dom} -O0 -I%S/../../.. -I%include -S -emit-llvm %S/same-blocks-as-clang.c -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc,bb -O0 -I%S/../../.. -I%include -S -emit-llvm %S/same-blocks-as-clang.c -o %t.2.ll
// RUN: %S/Inputs/same-blocks %t.1.ll %t.2.ll
// RUN: %cov{coverage=trace-pc,edge;prune=dom} -O0 -I%S/../../.. -I%include -S -emit-llvm %S/same-blocks-as-clang.c -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc,edge -O0 -I%S/../../.. -I%include -S -emit-llvm %S/same-blocks-as-clang.c -o %t.2.ll
// RUN: %S/Inputs/same-blocks %t.1.ll %t.2.ll
