#pragma once
#include <stddef.h>
#include <stdint.h>

/* What to look for: `length` bytes, at least one. `first` and `second` are two places in it, in order, or the same one;
   the search is fast where their bytes are rare in the text. */
typedef struct {
  const uint8_t *bytes;
  size_t length;
  size_t first;
  size_t second;
} text_needle;

/* Writes the numbers of the texts from `from` up to, but not including, `to` that contain the needle to `found`, in
   order, and returns how many they are. Text `n` is in `bytes` from `starts[n]` up to a byte before `starts[n + 1]`
   that the needle does not have. `found` must have a place for each text. */
size_t texts_containing(const uint8_t *bytes, const size_t *starts, size_t from, size_t to, text_needle needle,
                        size_t *found);
