; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A hook in a funclet names its pad, or WinEHPrepare would take the call for
; unreachable. A catchswitch block can hold none.
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-pc;coverage=trace-cmp} -verify-each -S %s | %check %s

target triple = "x86_64-pc-windows-msvc"
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
; CHECK-NEXT: entry:
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc() [[A:#[0-9]+]]{{$}}
; CHECK: {{^}}dispatch:
; CHECK-NEXT: %cs = catchswitch
; CHECK: %cp = catchpad
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc() [[A]] [ "funclet"(token %cp) ]
; CHECK-NEXT: call void asm sideeffect "", "i"(i32 {{[0-9]+}}) {{.*}} [ "funclet"(token %cp) ]
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_const_cmp4(i32 zeroext 3, i32 zeroext %x) {{.*}} [ "funclet"(token %cp) ]
; CHECK: {{^}}more:
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc() [[A]] [ "funclet"(token %cp) ]
; CHECK: {{^}}ok:
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc() [[A]]{{$}}
