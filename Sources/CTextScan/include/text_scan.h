#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What to look for: `length` bytes, at least one. `first` and `second` are two offsets in it, in order, or the same one;
   the search is fast where their bytes are rare in the text. */
typedef struct {
  const uint8_t *bytes;
  size_t length;
  size_t first;
  size_t second;
} text_needle;

/* Sets `found[n]` for each text `n` from `from` up to, but not including, `to` that contains the needle. Text `n` is in
   `bytes` from `starts[n]` up to a 0 byte before `starts[n + 1]`; the needle contains no 0. */
void texts_containing(const uint8_t *bytes, const size_t *starts, size_t from, size_t to, text_needle needle,
                      bool *found);
