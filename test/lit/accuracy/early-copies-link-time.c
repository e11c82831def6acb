// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The same copies as in early-copies.c, made when the program is linked (-flto): each line has the
// state that it has without.
// REQUIRES: run, lto
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -g %S/early-copies.c -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov without.info t.dump > report.txt
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -flto -g -c %S/early-copies.c -o t.o
// RUN: %cc -O2 -flto -g t.o -o t %ltolink{coverage=trace-pc;place=early;prune=lossless} %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov with.info t.dump > report.txt
// RUN: sed -n 's/^FN:/&/p; s/^\(DA:[0-9]*,\)[1-9].*/\1run/p; s/^DA:[0-9]*,0/&/p' without.info > without
// RUN: sed -n 's/^FN:/&/p; s/^\(DA:[0-9]*,\)[1-9].*/\1run/p; s/^DA:[0-9]*,0/&/p' with.info > with
// RUN: grep -q '^DA:.*run' with && grep -q ',0$' with && cmp without with
