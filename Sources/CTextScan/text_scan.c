#define _GNU_SOURCE
#include "text_scan.h"
#include <string.h>

/* The text that has the byte at `place`, not before `text`: a near one is found at once, a far one by steps that double
   and then by halves. */
static size_t text_at(size_t place, const size_t *starts, size_t text, size_t to) {
  size_t step = 1;
  while (text + step < to && starts[text + step] <= place) {
    text += step;
    step *= 2;
  }
  size_t last = text + step < to ? text + step - 1 : to - 1;
  while (text < last) {
    const size_t middle = text + (last - text + 1) / 2;
    if (starts[middle] <= place) text = middle;
    else last = middle - 1;
  }
  return text;
}

#if defined(__x86_64__)
#include <immintrin.h>

/* The first place from `place` on where the needle begins; where it is not in the places that can be read 64 at once,
   the first place that was not looked at, and `*is_hit` is 0. The bytes of 64 places are compared at once, at both
   places of the needle; only where both are equal is the needle compared. */
__attribute__((target("avx2"))) static size_t scan_wide(const uint8_t *bytes, size_t place, size_t end,
                                                        text_needle needle, int *is_hit) {
  const __m256i one = _mm256_set1_epi8((char)needle.bytes[needle.first]);
  const __m256i other = _mm256_set1_epi8((char)needle.bytes[needle.second]);
  for (; place + needle.length + 63 <= end; place += 64) {
    const __m256i *ones = (const __m256i *)(bytes + place + needle.first);
    const __m256i *others = (const __m256i *)(bytes + place + needle.second);
    const __m256i low = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_loadu_si256(ones), one),
                                         _mm256_cmpeq_epi8(_mm256_loadu_si256(others), other));
    const __m256i high = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_loadu_si256(ones + 1), one),
                                          _mm256_cmpeq_epi8(_mm256_loadu_si256(others + 1), other));
    const __m256i both = _mm256_or_si256(low, high);
    if (_mm256_testz_si256(both, both)) continue;
    uint64_t hits = (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
    for (; hits != 0; hits &= hits - 1) {
      const size_t hit = place + (size_t)__builtin_ctzll(hits);
      if (needle.length > 2 && memcmp(bytes + hit, needle.bytes, needle.length) != 0) continue;
      *is_hit = 1;
      return hit;
    }
  }
  *is_hit = 0;
  return place;
}

static int is_wide(void) { return __builtin_cpu_supports("avx2"); }

/* The bytes that are no letter, no digit and not above 0x7F. */
__attribute__((target("avx2"))) static __m256i dividers(__m256i bytes) {
  const __m256i digits = _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('0' - 1)),
                                          _mm256_cmpgt_epi8(_mm256_set1_epi8('9' + 1), bytes));
  const __m256i letters = _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('a' - 1)),
                                           _mm256_cmpgt_epi8(_mm256_set1_epi8('z' + 1), bytes));
  const __m256i others = _mm256_cmpgt_epi8(_mm256_setzero_si256(), bytes);
  return _mm256_xor_si256(_mm256_or_si256(_mm256_or_si256(digits, letters), others), _mm256_set1_epi8(-1));
}

/* The first place from `place` on, which is not 0, where a word begins with the needle; otherwise as `scan_wide`. */
__attribute__((target("avx2"))) static size_t scan_words_wide(const uint8_t *bytes, size_t place, size_t end,
                                                              text_needle needle, int *is_hit) {
  const size_t second = needle.length - 1;
  const __m256i one = _mm256_set1_epi8((char)needle.bytes[0]);
  const __m256i other = _mm256_set1_epi8((char)needle.bytes[second]);
  for (; place + needle.length + 31 <= end; place += 32) {
    const __m256i both = _mm256_and_si256(
        _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(bytes + place)), one),
        _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(bytes + place + second)), other));
    if (_mm256_testz_si256(both, both)) continue;
    const __m256i before = dividers(_mm256_loadu_si256((const __m256i *)(bytes + place - 1)));
    for (uint32_t hits = (uint32_t)_mm256_movemask_epi8(_mm256_and_si256(both, before)); hits != 0; hits &= hits - 1) {
      const size_t hit = place + (size_t)__builtin_ctz(hits);
      if (needle.length > 2 && memcmp(bytes + hit, needle.bytes, needle.length) != 0) continue;
      *is_hit = 1;
      return hit;
    }
  }
  *is_hit = 0;
  return place;
}
#else
static size_t scan_wide(const uint8_t *bytes, size_t place, size_t end, text_needle needle, int *is_hit) {
  (void)bytes, (void)end, (void)needle;
  *is_hit = 0;
  return place;
}

