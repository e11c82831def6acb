; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A function whose entry block ends in unreachable after a call has run code: it has
; a hook (clang leaves it out). One of nothing but unreachable has none.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check %s

declare void @abort()
define void @die() {
  call void @abort()
  unreachable
}
define void @trap() {
  unreachable
}
; CHECK-LABEL: define void @die(
; CHECK-NEXT: call void @__sanitizer_cov_trace_pc()
; CHECK-LABEL: define void @trap(
; CHECK-NEXT: unreachable
