! SPDX-License-Identifier: BSD-3-Clause
! A Fortran model that calls a column function in C++ on its own arrays. The arrays have halo columns. In the first set
! levels are the first index and are counted upward; in the second set columns are the first index and levels are counted
! from the top. The program computes the same formula in loops and stops if a value differs.
program fortran_model
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer, parameter :: dp = c_double, levels = 8, columns = 5, halo = 2
  integer, parameter :: first = 1 - halo, last = columns + halo
  real(dp), parameter :: untouched = -999.0_dp, gravity = 9.81_dp, mixing_length = 10.0_dp

  interface
    integer(c_int) function mixing_levels_first(levels, columns, halo, z_faces, theta, u, heat_flux, k, heating) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: levels, columns, halo
      real(c_double), intent(in) :: z_faces(*), theta(*), u(*), heat_flux(*)
      real(c_double), intent(inout) :: k(*), heating(*)
    end function
    integer(c_int) function mixing_columns_first(levels, columns, halo, z_faces, theta, u, heat_flux, k, heating) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: levels, columns, halo
      real(c_double), intent(in) :: z_faces(*), theta(*), u(*), heat_flux(*)
      real(c_double), intent(inout) :: k(*), heating(*)
    end function
  end interface

  real(dp) :: z_faces(0:levels), z(levels), heat_flux(first:last)
  real(dp) :: theta(levels, first:last), u(levels, first:last), k(0:levels, first:last), heating(levels, first:last)
  real(dp) :: theta_down(first:last, levels), u_down(first:last, levels)
  real(dp) :: k_down(first:last, 0:levels), heating_down(first:last, levels)
  real(dp) :: k_expected(0:levels), flux(0:levels), slope, shear2, stability
  integer :: level, column

  z_faces = [(25.0_dp * real(level, dp), level=0, levels)]
  z = 0.5_dp * (z_faces(:levels - 1) + z_faces(1:))
  do column = first, last
    heat_flux(column) = 0.01_dp * real(column, dp)
    theta(:, column) = 290.0_dp + 0.01_dp * z - 0.1_dp * real(column, dp) * exp(-z / 50.0_dp)
    u(:, column) = (7.0_dp + real(column, dp)) * z / (z + 50.0_dp)
  end do
  theta_down = transpose(theta(levels:1:-1, :))
  u_down = transpose(u(levels:1:-1, :))
  k = untouched
  heating = untouched
  k_down = untouched
  heating_down = untouched

  if (mixing_levels_first(levels, columns, halo, z_faces, theta, u, heat_flux, k, heating) /= 0) error stop 2
  if (mixing_columns_first(levels, columns, halo, z_faces, theta_down, u_down, heat_flux, k_down, heating_down) /= 0) &
    error stop 2

  do column = 1, columns
    k_expected(0) = mixing_length**2 * sqrt(1e-10_dp)
    k_expected(levels) = k_expected(0)
    flux(0) = -heat_flux(column)
    flux(levels) = 0.0_dp
    do level = 1, levels - 1
      slope = (theta(level + 1, column) - theta(level, column)) / (z(level + 1) - z(level))
      shear2 = ((u(level + 1, column) - u(level, column)) / (z(level + 1) - z(level)))**2 + 1e-10_dp
      stability = 1.0_dp + 5.0_dp * max(0.0_dp, slope * gravity / shear2 / &
                                        (0.5_dp * (theta(level, column) + theta(level + 1, column))))
      k_expected(level) = mixing_length**2 * sqrt(shear2) / stability**2
      flux(level) = k_expected(level) * slope
    end do
    do level = 0, levels
      call require(k(level, column), k_expected(level), "k, levels first")
      call require(k_down(column, levels - level), k_expected(level), "k, columns first")
    end do
    do level = 1, levels
      slope = (flux(level) - flux(level - 1)) / (z_faces(level) - z_faces(level - 1))
      call require(heating(level, column), slope, "heating, levels first")
      call require(heating_down(column, levels + 1 - level), slope, "heating, columns first")
    end do
  end do
  if (any(k(:, first:0) /= untouched) .or. any(heating(:, columns + 1:) /= untouched) .or. &
      any(k_down(first:0, :) /= untouched) .or. any(heating_down(columns + 1:, :) /= untouched)) then
    print '(a)', "a halo column was written"
    error stop 1
  end if

  print '(a)', "height [m]  k [m2/s]  heating [K/h], of column 1"
  do level = levels, 1, -1
    print '(f10.1, f10.4, f15.4)', z(level), 0.5_dp * (k(level - 1, 1) + k(level, 1)), 3600.0_dp * heating(level, 1)
  end do
  print '(a)', "Fortran and C++ agree"

contains

  subroutine require(found, expected, what)
    real(dp), intent(in) :: found, expected
    character(*), intent(in) :: what
    if (abs(found - expected) > 1e-12_dp * max(1.0_dp, abs(expected))) then
      print *, what, ": found", found, "instead of", expected
      error stop 1
    end if
  end subroutine
end program
