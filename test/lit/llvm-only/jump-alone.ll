; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; prune=lossless: a block with nothing but a jump that is not in the source is none of the user's, so
; that no probe has to tell whether it was executed.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;prune=lossless;verbose=1} -verify-each -S %s 2>&1 | %check %s

; CHECK-LABEL: define void @f(
; CHECK: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; CHECK-NOT: trace_pc()
; CHECK: ret void
define void @f(i1 %c) {
entry:
  br i1 %c, label %jump, label %end
jump:
  br label %end
end:
  ret void
}
