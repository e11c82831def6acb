; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; What is split off a funclet's block, for a gate or a flag, is still in the funclet: its
; hooks name the pad.
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-pc-guard;coverage=inline-bool-flag;coverage=trace-cmp;gated-trace-callbacks=1} -verify-each -S %s | %check %s

declare void @g()
declare i32 @__CxxFrameHandler3(...)
define i32 @f(i32 %x) personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %ok unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler] unwind to caller
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  %c = icmp eq i32 %x, 3
  br i1 %c, label %more, label %out
more:
  call void @g() [ "funclet"(token %cp) ]
  br label %out
out:
  catchret from %cp to label %ok
ok:
  ret i32 0
}
; CHECK-LABEL: define i32 @f(
; CHECK: notail call void @__sanitizer_cov_trace_pc_guard({{.*}}) #{{[0-9]+$}}
; CHECK: %cp = catchpad
; CHECK: notail call void @__sanitizer_cov_trace_pc_guard({{.*}} [ "funclet"(token %cp) ]
; CHECK: call void asm {{.*}} [ "funclet"(token %cp) ]
; CHECK: load i8
; CHECK: store i8 1
; CHECK-NEXT: call void asm {{.*}} [ "funclet"(token %cp) ]
; CHECK: notail call void @__sanitizer_cov_trace_const_cmp4({{.*}} [ "funclet"(token %cp) ]
; CHECK: {{^}}more:
; CHECK: notail call void @__sanitizer_cov_trace_pc_guard({{.*}} [ "funclet"(token %cp) ]
; CHECK: {{^}}ok:
; CHECK: notail call void @__sanitizer_cov_trace_pc_guard({{.*}}) #{{[0-9]+$}}
