// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <stencil/assign/check.hpp>
#include <stencil/assign/splits.hpp>
#include <stencil/cpu/launch.hpp>

/// Products of matrices and columns. For a batch of columns the argument is evaluated into a tile and the product is
/// written to another one; both stay in the caches. The expression around the product is evaluated from there.
namespace stencil::cpu {

/// The product of a matrix `factors` and a panel, a matrix whose rows have `width` numbers next to each other in
/// memory. Some rows of the result are held in registers while the sums go along `depth`.
template <class T>
class PanelProduct {
  static constexpr int elements = simd::native_bytes / static_cast<int>(sizeof(T));
  using V = simd::vector<T, elements>;

 public:
  static constexpr int width = 2 * elements;  ///< numbers in a row of a panel

  /// out[i * out_pitch + v] = sum over k < depth of factors[i * factor_pitch + k] * panel[k * panel_pitch + v] for
  /// i < rows and v < width.
  static void all(T* out, std::ptrdiff_t out_pitch, const T* factors, std::ptrdiff_t factor_pitch, int rows,
                  const T* panel, std::ptrdiff_t panel_pitch, int depth) {
    constexpr int most = 6;  // 12 vectors of sums hide the latency of an addition, and leave registers for operands
    int i = 0;
    for (; i + most <= rows; i += most)
      tile<most>(out + i * out_pitch, out_pitch, factors + i * factor_pitch, factor_pitch, panel, panel_pitch, depth);
    for (; i + 2 <= rows; i += 2)
      tile<2>(out + i * out_pitch, out_pitch, factors + i * factor_pitch, factor_pitch, panel, panel_pitch, depth);
    for (; i < rows; ++i)
      tile<1>(out + i * out_pitch, out_pitch, factors + i * factor_pitch, factor_pitch, panel, panel_pitch, depth);
  }

 private:
  template <int Rows>
  static void tile(T* out, std::ptrdiff_t out_pitch, const T* factors, std::ptrdiff_t factor_pitch, const T* panel,
                   std::ptrdiff_t panel_pitch, int depth) {
    V sum[Rows][2] = {};
    for (int k = 0; k < depth; ++k) {
      const V left = simd::load<V>(panel + k * panel_pitch), right = simd::load<V>(panel + k * panel_pitch + elements);
      for (int i = 0; i < Rows; ++i) {
        const T factor = factors[i * factor_pitch + k];
        sum[i][0] += factor * left;
        sum[i][1] += factor * right;
      }
    }
    for (int i = 0; i < Rows; ++i) {
      simd::store(out + i * out_pitch, sum[i][0]);
      simd::store(out + i * out_pitch + elements, sum[i][1]);
    }
  }
};

/// Two copies of a matrix as the products read it: `by_rows` row after row; `in_panels` the rows in groups of `width`,
/// of which each is stored column after column, the last one filled with zeros.
template <class T>
struct HostMatrix {
  static constexpr int width = PanelProduct<T>::width;
  std::vector<T> by_rows;
  std::vector<T> in_panels;

  explicit HostMatrix(const SharedDenseMatrix& m) {
    for (int i = 0; i < m.rows(); ++i)
      for (int j = 0; j < m.columns(); ++j) by_rows.push_back(static_cast<T>(m(i, j)));
    for (int first = 0; first < m.rows(); first += width)
      for (int j = 0; j < m.columns(); ++j)
        for (int i = first; i < first + width; ++i) in_panels.push_back(i < m.rows() ? static_cast<T>(m(i, j)) : T(0));
  }
};

template <class Out, class Arg, class From>
class Multiplication {
  using T = real_of<typename Arg::value_type>;
  using Plan = plan::StoreNothing;
  using To = typename Out::location;
  static constexpr bool across = Out::destination_type::layout::columns_contiguous;
  static constexpr int width = PanelProduct<T>::width;
  static constexpr int W =
      std::min(VectorWidth<AssignmentOutputs<Out>>::value, simd::native_bytes / std::max(Widest<Arg>::bytes, 4));

