; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; control-flow without guards, counters or flags has a constructor of its own (clang's
; table is not announced then).
; REQUIRES: native
; RUN: %pointers %s > %t.ll
; RUN: %opt{coverage=control-flow} -verify-each -S %t.ll | %check %s

define void @f(void ()* %p) {
  call void %p()
  call void @g()
  ret void
}
declare void @g()
; CHECK: [5 x i64] [i64 ptrtoint ({{.*}}@f to i64), i64 0, i64 -1, i64 ptrtoint ({{.*}}@g to i64), i64 0], section "__sancov_cfs", comdat($f), align 8
; CHECK: define internal void @sancov.module_ctor()
; CHECK-NEXT: call void @__sanitizer_cov_cfs_init({{.*}}@__start___sancov_cfs, {{.*}}@__stop___sancov_cfs)
