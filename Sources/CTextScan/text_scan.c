#define _GNU_SOURCE
#include "text_scan.h"
#include <string.h>

/* The text that has the byte at `offset`, not before `text`: a near one is found at once, a far one by steps that double
   and then by halves. */
static size_t text_at(size_t offset, const size_t *starts, size_t text, size_t to) {
  size_t step = 1;
  while (text + step < to && starts[text + step] <= offset) {
    text += step;
    step *= 2;
  }
  size_t last = text + step < to ? text + step - 1 : to - 1;
  while (text < last) {
    const size_t middle = text + (last - text + 1) / 2;
    if (starts[middle] <= offset) text = middle;
    else last = middle - 1;
  }
  return text;
}

#if defined(__x86_64__)
#include <immintrin.h>

/* The first offset from `offset` on where the needle begins; where it is not in the offsets that can be read 64 at once,
   the first offset that was not looked at, and `*is_hit` is 0. The bytes of 64 offsets are compared at once, at both
   offsets of the needle; only where both are equal is the needle compared. */
__attribute__((target("avx2"))) static size_t scan_wide(const uint8_t *bytes, size_t offset, size_t end,
                                                        text_needle needle, int *is_hit) {
  const __m256i one = _mm256_set1_epi8((char)needle.bytes[needle.first]);
  const __m256i other = _mm256_set1_epi8((char)needle.bytes[needle.second]);
  for (; offset + needle.length + 63 <= end; offset += 64) {
    const __m256i *ones = (const __m256i *)(bytes + offset + needle.first);
    const __m256i *others = (const __m256i *)(bytes + offset + needle.second);
    const __m256i low = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_loadu_si256(ones), one),
                                         _mm256_cmpeq_epi8(_mm256_loadu_si256(others), other));
    const __m256i high = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_loadu_si256(ones + 1), one),
                                          _mm256_cmpeq_epi8(_mm256_loadu_si256(others + 1), other));
    const __m256i both = _mm256_or_si256(low, high);
    if (_mm256_testz_si256(both, both)) continue;
    uint64_t hits = (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
    for (; hits != 0; hits &= hits - 1) {
      const size_t hit = offset + (size_t)__builtin_ctzll(hits);
      if (needle.length > 2 && memcmp(bytes + hit, needle.bytes, needle.length) != 0) continue;
      *is_hit = 1;
      return hit;
    }
  }
  *is_hit = 0;
  return offset;
}

static int is_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
static size_t scan_wide(const uint8_t *bytes, size_t offset, size_t end, text_needle needle, int *is_hit) {
  (void)bytes, (void)end, (void)needle;
  *is_hit = 0;
  return offset;
}

static int is_wide(void) { return 0; }
#endif

/* The first offset from `offset` on where the needle begins, or `end`. */
static size_t next_hit(const uint8_t *bytes, size_t offset, size_t end, text_needle needle, int wide) {
  int is_hit = 0;
  if (wide) offset = scan_wide(bytes, offset, end, needle, &is_hit);
  if (is_hit) return offset;
  const uint8_t *hit = memmem(bytes + offset, end - offset, needle.bytes, needle.length);
  return hit == NULL ? end : (size_t)(hit - bytes);
}

void texts_containing(const uint8_t *bytes, const size_t *starts, size_t from, size_t to, text_needle needle,
                      bool *found) {
  const int wide = is_wide();
  size_t offset = starts[from];
  const size_t end = starts[to];
  while ((offset = next_hit(bytes, offset, end, needle, wide)) < end) {
    from = text_at(offset, starts, from, to);
    found[from] = true;
    offset = starts[from + 1];
  }
}
