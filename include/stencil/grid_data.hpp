// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include <stencil/copies.hpp>
#include <stencil/error.hpp>
#include <stencil/metric.hpp>

namespace stencil {

/// Heights, spacings and inverse spacings at both locations, for one column or for all, in one piece of memory.
template <class Real>
class MetricArrays {
 public:
  MetricArrays() = default;
  MetricArrays(std::size_t centers, std::size_t faces)
      : centers_(in_lines(centers)), faces_(in_lines(faces)), all_(3 * (centers_ + faces_) / Line::size) {}

  /// The same numbers in another precision.
  template <class Other>
  explicit MetricArrays(const MetricArrays<Other>& other) : MetricArrays(other.centers_, other.faces_) {
    std::transform(other.z_face(), other.end(), z_face(), [](Other x) { return static_cast<Real>(x); });
  }

  // In the order of the memory.
  Real* z_face() { return all_.data()->numbers; }
  Real* z_center() { return z_face() + faces_; }
  Real* dz_center() { return z_center() + centers_; }
  Real* dz_face() { return dz_center() + centers_; }
  Real* inverse_dz_center() { return dz_face() + faces_; }
  Real* inverse_dz_face() { return inverse_dz_center() + centers_; }
  const Real* z_face() const { return all_.data()->numbers; }
  const Real* z_center() const { return z_face() + faces_; }
  const Real* dz_center() const { return z_center() + centers_; }
  const Real* dz_face() const { return dz_center() + centers_; }
  const Real* inverse_dz_center() const { return dz_face() + faces_; }
  const Real* inverse_dz_face() const { return inverse_dz_center() + centers_; }
  const Real* end() const { return inverse_dz_face() + faces_; }

 private:
  template <class>
  friend class MetricArrays;
  /// All arrays begin with a line of the cache, so that no vector of copies is in two.
  struct alignas(64) Line {
    static constexpr std::size_t size = 16;
    Real numbers[size];
  };
  static std::size_t in_lines(std::size_t count) { return (count + Line::size - 1) / Line::size * Line::size; }

  std::size_t centers_ = 0, faces_ = 0;
  std::vector<Line> all_;
};

/// What a ColumnGrid shares between its copies. Immutable after construction but for lazily made copies
/// (other precisions, layouts and memories), which are guarded, and for heights that change, which are not.
class ColumnGridData : public std::enable_shared_from_this<ColumnGridData>, public DerivedCopies {
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
    if (latest == nullptr || latest == faces || (host_too_ && faces == metric.z_face())) return;
    throw GridError(faces == metric.z_face()
                        ? "the heights of this grid were last set in the memory of a device; call "
                          "copy_heights_to_host<Backend>(grid) before they are needed on the host"
                        : "the heights of this grid were last set in other memory than that of the fields; call "
                          "set_heights or set_thickness with fields of the backend that needs them");
  }
  void require_heights_on_host() const { require_heights_in(metric.z_face()); }
  /// Notes that only this memory has the present heights; null: all memories have, as before the first change.
  const double* heights_are_in(const double* faces) const { return latest_.exchange(faces, std::memory_order_relaxed); }
  /// The host has a copy of what a device has.
  void host_has_a_copy(bool has) const { host_too_ = has; }

  /// f(metric) for each metric of precision Real on the host that has been made so far.
  template <class Real, class F>
  void each_on_host(const F& f) const {
    f(unchecked_view<Real>());
    const auto* across = across_of<Real>().load(std::memory_order_acquire);
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
        known = &copy<MetricArrays<float>>([this] { return MetricArrays<float>(metric); });
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
    auto& cached = across_of<Real>();
    const MetricArrays<Real>* known = cached.load(std::memory_order_acquire);
    if (known == nullptr) {
      known = &copy<Across>([this] { return Across{across<Real>(per_column ? 1 : most_elements)}; });
      cached.store(known, std::memory_order_release);
    }
    return strided(*known, per_column ? static_cast<std::ptrdiff_t>(columns) : most_elements, 1, 1);
  }
  static constexpr int most_elements = 16;

  /// Whether it has been noted that the columns of the grid with this fingerprint end where those of this one do. Of
  /// the grids that were compared with this one the last is remembered.
  bool ends_like(std::uint64_t other) const { return ends_like_.load(std::memory_order_relaxed) == other; }
  void note_ends_like(std::uint64_t other) const { ends_like_.store(other, std::memory_order_relaxed); }

 private:
  template <class Real>
  std::atomic<const MetricArrays<Real>*>& across_of() const {
    if constexpr (std::is_same_v<Real, double>) {
      return across_double_;
    } else {
      return across_float_;
    }
  }
  template <class Real>
  MetricView<Real> strided(const MetricArrays<Real>& a, std::ptrdiff_t level_stride, std::ptrdiff_t center_stride,
                           std::ptrdiff_t face_stride) const {
    MetricView<Real> v;
    v.center = {a.z_center(), a.dz_center(), a.inverse_dz_center(), per_column ? center_stride : 0};
    v.face = {a.z_face(), a.dz_face(), a.inverse_dz_face(), per_column ? face_stride : 0};
    v.level_stride = level_stride;
    return v;
  }

  template <class Real>
  MetricArrays<Real> across(int copies) const {
    const auto repeat = static_cast<std::size_t>(copies);
    const auto n = static_cast<std::size_t>(levels);
    MetricArrays<Real> r(n * sets() * repeat, (n + 1) * sets() * repeat);
    put_across(metric.z_center(), r.z_center(), n, repeat);
    put_across(metric.dz_center(), r.dz_center(), n, repeat);
    put_across(metric.inverse_dz_center(), r.inverse_dz_center(), n, repeat);
    put_across(metric.z_face(), r.z_face(), n + 1, repeat);
    put_across(metric.dz_face(), r.dz_face(), n + 1, repeat);
    put_across(metric.inverse_dz_face(), r.inverse_dz_face(), n + 1, repeat);
    return r;
  }
  template <class Real>
  [[gnu::noinline]] void put_across(const double* from, Real* to, std::size_t rows, std::size_t repeat) const {
    for (std::size_t c = 0; c < sets(); ++c) {
      for (std::size_t k = 0; k < rows; ++k) {
        Real* const first = to + (k * sets() + c) * repeat;
        for (std::size_t r = 0; r < repeat; ++r) first[r] = static_cast<Real>(from[c * rows + k]);
      }
    }
  }

  mutable std::atomic<const double*> latest_{nullptr};
  mutable bool host_too_ = false;
  mutable std::atomic<std::uint64_t> ends_like_{0};
  mutable std::atomic<const MetricArrays<float>*> single_{nullptr};
  mutable std::atomic<const MetricArrays<float>*> across_float_{nullptr};
  mutable std::atomic<const MetricArrays<double>*> across_double_{nullptr};
};

}  // namespace stencil
