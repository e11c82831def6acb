; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Each function's pieces of the tables: their sections, alignment, groups, content. A
; weak function's group is its own; one in a group joins that; a local one has one, too;
; what has no name is kept by itself.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc-guard;coverage=inline-8bit-counters;coverage=inline-bool-flag;coverage=pc-table;coverage=control-flow} -verify-each -S %s | %check %s
; RUN: %opt{coverage=trace-pc-guard;coverage=inline-8bit-counters;coverage=pc-table;drop-ctors=1} -verify-each -S %s | %check{DROP} %s

$inline = comdat any
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi i32 [ 1, %entry ], [ 2, %then ]
  ret i32 %r
}
define weak i32 @w(i32 %x) {
  %r = call i32 @local(i32 %x)
  ret i32 %r
}
define linkonce_odr i32 @inline(i32 %x) comdat {
  ret i32 %x
}
define internal i32 @local(i32 %x) {
  %r = call i32 @inline(i32 %x)
  ret i32 %r
}
define i32 @0(i32 %x) {
  ret i32 %x
}
; CHECK-DAG: $f = comdat nodeduplicate
; CHECK-DAG: $w = comdat nodeduplicate
; CHECK-DAG: $local = comdat nodeduplicate
; CHECK-DAG: $inline = comdat any
; CHECK: = private global [4 x i32] zeroinitializer, section "__sancov_guards", comdat($f), align 4
; CHECK: = private global [4 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; CHECK: = private global [4 x i8] zeroinitializer, section "__sancov_bools", comdat($f), align 1
; CHECK: = private constant [8 x i64] [i64 ptrtoint ({{.*}} @f to i64), i64 1, i64 ptrtoint ({{.*}} blockaddress(@f, %{{.*}}) to i64), i64 0, i64 ptrtoint {{.*}}, i64 0, i64 ptrtoint {{.*}}, i64 0], section "__sancov_pcs", comdat($f), align 8
; CHECK: @[[CF:__sancov_gen_[.0-9]*]] = private constant [16 x i64] [i64 ptrtoint ({{.*}}@f to i64), {{.*}}blockaddress(@f, %entry.join{{.*}} i64 0, i64 0, {{.*}}], section "__sancov_cfs", comdat($f), align 8
; CHECK: = private constant [4 x i64] [i64 ptrtoint ({{.*}} @w to i64), i64 0, i64 ptrtoint ({{.*}} @local to i64), i64 0], section "__sancov_cfs", comdat($w), align 8
; CHECK: = private global [1 x i32] {{.*}}"__sancov_guards", comdat($inline), align 4
; CHECK: = private global [1 x i32] {{.*}}"__sancov_guards", comdat($local), align 4
; CHECK: @[[ALONE:__sancov_gen_[.0-9]*]] = private global [1 x i32] {{.*}}"__sancov_guards", align 4
; CHECK: @llvm.used = {{.*}}@[[ALONE]]
; CHECK-DAG: @llvm.global_ctors = {{.*}}{ i32 2, {{.*}} @sancov.module_ctor_trace_pc_guard, {{.*}}{ i32 2, {{.*}} @sancov.module_ctor_8bit_counters, {{.*}}{ i32 2, {{.*}} @sancov.module_ctor_bool_flag
; CHECK-DAG: @__start___sancov_guards = extern_weak hidden global i8
; CHECK-DAG: @__stop___sancov_guards = extern_weak hidden global i8
; CHECK-DAG: @llvm.compiler.used = {{.*}}@[[CF]]
; CHECK: define internal void @sancov.module_ctor_trace_pc_guard() {{.*}}comdat {
; CHECK-NEXT: call void @__sanitizer_cov_trace_pc_guard_init({{.*}}@__start___sancov_guards, {{.*}}@__stop___sancov_guards)
; CHECK-NEXT: ret void
; CHECK: define internal void @sancov.module_ctor_bool_flag() {{.*}}comdat {
; CHECK-NEXT: call void @__sanitizer_cov_bool_flag_init(
; CHECK-NEXT: call void @__sanitizer_cov_pcs_init(
; CHECK-NEXT: call void @__sanitizer_cov_cfs_init(
; CHECK-NEXT: ret void
; DROP: section "__sancov_guards"
; DROP-NOT: llvm.global_ctors
; DROP-NOT: __start_
; DROP-NOT: module_ctor
