; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The hooks of a catch handler are still there in the object (WinEHPrepare has not
; taken them for unreachable).
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-pc} -S %s -o %t.ll && %bindir/llc %t.ll -o - | %check %s

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
  call void @g() [ "funclet"(token %cp) ]
  catchret from %cp to label %ok
ok:
  ret i32 0
}
; CHECK: "?catch${{.*}}:
; CHECK: call{{q?}} __sanitizer_cov_trace_pc
; CHECK: call{{q?}} g
