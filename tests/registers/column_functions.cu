// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <type_traits>

#include <stencil/cuda.hpp>

#include "boundary_layer.hpp"

/// Column functions with one and with eight results, each in three of the four pairings of precision and layout, those
/// with eight where they need most; and the derivatives of several: the kernels in which columns that need not be whole
/// go. cmake/spills.cmake reads what ptxas says of them, and compares
/// it with what this program prints: a pattern of a kernel's mangled name, and the registers that explain would
/// predict.
namespace {

using namespace stencil;

/// The tendencies of a column but for those of the wind's vertical component.
struct EightTendencies : boundary_layer::Dynamics {
  template <class C, class F, class S>
  STENCIL_FUNCTION auto operator()(C rho, C e, C u, C v, F w, S heat_flux, S stress, C q1, C q2) const {
    const auto f = flow(rho, e, u, v, w);
    const auto q1_t = divergence(f.k * gradient(q1)) - divergence(limited(f.mass_flux, q1));
    const auto q2_t = divergence(f.k * gradient(q2)) - divergence(limited(f.mass_flux, q2));
    const double exponent = heat_capacity / (heat_capacity - gas);
    const auto p = surface_pressure * exp(exponent * log(gas / surface_pressure * e));
    return results(f.convergence, heating(f, heat_flux), acceleration(f, rho, u, f.du, stress) + rotation * v,
                   acceleration(f, rho, v, f.dv, stress) - rotation * u, q1_t, q2_t, p, f.k / f.rho_f);
  }
};

/// What is differentiated with all of its results.
struct Spreading {
  STENCIL_FUNCTION auto operator()(auto a, auto k) const {
    const auto along = k * GradientC2F(bottom(SetGradient(0.0)), top(SetValue(1.5)))(a * a);
    return results(along, DivergenceF2C()(along));
  }
};

const void* kernels[16];
int kernels_made = 0;

/// Makes the kernel of a job, and prints a line about it.
template <class Root, class... To>
void look_at(const char* name, const Root& root, const To&... to) {
  using Job = column_functions::Job<Root, NoMask, To...>;
  using Of = cuda::JobShape<Job, 0>;
  constexpr int held = Of::held;
  constexpr bool is_double = Of::widest == 8;
  cuda::KernelOutline kernel{{held, held}, static_cast<int>(Of::widest), 0};
  const char* exchange = "";
  const void*& made = kernels[kernels_made++];
  if constexpr (Of::levels_contiguous) {
    made = reinterpret_cast<const void*>(cuda::carry_out_columns<Job, held, ColumnEnds::bounded, cuda::SmallWarps>);
    kernel.most_registers = cuda::most_registers<held, cuda::SmallWarps>;
    exchange = "carry_out_columns.*Warps";
  } else if constexpr (Of::has_tiles) {
    constexpr int threads = cuda::threads_with_tiles<held, To...>;
    made = reinterpret_cast<const void*>(cuda::carry_out_in_tiles<Job, held, threads>);
    kernel.most_registers = cuda::registers_of_thread(threads, cuda::least_blocks_with_tiles<held, threads>);
    exchange = "carry_out_in_tiles.*";
  } else {
    using Slots = typename Of::slots;
    made = reinterpret_cast<const void*>(cuda::carry_out_columns<Job, held, ColumnEnds::either, Slots>);
    kernel.most_registers = cuda::most_registers<held, Slots>;
    exchange = "carry_out_columns.*BlockExchange";
  }
  const auto list = column_functions::Symbols(64).outline_of(root);
  std::printf("%s.*LeafI%c.*%s %d\n", name, is_double ? 'd' : 'f', exchange,
              std::min(cuda::registers_needed(list, kernel), kernel.most_registers));
}

/// That the kernel is not empty, as it would be if it called a function that is for the host alone.
void look_at_slopes() {
  const FieldLeaf<double, Center, layout::LevelsContiguous, DeviceSpace> c{};
  const FieldLeaf<double, Face, layout::LevelsContiguous, DeviceSpace> f{};
  const auto slopes = jvp(columnwise(Spreading{})(c, f), Wrt<std::remove_const_t<decltype(c)>>{c}, c);
  look_at("SlopesOfResults", slopes, f, c);
}

template <class T, class Layout>
void look_at_one_result() {
  const FieldLeaf<T, Center, Layout, DeviceSpace> c{};
  const FieldLeaf<T, Face, Layout, DeviceSpace> f{};
  look_at("Diffusivity", columnwise(boundary_layer::Diffusivity{})(c, c, c, c), f);
}
template <class T, class Layout>
void look_at_eight_results() {
  const FieldLeaf<T, Center, Layout, DeviceSpace> c{};
  const FieldLeaf<T, Face, Layout, DeviceSpace> f{};
  const FieldLeaf<T, Surface, layout::LevelsContiguous, DeviceSpace> s{};
  look_at("EightTendencies", columnwise(EightTendencies{})(c, c, c, c, f, s, s, c, c), c, c, c, c, c, c, c, f);
}

}  // namespace

int main() {
  look_at_slopes();
  look_at_one_result<double, layout::LevelsContiguous>();
  look_at_one_result<float, layout::LevelsContiguous>();
  look_at_one_result<float, layout::ColumnsContiguous>();
  look_at_eight_results<double, layout::LevelsContiguous>();
  look_at_eight_results<float, layout::LevelsContiguous>();
  look_at_eight_results<double, layout::ColumnsContiguous>();
}
