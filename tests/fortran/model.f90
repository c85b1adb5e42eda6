! SPDX-License-Identifier: BSD-3-Clause
! A model in Fortran, whose arrays have other lower bounds, halo columns and levels that count from the top. It hands
! sections of them to C++, which adds to each value its height above the ground, 0.5, 1.5, ... and looks at the rest.
program model
  use, intrinsic :: iso_c_binding, only: c_double
  implicit none
  integer, parameter :: levels = 5, columns = 4
  real(c_double) :: upward(levels, 0:columns + 1), downward(-1:levels - 2, columns), across(columns, levels)
  integer :: level, column

  interface
    subroutine add_heights_levels_first(t) bind(C)
      import :: c_double
      real(c_double), intent(inout) :: t(:, :)
    end subroutine
    subroutine add_heights_columns_first(t) bind(C)
      import :: c_double
      real(c_double), intent(inout) :: t(:, :)
    end subroutine
  end interface

  upward = -1.0_c_double
  downward = -1.0_c_double
  across = -1.0_c_double
  call add_heights_levels_first(upward(:, 1:columns))
  call add_heights_levels_first(downward(levels - 2:-1:-1, 1:columns:2))
  call add_heights_columns_first(across(:, levels:1:-1))

  do column = 0, columns + 1
    do level = 1, levels
      if (column == 0 .or. column == columns + 1) then
        call require(upward(level, column), -1.0_c_double, "a halo column was written")
      else
        call require(upward(level, column), height(level), "levels first, upward")
      end if
    end do
  end do
  do column = 1, columns
    do level = 1, levels
      if (mod(column, 2) == 1) then
        call require(downward(levels - 1 - level, column), height(level), "levels first, downward")
      else
        call require(downward(levels - 1 - level, column), -1.0_c_double, "a column between was written")
      end if
      call require(across(column, levels + 1 - level), height(level), "columns first, downward")
    end do
  end do
  print '(a)', "Fortran and C++ agree"

contains

  pure real(c_double) function height(from_bottom)
    integer, intent(in) :: from_bottom
    height = -1.0_c_double + real(from_bottom, c_double) - 0.5_c_double
  end function

  subroutine require(found, expected, what)
    real(c_double), intent(in) :: found, expected
    character(*), intent(in) :: what
    if (found /= expected) then
      print *, what, ": found", found, "instead of", expected
      error stop 1
    end if
  end subroutine
end program
