# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The script of docs/editors.md gives Vim and Emacs the lines that are not covered, and no others.
. "${0%/*}/lib.sh"
[ -n "$GCC" ] || lacks "a plugin for a gcc"
sed -n '/^cat >uncovered/,/^chmod/p' "$ANYCOV_SOURCE/docs/editors.md" >script
[ "$(grep -c . script)" -gt 4 ] || fail "the page has no script"
sh -eu script
mkdir 'a dir'
cat >'a dir/pick.c' <<'END'
int pick(int a)
{
	if (a > 1)
		return 7;
	return a;
}
int never(int a)
{
	return a + 1;
}
int main(int argc, char **argv)
{
	(void)argv;
	return pick(argc) > 3;
}
END
"$ANYCOV" cc "$GCC" -g -O1 'a dir/pick.c' -o pick
expect 0 "$ANYCOV" run ./pick
expect 0 "$ANYCOV" report -q --lcov lcov.info
lines_before=$(grep -c '^DA:[0-9]*,1' lcov.info)
[ "$lines_before" -eq 5 ] || { cat lcov.info; fail "not five covered lines"; }
file=$(pwd -P)/'a dir/pick.c'
for line in 4 7 9; do
	echo "$file:$line: not covered"
done >want
./uncovered >list
diff want list || fail "the script"
./uncovered lcov.info | cmp - want || fail "the script with a file"

if needs vim; then
	cat >list.vim <<'END'
cexpr system('./uncovered')
call writefile(map(getqflist(), 'fnamemodify(bufname(v:val.bufnr), ":p") . ":" . v:val.lnum . ":" . v:val.text'), 'vim.out')
cnext
call writefile([line('.')], 'vim.next')
qall!
END
	timeout 60 vim -Nu NONE -es -S list.vim </dev/null >vim.log 2>&1 || { cat vim.log; fail "vim"; }
	diff want vim.out || fail "vim's list"
	[ "$(cat vim.next)" = 7 ] || fail "vim's next line"
fi
if needs emacs; then
	cat >list.el <<'END'
(require 'compile)
(setq compilation-always-kill t)
(compile "./uncovered")
(while (get-buffer-process "*compilation*") (accept-process-output nil 0.1))
(dotimes (n 3)
  (next-error 1 (= n 0))
  (with-current-buffer (window-buffer)
    (princ (format "%s:%d: not covered\n" (buffer-file-name) (line-number-at-pos)))))
END
	timeout 60 emacs -Q --batch -l list.el >emacs.out 2>emacs.log || { cat emacs.log; fail "emacs"; }
	diff want emacs.out || { cat emacs.log; fail "emacs' list"; }
fi
