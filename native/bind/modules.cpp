#include "bind/modules.h"

#include "bind/values.h"

namespace fermata {

void define_native_modules() {
  define_value_types();
  define_values_module();
  define_file_module();
  define_edit_module();
  define_harmony_module();
  define_instruments_module();
  define_json_module();
  define_line_module();
  define_loop_module();
  define_music_module();
  define_notation_module();
  define_pitches_module();
  define_reader_module();
  define_transform_module();
  define_text_module();
  define_host_module();
}

}  // namespace fermata
