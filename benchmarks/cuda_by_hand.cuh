// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <stencil/cuda/error.hpp>

#include "by_hand.hpp"

/// W1 and W2 as a careful programmer writes them for a GPU, each in several forms: which one is the fastest depends on
/// the number of levels and columns, so the benchmark takes the fastest.
namespace by_hand {

struct Form {
  std::string name;
  std::function<void()> run;
};

/// One column in memory; every value is computed anew when it is asked for.
template <class T>
struct Column {
  const T* a;
  const T* b;
  const T* f;
  const T* inverse_df;
  const T* inverse_dc;
  int levels;
  std::ptrdiff_t step;  ///< between levels

  __device__ bool inside(int face) const { return face > 0 && face < levels; }
  __device__ T product(int i) const { return a[i * step] * b[i * step]; }
  __device__ T gradient(int j) const { return (product(j) - product(j - 1)) * inverse_df[j]; }
  __device__ T mean(int j) const { return (a[(j - 1) * step] + a[j * step]) / 2; }
};

/// Rows of one column in the registers of neighbouring lanes: row n of this lane, and the face below it.
///
/// Outside the column, and at its ends, the inverse spacings are zero: that makes the fluxes there zero.
template <class T, int Rows>
struct Lane {
  T a[Rows], b[Rows], f[Rows], inverse_df[Rows], inverse_dc[Rows], out[Rows];
  bool last;  ///< nothing of the column is above this lane

  __device__ void gradient(const T (&x)[Rows], T (&to)[Rows]) const {
    const T below = __shfl_up_sync(0xffffffffU, x[Rows - 1], 1);
#pragma unroll
    for (int n = 0; n < Rows; ++n) to[n] = (x[n] - (n > 0 ? x[n > 0 ? n - 1 : 0] : below)) * inverse_df[n];
  }
  __device__ void divergence(const T (&x)[Rows], T (&to)[Rows]) const {
    const T next = __shfl_down_sync(0xffffffffU, x[0], 1);
    const T above = last ? T(0) : next;
#pragma unroll
    for (int n = 0; n < Rows; ++n)
      to[n] = ((n + 1 < Rows ? x[n + 1 < Rows ? n + 1 : 0] : above) - x[n]) * inverse_dc[n];
  }
};

struct W1 {
  static constexpr int reach = 1;

  template <class T>
  static __device__ T flux(const Column<T>& x, int j) {
    return x.inside(j) ? x.f[j * x.step] * x.gradient(j) : T(0);
  }
  template <class T>
  static __device__ T value(const Column<T>& x, int i) {
    return (flux(x, i + 1) - flux(x, i)) * x.inverse_dc[i];
  }

  template <class T, int Rows>
  static __device__ void evaluate(Lane<T, Rows>& x) {
    T product[Rows], flux[Rows];
#pragma unroll
    for (int n = 0; n < Rows; ++n) product[n] = x.a[n] * x.b[n];
    x.gradient(product, flux);
#pragma unroll
    for (int n = 0; n < Rows; ++n) flux[n] *= x.f[n];
    x.divergence(flux, x.out);
  }

  /// The window of a thread that marches upward: next(i) is the value of row i.
  template <class T>
  struct March {
    const Column<T>& x;
    T product, flux_below;
    __device__ March(const Column<T>& column, int first)
        : x(column), product(column.product(first)), flux_below(flux(column, first)) {}
    __device__ T next(int i) {
      T flux_above = 0;
      if (i + 1 < x.levels) {
        const T above = x.product(i + 1);
        flux_above = x.f[(i + 1) * x.step] * ((above - product) * x.inverse_df[i + 1]);
        product = above;
      }
      const T result = (flux_above - flux_below) * x.inverse_dc[i];
      flux_below = flux_above;
      return result;
    }
  };
};

struct W2 {
  static constexpr int reach = 2;

  template <class T>
  static __device__ T inner_flux(const Column<T>& x, int j) {
    return x.inside(j) ? exp(x.mean(j)) * x.gradient(j) : T(0);
  }
  template <class T>
  static __device__ T inner(const Column<T>& x, int i) {
    return (inner_flux(x, i + 1) - inner_flux(x, i)) * x.inverse_dc[i];
  }
  template <class T>
  static __device__ T flux(const Column<T>& x, int j) {
    return x.inside(j) ? x.f[j * x.step] * ((inner(x, j) - inner(x, j - 1)) * x.inverse_df[j]) : T(0);
  }
  template <class T>
  static __device__ T value(const Column<T>& x, int i) {
    return (flux(x, i + 1) - flux(x, i)) * x.inverse_dc[i];
  }

  template <class T, int Rows>
  static __device__ void evaluate(Lane<T, Rows>& x) {
    T centers[Rows], faces[Rows];
#pragma unroll
    for (int n = 0; n < Rows; ++n) centers[n] = x.a[n] * x.b[n];
    x.gradient(centers, faces);
    const T below = __shfl_up_sync(0xffffffffU, x.a[Rows - 1], 1);
#pragma unroll
    for (int n = 0; n < Rows; ++n) faces[n] *= exp(((n > 0 ? x.a[n > 0 ? n - 1 : 0] : below) + x.a[n]) / 2);
    x.divergence(faces, centers);
    x.gradient(centers, faces);
#pragma unroll
    for (int n = 0; n < Rows; ++n) faces[n] *= x.f[n];
    x.divergence(faces, x.out);
  }

  template <class T>
  struct March {
    const Column<T>& x;
    T a, product;        ///< of row i + 1
    T inner_flux_above;  ///< of face i + 1
    T inner_here, flux_below;
    __device__ March(const Column<T>& column, int first) : x(column), a(0), product(0) {
      if (first + 1 < x.levels) {
        a = x.a[(first + 1) * x.step];
        product = x.product(first + 1);
      }
      inner_flux_above = inner_flux(x, first + 1);
      inner_here = inner(x, first);
      flux_below = flux(x, first);
    }
    __device__ T next(int i) {
      T flux_above = 0;
      if (i + 1 < x.levels) {
        T inner_flux_next = 0;
        if (i + 2 < x.levels) {
          const T a_next = x.a[(i + 2) * x.step];
          const T product_next = a_next * x.b[(i + 2) * x.step];
          inner_flux_next = exp((a + a_next) / 2) * ((product_next - product) * x.inverse_df[i + 2]);
          a = a_next;
          product = product_next;
        }
        const T inner_above = (inner_flux_next - inner_flux_above) * x.inverse_dc[i + 1];
        flux_above = x.f[(i + 1) * x.step] * ((inner_above - inner_here) * x.inverse_df[i + 1]);
        inner_flux_above = inner_flux_next;
        inner_here = inner_above;
      }
      const T result = (flux_above - flux_below) * x.inverse_dc[i];
      flux_below = flux_above;
      return result;
    }
  };
};

}  // namespace by_hand
