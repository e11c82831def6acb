# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# shellcheck shell=bash disable=SC2034
#
# Paths and the table of kernels, for the other kernel scripts.
# Sourced; sets top, kernel_dir, and by kernel_row() the fields of one kernel.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
kernel_dir=${KERNEL_BUILD:-$top/build-kernel}
build_dir=$(cd "$top" && cd "${BUILD:-build}" 2>/dev/null && pwd || echo "$top/build")
jobs=${JOBS:-$(nproc)}

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# kernel_row NAME: sets k_name, k_set, ... to the fields of the row.
kernel_row() {
	local row
	row=$(awk -v n="$1" '!/^#/ && $1 == n' "$top/test/system/kernel/kernels")
	[ -n "$row" ] || die "no kernel '$1' in test/system/kernel/kernels; try --list"
	read -r k_name k_set k_version k_arch k_cc k_port k_instr k_fragments k_tests <<<"$row"
	case $k_arch in
	x86_64)
		k_cross='' k_image=arch/x86/boot/bzImage k_cc_full=$k_cc
		;;
	arm64)
		k_cross=aarch64-linux-gnu- k_image=arch/arm64/boot/Image
		k_cc_full=aarch64-linux-gnu-$k_cc
		;;
	*) die "architecture '$k_arch' of $1 is not known here" ;;
	esac
	k_out=$kernel_dir/$k_name
	k_source=$kernel_dir/src/$k_version
	[ "$k_port" != overlay ] || k_source+=-overlay
}

# kernel_names SET: the names of the rows, "all" meaning every row.
kernel_names() {
	awk -v s="$1" '!/^#/ && NF && (s == "all" || $2 == s) { print $1 }' \
		"$top/test/system/kernel/kernels"
}
