#pragma once
#include <stddef.h>
#include <stdint.h>

/* What to look for: `length` bytes, at least one. `first` and `second` are two places in it, in order, or the same one;
   the search is fast where their bytes are rare in the text. `skip` is 1 if the first byte is the 0 before the text, which
   is not found in text 0. */
typedef struct {
  const uint8_t *bytes;
  size_t length;
  size_t first;
  size_t second;
  size_t skip;
} text_needle;

/* Text `n` is in `bytes` from `starts[n]` up to a 0 byte before `starts[n + 1]`, which a needle may end with. A set of texts has
   bit `n & 63` of word `n / 64` for text `n`. Threads may fill one set for ranges that are multiples of 64. */

/* Adds the texts from `from` up to, but not including, `to` that contain the needle to `found`. */
void texts_containing(const uint8_t *bytes, const size_t *starts, size_t from, size_t to, text_needle needle,
                      uint64_t *found);

/* Removes the texts that do not contain the needle from the words `from` up to, but not including, `to` of `found`.
   `length` is the number of `bytes`. */
void keep_texts_containing(const uint8_t *bytes, size_t length, const size_t *starts, size_t from, size_t to,
                           text_needle needle, uint64_t *found);

/* Adds the texts from `from` up to, but not including, `to` that have a word beginning with the needle to `found`, and
   writes how well each matches, plus 1, to its number in `ranks`: 256 if the needle is no whole word of the text, plus
   the distance of the word from the start, at most 255. Words are letters, digits and bytes from 0x80 on; the needle
   must begin with one. */
void names_beginning(const uint8_t *bytes, const size_t *starts, size_t from, size_t to, text_needle needle,
                     uint64_t *found, uint16_t *ranks);

/* A number that depends on every byte and on `seed`, to recognize damage. */
uint64_t checksum_of(const void *bytes, size_t length, uint64_t seed);
