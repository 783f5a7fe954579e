#pragma once

namespace fermata {

/// Make every module (fermata native X); called once, inside Guile.
void define_native_modules();

// One for each file here.
void define_file_module();  // (fermata native file): files, journals and locks that survive a crash
void define_edit_module();  // (fermata native edit): places in a score, edits, deltas
void define_harmony_module();      // (fermata native harmony): chord symbols and their pitches
void define_host_module();         // (fermata native host): the process, limits, places
void define_instruments_module();  // (fermata native instruments): users' own instruments
void define_json_module();         // (fermata native json): JSON to Scheme and back
void define_line_module();         // (fermata native line): the line editor, colours
void define_loop_module();         // (fermata native loop): waiting for descriptors and signals
void define_music_module();        // (fermata native music): inside events, measures, parts, scores
void define_notation_module();     // (fermata native notation): every music form as a procedure
void define_pitches_module();  // (fermata native pitches): letters, numbers, intervals between them
void define_reader_module();   // (fermata native reader): source texts, data, places
void define_transform_module();  // (fermata native transform): music made from music
void define_text_module();       // (fermata native text): printing, formatting, help, export

}  // namespace fermata
