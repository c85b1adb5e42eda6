// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "state.hpp"

namespace column_physics {

struct Spread {
  double mean, least, most;
};

/// The columns of the ensemble that this process has: all of them, or those that Ranks dealt to it.
class Columns {
 public:
  explicit Columns(std::size_t all) : Columns(0, all, all) {}
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
  virtual ~Columns() = default;

  std::size_t first() const { return first_; }
  std::size_t here() const { return here_; }
  std::size_t all() const { return all_; }
  /// Whether this process says what there is to say.
  bool leads() const { return first_ == 0; }

  /// Of a value per column that each process has of its own: over all columns.
  virtual Spread spread(const std::vector<double>& values) const;
  /// Those of some columns, ascending, of all; only the process that leads gets them.
  virtual std::vector<double> some(const std::vector<std::size_t>& columns, const std::vector<double>& values) const;

  /// Writes a state so that saved() has it bit for bit, with any number of processes.
  virtual void save(const std::string& file, State<backend::Cpu>& state) const;
  /// The columns of this process of a state whose file columns_in() has looked at. Throws UserError where it holds NaN
  /// or an infinity.
  State<backend::Cpu> saved(const std::string& file) const;
  /// Where a state has the first value that is no number, "theta_l, column 0, level 3"; empty: nowhere.
  std::string no_number(State<backend::Cpu>& state) const;

 protected:
  Columns(std::size_t first, std::size_t here, std::size_t all) : first_(first), here_(here), all_(all) {}
  /// A field of one value per column.
  SurfaceField<double> field(const std::vector<double>& values) const;
  /// Reads the fields, and returns their time.
  virtual double read(const std::string& file, State<backend::Cpu>& state) const;

 private:
  std::size_t first_, here_, all_;
};

/// How many columns the state in a file has. Throws UserError where it is none of this model.
std::size_t columns_in(const std::string& file);

}  // namespace column_physics
