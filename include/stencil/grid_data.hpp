// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <vector>

#include <stencil/copies.hpp>
#include <stencil/error.hpp>
#include <stencil/metric.hpp>

namespace stencil {

/// Heights, spacings and inverse spacings at both locations, for one column or for all.
template <class Real>
struct MetricArrays {
  std::vector<Real> z_center, dz_center, inverse_dz_center;
  std::vector<Real> z_face, dz_face, inverse_dz_face;
};

/// What a ColumnGrid shares between its copies. Immutable after construction but for lazily made copies
/// (other precisions, layouts and memories), which are guarded, and for heights that change, which are not.
class GridData : public std::enable_shared_from_this<GridData>, public Copies {
 public:
  int levels = 0;
  std::size_t columns = 0;
  bool periodic = false;
  bool per_column = false;
  bool changing = false;          ///< heights may be set again: column/set_heights.hpp
  std::uint64_t fingerprint = 0;  ///< hash of shape, kind and face heights, or of a number of its own where they change
  MetricArrays<double> metric;    ///< levels contiguous

  std::size_t sets() const { return per_column ? columns : 1; }

  // Memories are told apart by where they have the heights of faces. Heights that were never set are in all of them.

  /// GridError where the heights were last set in another memory.
  void require_heights_in(const double* faces) const {
    if (!changing) return;
    const double* const latest = latest_.load(std::memory_order_relaxed);
    if (latest == nullptr || latest == faces || (host_too_ && faces == metric.z_face.data())) return;
    throw GridError(faces == metric.z_face.data()
                        ? "the heights of this grid were last set in the memory of a device; call "
                          "copy_heights_to_host<Backend>(grid) before they are needed on the host"
                        : "the heights of this grid were last set in other memory than that of the fields; call "
                          "set_heights or set_thickness with fields of the backend that needs them");
  }
  void require_heights_on_host() const { require_heights_in(metric.z_face.data()); }
  /// Notes that only this memory has the present heights; null: all memories have, as before the first change.
  const double* heights_are_in(const double* faces) const { return latest_.exchange(faces, std::memory_order_relaxed); }
  /// The host has a copy of what a device has.
  void host_has_a_copy(bool has) const { host_too_ = has; }

  /// f(metric) for each metric of precision Real on the host that has been made so far.
  template <class Real, class F>
  void each_on_host(const F& f) const {
    f(unchecked_view<Real>());
    const auto* across = std::get<std::atomic<const MetricArrays<Real>*>>(across_).load(std::memory_order_acquire);
    if (across != nullptr) f(strided(*across, static_cast<std::ptrdiff_t>(columns), 1, 1));
  }

  /// The metric in precision Real, levels contiguous.
  template <class Real>
  MetricView<Real> view() const {
    require_heights_on_host();
    return unchecked_view<Real>();
  }

  /// The same whatever memory has the latest heights.
  template <class Real>
  MetricView<Real> unchecked_view() const {
    if constexpr (std::is_same_v<Real, double>) {
      return strided(metric, 1, levels, levels + 1);
    } else {
      // Every assignment asks for this one, so the lock is for the first time only.
      const MetricArrays<float>* known = single_.load(std::memory_order_acquire);
      if (known == nullptr) {
        known = &copy<MetricArrays<float>>([this] { return convert<float>(false, 1); });
        single_.store(known, std::memory_order_release);
      }
      return strided(*known, 1, levels, levels + 1);
    }
  }

  /// The same for code that computes vectors of neighbouring columns. Equal levels of neighbouring columns are next to
  /// each other; if the columns share their heights, these are `most_elements` copies of each level, as many as a
  /// vector may have. Either way a vector is one load.
  template <class Real>
  MetricView<Real> view_across() const {
    require_heights_on_host();
    struct Across : MetricArrays<Real> {};
    auto& cached = std::get<std::atomic<const MetricArrays<Real>*>>(across_);
    const MetricArrays<Real>* known = cached.load(std::memory_order_acquire);
    if (known == nullptr) {
      known = &copy<Across>([this] { return Across{convert<Real>(true, per_column ? 1 : most_elements)}; });
      cached.store(known, std::memory_order_release);
    }
    return strided(*known, per_column ? static_cast<std::ptrdiff_t>(columns) : most_elements, 1, 1);
  }
  static constexpr int most_elements = 16;

 private:
  template <class Real>
  MetricView<Real> strided(const MetricArrays<Real>& a, std::ptrdiff_t level_stride, std::ptrdiff_t center_stride,
                           std::ptrdiff_t face_stride) const {
    MetricView<Real> v;
    v.center = {a.z_center.data(), a.dz_center.data(), a.inverse_dz_center.data(), per_column ? center_stride : 0};
    v.face = {a.z_face.data(), a.dz_face.data(), a.inverse_dz_face.data(), per_column ? face_stride : 0};
    v.level_stride = level_stride;
    return v;
  }

  template <class Real>
  MetricArrays<Real> convert(bool across, int copies) const {
    MetricArrays<Real> r;
    r.z_center = converted<Real>(metric.z_center, levels, across, copies);
    r.dz_center = converted<Real>(metric.dz_center, levels, across, copies);
    r.inverse_dz_center = converted<Real>(metric.inverse_dz_center, levels, across, copies);
    r.z_face = converted<Real>(metric.z_face, levels + 1, across, copies);
    r.dz_face = converted<Real>(metric.dz_face, levels + 1, across, copies);
    r.inverse_dz_face = converted<Real>(metric.inverse_dz_face, levels + 1, across, copies);
    return r;
  }
  // Six copies of it would be a twentieth of what a short program compiles.
  template <class Real>
  [[gnu::noinline]] std::vector<Real> converted(const std::vector<double>& from, int rows, bool across,
                                                int copies) const {
    const auto n = static_cast<std::size_t>(rows);
    const auto repeat = static_cast<std::size_t>(copies);
    std::vector<Real> to(from.size() * repeat);
    for (std::size_t c = 0; c < sets(); ++c) {
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t r = 0; r < repeat; ++r)
          to[(across ? k * sets() + c : c * n + k) * repeat + r] = static_cast<Real>(from[c * n + k]);
      }
    }
    return to;
  }

  mutable std::atomic<const double*> latest_{nullptr};
  mutable bool host_too_ = false;
  mutable std::atomic<const MetricArrays<float>*> single_{nullptr};
  mutable std::tuple<std::atomic<const MetricArrays<float>*>, std::atomic<const MetricArrays<double>*>> across_{
      nullptr, nullptr};
};

}  // namespace stencil
