// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/concepts.hpp>
#include <stencil/netcdf/variable.hpp>
#include <stencil/vec.hpp>

/// Compile-time errors for arguments that files do not take.
namespace stencil::netcdf {

/// Something with values at each position that are not in memory.
template <class E>
concept IsUnassigned = IsOperand<E> && !requires(const E& e) { e.to_host(); };
template <class Field>
concept IsFieldOfVecs = requires(const Field& field) { field.to_host(); } && is_vec<typename Field::value_type>;

/// Of what writes fields: a class that has this among its own functions named write.
class WritesFieldsAlone {
 public:
  template <IsUnassigned E>
  void write(const E&, const Variable&) {
    static_assert(!std::is_same_v<E, E>,
                  "stencil: a file takes fields and numbers; assign the expression to a field and write that");
  }
  /// A template, so that braces which could also be several variables are those.
  template <IsFieldOfVecs Field, class One = Variable>
  void write(const Field&, const One&) {
    static_assert(!std::is_same_v<Field, Field>,
                  "stencil: a field of Vecs is written with one netcdf::Variable for each component: "
                  "write(wind, {{.name = \"u\"}, {.name = \"v\"}})");
  }
  template <class... Given>
    requires(!std::is_same_v<Given, Variable> && ...)
  void write(const Given&...) {
    static_assert(sizeof...(Given) + 1 == 0,
                  "stencil: write takes a field or a number and then what the file says of it, a netcdf::Variable: "
                  "write(theta, {.name = \"theta\", .units = \"K\"})");
  }
};

/// The same of what reads them.
class ReadsFieldsAlone {
 public:
  template <IsFieldOfVecs Field, class One = Variable>
  void read(const Field&, const One&) const {
    static_assert(!std::is_same_v<Field, Field>,
                  "stencil: a field of Vecs is read with one netcdf::Variable for each component: "
                  "read(wind, {{.name = \"u\"}, {.name = \"v\"}})");
  }
  template <class... Given>
    requires(!std::is_same_v<Given, Variable> && ...)
  void read(const Given&...) const {
    static_assert(sizeof...(Given) + 1 == 0,
                  "stencil: read takes a field and then what the file says of it, a netcdf::Variable: "
                  "read(theta, {.name = \"theta\", .units = \"K\"})");
  }
};

}  // namespace stencil::netcdf
