// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// trace-routines: AFL++'s hooks before direct calls whose first two parameters are pointers.
// REQUIRES: native
// RUN: %cov++{coverage=trace-routines;map=none} -O1 -fno-builtin-memcmp -fno-builtin-strcmp -fno-builtin-strncmp -fno-builtin-memcpy -w -S %s -o %t.s
// RUN: %check %s < %t.s

extern "C" {
int memcmp(const void *, const void *, unsigned long);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, unsigned long);
int letter(char *, const char *, char);
int own(char *, const char *, int);
int text(char *, const char *, ...);
void copies(char *, char *);
int one(char *, int, char *);
void *memcpy(void *, const void *, unsigned long);
int g_str_has_prefix(const char *, const char *, int);
int _ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(void *, const char *);
int _ZSteqIcEN9__gnu_cxx11__enable_ifIXsrSt9__is_charIT_E7__valueEbE6__typeERKNSt7__cxx1112basic_stringI(void *, void *);
int _ZNSt3__1eqIcNS_11char_traitsIcEENS_9allocatorIcEEEEbRKNS_12basic_stringIT_T0_T1_EEPKS6_(void *, const char *);
int _ZNSt3__1eqIcNS_11char_traitsIcEENS_9allocatorIcEEEEbRKNS_12basic_stringIT_T0_T1_EESB_(void *, void *);
}
extern int (*pointer)(char *, char *);

// CHECK: f:
// CHECK-NOT: call{{.*}}__cmplog
// CHECK: call{{.*[^_]}}copies
// CHECK-NOT: call{{.*}}__cmplog
// CHECK: call{{.*[^_]}}one
// CHECK: {{movl.*\$9, %edx}}
// CHECK: call{{.*}}__cmplog_rtn_hook_n
// CHECK: call{{.*}}memcmp
// CHECK: call{{.*}}__cmplog_rtn_hook_str
// CHECK: call{{.*}}strcmp
// CHECK: call{{.*}}__cmplog_rtn_hook_strn
// CHECK: call{{.*}}strncmp
// CHECK: call{{.*}}__cmplog_rtn_hook_n
// CHECK: call{{.*}}own
// CHECK: call{{.*}}__cmplog_rtn_hook{{[^_]}}
// CHECK: call{{.*}}text
// CHECK: call{{.*}}__cmplog_rtn_hook_n
// CHECK: call{{.*}}g_str_has_prefix
// CHECK: call{{.*}}__cmplog_rtn_hook{{[^_]}}
// CHECK: call{{.*}}letter
// CHECK: call{{.*}}__cmplog_rtn_gcc_stdstring_cstring
// CHECK: call{{.*}}compareEPKc
// CHECK: call{{.*}}__cmplog_rtn_gcc_stdstring_stdstring
// CHECK: call{{.*}}_ZSteqI
// CHECK: call{{.*}}__cmplog_rtn_llvm_stdstring_cstring
// CHECK: call{{.*}}EEPKS6_
// CHECK: call{{.*}}__cmplog_rtn_llvm_stdstring_stdstring
// CHECK: call{{.*}}EESB_
// CHECK-NOT: call{{.*}}__cmplog
extern "C" int f(char *a, char *b, int n)
{
	copies(a, b);
	n += one(a, n, b);
	n += memcmp(a, b, 9);
	n += strcmp(a, b);
	n += strncmp(a, b, n);
	n += own(a, b, 3);
	n += text(a, b, 3);
	n += g_str_has_prefix(a, b, 3);
	n += letter(a, b, 'x');
	n += _ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(a, b);
	n += _ZSteqIcEN9__gnu_cxx11__enable_ifIXsrSt9__is_charIT_E7__valueEbE6__typeERKNSt7__cxx1112basic_stringI(a, b);
	n += _ZNSt3__1eqIcNS_11char_traitsIcEENS_9allocatorIcEEEEbRKNS_12basic_stringIT_T0_T1_EEPKS6_(a, b);
	n += _ZNSt3__1eqIcNS_11char_traitsIcEENS_9allocatorIcEEEEbRKNS_12basic_stringIT_T0_T1_EESB_(a, b);
	memcpy(a, b, n);
	return pointer(a, b) + n;
}
