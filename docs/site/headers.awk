# SPDX-License-Identifier: BSD-3-Clause
# A header as Doxygen should read it: what is said above a namespace describes the file, and the x-- of a formula is no
# dash.
function flush(is_file, i) {
  if (held) print (is_file ? "/// @file" : "")
  for (i = 1; i <= count; ++i) print block[i]
  held = count = 0
}
/^\/\/\// { block[++count] = dashless($0); next }
count { flush($0 ~ /^namespace/ && !inside && held) }
/^namespace/ { inside = 1 }
held { print ""; held = 0 }
$0 == "" { held = 1; next }
{ print $0 ~ /^ *\/\/\// ? dashless($0) : $0 }
END { if (count) flush(0) }
function dashless(line) {
  gsub(/---?/, "\\\\&", line)
  return line
}