 public:
  Multiplication(const Out& output, const Arg& arg, const ColumnGridData& from, const SharedDenseMatrix& m)
      : output_(output),
        arg_(arg),
        to_(column_set<across>(*output.destination.grid)),
        from_(column_set<across>(from)),
        matrix_(m),
        packed_(m.copy<HostMatrix<T>>([&m] { return HostMatrix<T>(m); })) {}

  template <class Threads>
  void run(const Threads& deal) {
    const auto count = static_cast<std::ptrdiff_t>(output_.destination.grid->columns);
    const auto levels = static_cast<std::ptrdiff_t>(std::max(matrix_.rows(), matrix_.columns()));
    const std::ptrdiff_t fits = tile_budget / (2 * static_cast<std::ptrdiff_t>(sizeof(T)) * levels);
    const std::ptrdiff_t size =
        std::clamp<std::ptrdiff_t>(fits / width * width, width, std::ptrdiff_t{96 / width} * width);
    // The rows of the result, rounded up to whole panels.
    const std::ptrdiff_t rows = (static_cast<std::ptrdiff_t>(matrix_.rows()) + width - 1) / width * width;
    const auto room = [](std::ptrdiff_t values) {
      return static_cast<std::size_t>((values + 15) / 16 * 16) * sizeof(T);
    };
    const std::size_t product_at = room(size * matrix_.columns());
    const std::size_t bytes = product_at + room(size * rows);
    const std::ptrdiff_t work = count * levels * levels * static_cast<std::ptrdiff_t>(sizeof(T));
    place(output_.expression, static_cast<std::uint32_t>(product_at));
    deal((count + size - 1) / size, work, bytes, [&](std::ptrdiff_t first, std::ptrdiff_t last, char* arena) {
      T* x = reinterpret_cast<T*>(arena);
      T* product = reinterpret_cast<T*>(arena + product_at);
      for (std::ptrdiff_t b = first; b < last; ++b) {
        const std::ptrdiff_t c = b * size;
        const int here = static_cast<int>(std::min(size, count - c));
        const auto batch = [&](std::ptrdiff_t pitch) {
          return Batch{c, here, arena, static_cast<int>(across ? size : pitch), false};
        };
        using Rows = typename Kernel<Plan, W>::Rows;
        Kernel<Plan, W>::template along<across, Arg, From>(FillTile<Arg, T>{arg_, 0}, from_, batch(matrix_.columns()),
                                                           Rows{0, matrix_.columns()});
        if constexpr (across) {
          for (int v = 0; v < here; v += width)
            PanelProduct<T>::all(product + v, size, packed_.by_rows.data(), matrix_.columns(), matrix_.rows(), x + v,
                                 size, matrix_.columns());
        } else {
          for (int v = 0; v < matrix_.rows(); v += width)
            PanelProduct<T>::all(product + v, rows, x, matrix_.columns(), here,
                                 packed_.in_panels.data() + static_cast<std::ptrdiff_t>(v) * matrix_.columns(), width,
                                 matrix_.columns());
        }
        Kernel<Plan, W>::template along<across, typename Out::evaluated_type, To>(WriteOutput<Out>{output_}, to_,
                                                                                  batch(rows), Rows{0, matrix_.rows()});
      }
    });
  }

 private:
  template <class N>
  static void place(N& node, std::uint32_t offset) {
    if constexpr (requires { node.place.offset; }) node.place.offset = offset;
    each_child(node, [&](auto& child, auto) { place(child, offset); });
  }

  Out output_;
  const Arg& arg_;
  EvaluatedColumns to_;
  EvaluatedColumns from_;
  const SharedDenseMatrix& matrix_;
  const HostMatrix<T>& packed_;
};

template <class Out, class Arg, class From, class Threads = OpenMP>
void multiply(const Out& output, const Arg& arg, From, const ColumnGridData& from, const SharedDenseMatrix& m,
              detail::checks::Staging staging, const Threads& deal = {}) {
  if constexpr (compiled_for_host) {
    auto outputs = make_outputs(output);
    detail::assignment::launch_checked(outputs, staging, HostMemory{},
                                       [&](AssignmentOutputs<Out>& those, detail::checks::Staging) {
                                         Multiplication<Out, Arg, From>(those.first, arg, from, m).run(deal);
                                         return true;
                                       });
  }
}

}  // namespace stencil::cpu
