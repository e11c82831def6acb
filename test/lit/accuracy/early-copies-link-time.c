// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The same copies as in early-copies.c, made when the program is linked (-flto).
// REQUIRES: run, lto
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -flto -g -c %S/early-copies.c -o t.o
// RUN: %cc -O2 -flto -g t.o -o t %ltolink{coverage=trace-pc;place=early;prune=lossless} %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov t.info t.dump > report.txt
// RUN: %check %S/early-copies.c < t.info
