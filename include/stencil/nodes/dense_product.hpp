// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <stencil/config.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/stencil_broadcasted.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/location.hpp>
#include <stencil/nodes/dense_matrix.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// The name of a dense operator.
template <class From, class To>
constexpr const char* dense_name() {
  if constexpr (std::is_same_v<From, Center>) return std::is_same_v<To, Center> ? "DenseC2C" : "DenseC2F";
  return std::is_same_v<To, Center> ? "DenseF2C" : "DenseF2F";
}

/// An object that nodes share and keep alive. Such nodes stay on the host, but nvcc compiles copies of nodes for the
/// device too. The special members are written out so that its warnings about them can be suppressed (config.hpp).
template <class T>
class KeptObject {
 public:
  KeptObject() = default;
  KeptObject(std::shared_ptr<const T> object) : object_(std::move(object)) {}  // NOLINT(google-explicit-constructor)
  STENCIL_FUNCTION KeptObject(const KeptObject& other) : object_(other.object_) {}
  STENCIL_FUNCTION KeptObject& operator=(const KeptObject& other) {
    if (this != &other) object_ = other.object_;
    return *this;
  }
  ~KeptObject() {}  // NOLINT(modernize-use-equals-default)
  const T* get() const { return object_.get(); }
  const T* operator->() const { return object_.get(); }
  const T& operator*() const { return *object_; }

 private:
  std::shared_ptr<const T> object_;
};

/// What the nodes that need a whole column have in common: where their argument and their result live; nowhere in
/// particular where both are on the grid of the expression.
struct BetweenGrids {
  KeptObject<ColumnGridData> from;
  KeptObject<ColumnGridData> to;
};

/// A matrix times every column of an expression. It has no value at a position alone: an assignment is split at it
/// (assign/split.hpp).
template <class From, class To, class E>
struct STENCIL_LAZY DenseProduct {
  struct stencil_node {};
  struct stencil_whole_column {};
  using argument_location = From;
  using value_type = real_of<typename E::value_type>;
  using location = To;
  using space = typename E::space;
  static constexpr const char* name = dense_name<From, To>();

  E arg;
  KeptObject<SharedDenseMatrix> matrix;
  BetweenGrids grids;

  using children = ChildList<E>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  template <int, class N>
  static constexpr auto& child(N& node) {
    return node.arg;
  }
  template <class N>
  DenseProduct<From, To, N> rebuilt(const N& child) const {
    return {child, matrix, grids};
  }
  template <class Text>
  std::string text(const Text& of) const {
    return std::string(name) + "(" + std::to_string(matrix->rows()) + " x " + std::to_string(matrix->columns()) + ")(" +
           of(arg) + ")";
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At&) const {
    static_assert(!std::is_same_v<At, At>,
                  "stencil: a dense operator, a running mean or a remap stands in the value of a boundary condition or "
                  "in a mask, "
                  "where no column can be waited for; assign it to a field and use that field there");
    return {};
  }
};

/// The product in the row that is being computed, for what surrounds a dense operator.
template <class T, class Location>
struct DenseResult {
  struct stencil_node {};
  using value_type = T;
  using location = Location;
  using space = AnySpace;
  using children = ChildList<>;
  static constexpr int cost = 0;
  static constexpr const char* name = "product";
  TilePlace place;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    if constexpr (requires { at.product; }) {
      return at.product;
    } else {
      return at.template tile<0, T>(place);
    }
  }
};

}  // namespace stencil
