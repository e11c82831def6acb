; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; stack-depth: at the entry of functions that call, the lower frame is kept; a leaf has
; nothing. With stack-depth-callback-min=N a call, where variables take N bytes or more.
; REQUIRES: native
; RUN: %pointers %s > %t.ll
; RUN: %opt{coverage=stack-depth} -verify-each -S %t.ll | %check %s
; RUN: %opt{coverage=stack-depth;stack-depth-callback-min=64} -verify-each -S %t.ll | %check{CALL} %s
; Thread-local storage is what AVR lacks.
; RUN: sed 's/^target.*/target triple = "avr"/' %t.ll > %t.avr.ll
; RUN: %opt{coverage=stack-depth} -verify-each -S %t.avr.ll | %check{AVR} %s

target triple = "x86_64-pc-linux-gnu"
declare void @callee(i8*)
define void @small() {
  %v = alloca i32
  call void @callee(i8* null)
  ret void
}
define void @large() {
  %v = alloca [16 x i32]
  call void @callee(i8* null)
  ret void
}
define void @unknown(i32 %n) {
  %v = alloca i8, i32 %n
  call void @callee(i8* %v)
  ret void
}
define i32 @leaf(i32 %x) {
  %v = alloca [100 x i32]
  ret i32 %x
}
; CHECK: @__sancov_lowest_stack = external thread_local(initialexec) global i64
; CHECK-LABEL: define void @small(
; CHECK: [[F:%[0-9]+]] = call {{.*}} @llvm.frameaddress{{.*}}(i32 0)
; CHECK: [[I:%[0-9]+]] = ptrtoint {{.*}} [[F]] to i64
; CHECK: [[L:%[0-9]+]] = load i64, {{.*}}@__sancov_lowest_stack, {{.*}}!nosanitize
; CHECK: [[C:%[0-9]+]] = icmp ult i64 [[I]], [[L]]
; CHECK: br i1 [[C]], label %[[S:[0-9]+]], label %{{[0-9]+}}, !prof
; CHECK: {{^}}[[S]]:
; CHECK-NEXT: store i64 [[I]], {{.*}}@__sancov_lowest_stack, {{.*}}!nosanitize
; CHECK-LABEL: define i32 @leaf(
; CHECK-NOT: frameaddress
; CHECK: ret i32
; CALL-NOT: __sancov_lowest_stack
; CALL-LABEL: define void @small(
; CALL-NOT: @__sanitizer_cov_stack_depth
; CALL-LABEL: define void @large(
; CALL: call void @__sanitizer_cov_stack_depth()
; CALL-LABEL: define void @unknown(
; CALL: call void @__sanitizer_cov_stack_depth()
; CALL-LABEL: define i32 @leaf(
; CALL-NOT: call void @__sanitizer_cov_stack_depth
; CALL: ret i32
; AVR-NOT: __sancov_lowest_stack
; AVR-LABEL: define void @small(
; AVR: call {{.*}}void @__sanitizer_cov_stack_depth()
