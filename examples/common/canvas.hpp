// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cairo.h>

#include <memory>
#include <string>

#include "unfinished_file.hpp"

namespace example {

/// A white picture with a title, to be written as PNG.
class Canvas {
 public:
  /// Width and height in pixels.
  Canvas(int width, int height, const std::string& title);
  cairo_t* cairo() const { return cairo_.get(); }
  /// Throws UserError where the file cannot be written.
  void write(const UnfinishedFile& file) const;

 private:
  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  };
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
  std::unique_ptr<cairo_t, Destroy> cairo_;
};

}  // namespace example
