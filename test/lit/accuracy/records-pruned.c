// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Pruned probes' records are return addresses too; what the report calls a fact is what
// all probes say, and with --complete it says as much as they do.
// RUN: %cov{coverage=trace-pc} -O0 -g %inputs/shapes.c -o %t.all %link
// RUN: %anycov run -o %t.dump %t.all && %anycov report --image %t.all --json -o %t.all.json %t.dump
// RUN: %anycov report --image %t.all --lcov %t.all.info %t.dump
// RUN: %cov{coverage=trace-pc;prune=lossless} -O0 -g %inputs/shapes.c -o %t.less %link
// RUN: %anycov run -o %t.dump %t.less && %check-records records %t.less %t.dump 30
// RUN: %anycov report --image %t.less --json -o %t.json %t.dump && %check-records facts %t.json %t.all.json 20
// RUN: %anycov report --complete --image %t.less --json -o %t.json %t.dump && %check-records same %t.json %t.all.json 30
// RUN: %anycov report --complete --image %t.less --lcov %t.less.info %t.dump
// RUN: sed -n -e "s/^\(DA:[0-9]*\),[1-9].*/\1 ran/p" -e "s/^\(DA:[0-9]*\),0/\1 did not/p" %t.all.info > %t.1
// RUN: sed -n -e "s/^\(DA:[0-9]*\),[1-9].*/\1 ran/p" -e "s/^\(DA:[0-9]*\),0/\1 did not/p" %t.less.info > %t.2
// RUN: grep -c ran %t.1
// RUN: diff %t.1 %t.2