static size_t scan_words_wide(const uint8_t *bytes, size_t place, size_t end, text_needle needle, int *is_hit) {
  return scan_wide(bytes, place, end, needle, is_hit);
}

static int is_wide(void) { return 0; }
#endif

static void add(uint64_t *set, size_t text) { set[text >> 6] |= (uint64_t)1 << (text & 63); }

/* The first place from `place` on where the needle begins, or `end`. */
static size_t next_hit(const uint8_t *bytes, size_t place, size_t end, text_needle needle, int wide) {
  int is_hit = 0;
  if (wide) place = scan_wide(bytes, place, end, needle, &is_hit);
  if (is_hit) return place;
  const uint8_t *hit = memmem(bytes + place, end - place, needle.bytes, needle.length);
  return hit == NULL ? end : (size_t)(hit - bytes);
}

void texts_containing(const uint8_t *bytes, const size_t *starts, size_t from, size_t to, text_needle needle,
                      uint64_t *found) {
  const int wide = is_wide();
  size_t place = from == 0 ? 0 : starts[from] - needle.skip;
  const size_t end = starts[to];
  while ((place = next_hit(bytes, place, end, needle, wide)) < end) {
    from = text_at(place + needle.skip, starts, from, to);
    add(found, from);
    place = starts[from + 1] - needle.skip;
  }
}

void keep_texts_containing(const uint8_t *bytes, size_t length, const size_t *starts, size_t from, size_t to,
                           text_needle needle, uint64_t *found) {
  const int wide = is_wide();
  for (size_t word = from; word < to; word++) {
    for (uint64_t left = found[word]; left != 0; left &= left - 1) {
      const size_t text = word * 64 + (size_t)__builtin_ctzll(left), end = starts[text + 1];
      size_t place = starts[text];
      int is_hit = 0;
      /* A short text is compared at once with what follows it. */
      const size_t readable = end + needle.length + 63;
      if (wide && readable <= length) place = scan_wide(bytes, place, readable, needle, &is_hit);
      else place = next_hit(bytes, place, end, needle, wide);
      if (place >= end) found[word] &= ~(left & -left);
    }
  }
}

static int divides(uint8_t byte) {
  return !((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte >= 0x80);
}

/* The first place from `place` on where a word begins with the needle, or `end`. */
static size_t next_word(const uint8_t *bytes, size_t place, size_t end, text_needle needle, int wide) {
  int is_hit = 0;
  if (wide && place > 0) place = scan_words_wide(bytes, place, end, needle, &is_hit);
  if (is_hit) return place;
  while (place + needle.length <= end) {
    const uint8_t *hit = memmem(bytes + place, end - place, needle.bytes, needle.length);
    if (hit == NULL) break;
    place = (size_t)(hit - bytes);
    if (place == 0 || divides(bytes[place - 1])) return place;
    place++;
  }
  return end;
}

void names_beginning(const uint8_t *bytes, const size_t *starts, size_t from, size_t to, text_needle needle,
                     uint64_t *found, uint16_t *ranks) {
  const int wide = is_wide();
  size_t place = starts[from], last = to;
  const size_t end = starts[to];
  while (place < end && (place = next_word(bytes, place, end, needle, wide)) < end) {
    from = text_at(place, starts, from, to);
    const size_t distance = place - starts[from];
    const int is_whole = divides(bytes[place + needle.length]);
    /* The first whole word counts, or else the first one. */
    if (from != last || is_whole)
      ranks[from] = (uint16_t)((is_whole ? 0 : 256) + (distance < 255 ? distance : 255) + 1);
    if (from != last) add(found, from);
    last = from;
    place = is_whole ? starts[from + 1] : place + 1;
  }
}

static uint64_t mixed(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
  return sum ^ sum >> 29;
}

uint64_t checksum_of(const void *start, size_t length, uint64_t seed) {
  const uint8_t *bytes = start;
  /* Four sums, because the steps of one wait for each other. */
  uint64_t sums[4] = {seed, seed + 1, seed + 2, length}, word = 0;
  size_t place = 0;
  for (; place + 32 <= length; place += 32)
    for (int sum = 0; sum < 4; sum++) {
      memcpy(&word, bytes + place + 8 * sum, 8);
      sums[sum] = mixed(sums[sum], word);
    }
  for (; place < length; place++) sums[3] = mixed(sums[3], bytes[place]);
  return mixed(mixed(mixed(sums[0], sums[1]), sums[2]), sums[3]);
}
