// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stencil {

/// T, by way of a name that depends on a template argument.
template <class T, class Argument>
struct WhereUsed {
  using type = T;
};
/// T in a template with that argument. What the template does with it is looked up where the template is used, which
/// few programs do, and not in every file: strings and vectors take compilers long.
template <class T, class Argument>
using where_used = typename WhereUsed<T, Argument>::type;

}  // namespace stencil
