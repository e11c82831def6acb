; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A coroutine that is not split yet takes hooks and still splits.
; REQUIRES: native, version-16
; RUN: %opt{coverage=trace-pc} -verify-each -S %s -o %t.ll && %cc -x ir -O1 -c %t.ll -o %t.o
; RUN: %hookcalls -c %t.o | %check %s

target triple = "x86_64-unknown-linux-gnu"
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @work(i32)
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @work(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %resume
                                 i8 1, label %cleanup ]
resume:
  call void @work(i32 %n)
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %suspend
suspend:
  ret ptr %hdl
}
; CHECK: f: {{[1-9]}} trace_pc
; CHECK: f.resume: {{[1-9]}} trace_pc
