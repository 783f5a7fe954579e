#pragma once

#include "bind/primitive.h"
#include "ir/edit.h"

namespace fermata {

/// A cursor is the list (PART STAFF VOICE MEASURE OFFSET) in Scheme. Error when it is not.
Cursor cursor_from(SCM list);
SCM to_scm(const Cursor& cursor);

}  // namespace fermata
