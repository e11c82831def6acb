! SPDX-License-Identifier: GPL-2.0-or-later OR MIT
! GNU Fortran gives labels the line before, and "select case" its last one.
! compilers: gcc
program p ! +
  implicit none
  integer :: i, n
  character(len=8) :: word
  n = 0 ! +
  do i = 1, 10 ! + [++]
     if (i == 5) then ! + [++]
        n = n + 1 ! +
     else if (i > 20) then ! + [+-]
        n = n - 100 ! -
     else
        n = n + 2 ! +
     end if
  end do
  word = 'two' ! +
  select case (word) ! + [+--]
  case ('one')
     n = 1 ! -
  case ('two')
     n = n * 2 ! +
  case default
     n = 0 ! -
  end select
  do while (n > 1000) ! + [+-]
     n = n - 1 ! -
  end do
  call show(n) ! +
contains
  subroutine show(k) ! +
    integer, intent(in) :: k
    if (k < 0) return ! + [+-]
    if (k > 5) print *, k ! + [+-]
    select case (k) ! + [+--]
    case (:0)
       print *, 'neg' ! -
    case (1:100)
       print *, 'small' ! +
    case default
       print *, 'large' ! -
    end select
  end subroutine
end program
