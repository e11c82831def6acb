; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The gate: one load at the entry, behind static variables; each hook behind a branch on
; it that is expected not to be taken; counters are not gated.
; REQUIRES: native
; RUN: %pointers %s > %t.ll
; RUN: %opt{coverage=trace-pc-guard;coverage=trace-cmp;coverage=inline-8bit-counters;gated-trace-callbacks=1} -verify-each -S %t.ll | %check %s

define i32 @f(i32 %x) {
entry:
  %c = icmp eq i32 %x, 3
  %v = alloca i32
  br i1 %c, label %then, label %out
then:
  store volatile i32 %x, i32* %v
  br label %out
out:
  ret i32 0
}
; CHECK: @__sancov_should_track = linkonce hidden global i64 0, section "__sancov_gate", comdat
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT: entry:
; CHECK-NEXT: %v = alloca i32
; CHECK-NEXT: [[L:%[0-9]+]] = load i64, {{.*}}@__sancov_should_track, {{.*}}!nosanitize
; CHECK-NEXT: [[G:%[0-9]+]] = icmp ne i64 [[L]], 0
; CHECK-NEXT: br i1 [[G]], label %[[ON:[0-9]+]], label %[[OFF:[0-9]+]], !prof ![[P:[0-9]+]]
; CHECK: {{^}}[[ON]]:
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc_guard(
; CHECK: {{^}}[[OFF]]:
; CHECK-NEXT: call void asm sideeffect
; CHECK-NEXT: load i8, {{.*}}!nosanitize
; CHECK: br i1 [[G]], label %[[ON2:[0-9]+]], label %[[OFF2:[0-9]+]], !prof ![[P]]
; CHECK: {{^}}[[ON2]]:
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_const_cmp4(
; CHECK: {{^}}[[OFF2]]:
; CHECK-NEXT: icmp eq i32 %x, 3
; CHECK-NOT: load i64
; CHECK: ![[P]] = !{!"branch_weights", i32 1, i32 100000}
