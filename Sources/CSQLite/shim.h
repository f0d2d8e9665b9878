#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift cannot import.
static inline int minilab_bind_text(sqlite3_stmt *s, int i, const char *text, int length) {
  return sqlite3_bind_text(s, i, text, length, SQLITE_TRANSIENT);
}
static inline int minilab_bind_blob(sqlite3_stmt *s, int i, const void *bytes, int length) {
  // A NULL pointer would bind NULL where an empty blob is meant.
  return length == 0 ? sqlite3_bind_zeroblob(s, i, 0)
                     : sqlite3_bind_blob(s, i, bytes, length, SQLITE_TRANSIENT);
}
