; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Static allocas and llvm.localescape stay in the entry block ahead of the hook.
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check %s

declare void @use(ptr, ptr)
declare void @llvm.localescape(...)
define void @f(i32 %n) {
entry:
  %a = alloca i32
  call void (...) @llvm.localescape(ptr %a)
  %b = alloca i32, i32 %n
  call void @use(ptr %a, ptr %b)
  ret void
}
; CHECK-LABEL: define void @f(
; CHECK: %a = alloca i32
; CHECK-NEXT: call void (...) @llvm.localescape(ptr %a)
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc()
; CHECK: %b = alloca i32, i32 %n
