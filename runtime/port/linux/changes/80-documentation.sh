# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Documentation: kcov: describe unique modes, plugins and reports
#
# Describe the modes of CONFIG_KCOV_UNIQUE and CONFIG_KCOV_PLUGIN beside the
# others, and CONFIG_ANYCOV_REPORT in a page of its own, since it answers
# another question.

# shellcheck disable=SC2154 # variables of apply.sh
edit Documentation/dev-tools/kcov.rst '
	BEGIN { want = 1 }
	{ print }
	END {
		while ((getline line <"'"$here/changes/kcov.rst"'") > 0)
			if (line !~ /^[.][.] SPDX/)
				print line
		hits = want
	}'
new "$here/changes/anycov.rst" Documentation/dev-tools/anycov.rst
edit Documentation/dev-tools/index.rst '
	BEGIN { want = 1 }
	$0 == "   kcov" { print "   anycov"; hits++ }
	{ print }'
maintained Documentation/dev-tools/anycov.rst
