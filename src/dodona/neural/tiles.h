/* Tiles of matrix products in 8 bits, for each set of instructions.
 *
 * A tile is DODONA_TILE_COLUMNS columns of some rows. Columns lie in groups of 16: of each group, four
 * numbers of the first column, four of the second and so on, then the next four of each. All numbers
 * are from -127 to 127, so that no instruction saturates and all sets give the very same sums, which
 * have 32 bits. They begin with what `starts` has for each column.
 */
#ifndef DODONA_TILES_H
#define DODONA_TILES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DODONA_GROUP 16
#define DODONA_TILE_COLUMNS 32
#define DODONA_MOST_TILE_ROWS 6

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86_TILES 1
#include <immintrin.h>
#else
#define DODONA_X86_TILES 0
#endif

#if defined(__aarch64__) && defined(__ARM_NEON) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_NEON_TILES 1
#include <arm_neon.h>
#else
#define DODONA_NEON_TILES 0
#endif

/* Rows that are so many bytes apart, and a tile of the matrix; `depth` numbers are multiplied, a
 * multiple of four. */
typedef struct {
    const int8_t *rows, *columns;
    const int32_t *starts;
    ptrdiff_t step;
    int depth;
} dodona_tile;

/* Where the four numbers of each column of a group begin that are multiplied with those of a row
 * from `k` on. */
static inline const int8_t *dodona_group(const dodona_tile *tile, int group, int k) {
    return tile->columns + DODONA_GROUP * ((ptrdiff_t)group * tile->depth + k);
}

#define DODONA_PLAIN_ROWS 4

static void dodona_tile_plain(const dodona_tile *tile, int32_t *sums) {
    for (int row = 0; row < DODONA_PLAIN_ROWS; row++, sums += DODONA_TILE_COLUMNS)
        for (int place = 0; place < DODONA_TILE_COLUMNS; place += DODONA_GROUP) {
            const int8_t *four = tile->rows + row * tile->step;
            const int8_t *group = dodona_group(tile, place / DODONA_GROUP, 0);
            uint32_t all[DODONA_GROUP];
            memcpy(all, tile->starts + place, sizeof all);
            for (int k = 0; k < tile->depth; k += 4, four += 4, group += 4 * DODONA_GROUP)
                for (int i = 0; i < DODONA_GROUP; i++)
                    all[i] += (uint32_t)(group[4 * i] * four[0] + group[4 * i + 1] * four[1] +
                                         group[4 * i + 2] * four[2] + group[4 * i + 3] * four[3]);
            memcpy(sums + place, all, sizeof all);
        }
}

#if DODONA_X86_TILES
#define DODONA_SSE2_ROWS 2

/* The lower or the higher eight of some bytes as numbers of 16 bits. */
static inline __m128i dodona_widen(__m128i bytes, int high) {
    __m128i signs = _mm_cmpgt_epi8(_mm_setzero_si128(), bytes);
    return high ? _mm_unpackhi_epi8(bytes, signs) : _mm_unpacklo_epi8(bytes, signs);
}

/* The sums of the pairs of both. */
static inline __m128i dodona_add_pairs(__m128i first, __m128i second) {
    __m128 low = _mm_castsi128_ps(first), high = _mm_castsi128_ps(second);
    return _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(low, high, 0x88)),
                         _mm_castps_si128(_mm_shuffle_ps(low, high, 0xDD)));
}

/* Products are added two by two in 32 bits, for eight columns at a time. */
static void dodona_tile_sse2(const dodona_tile *tile, int32_t *sums) {
    for (int place = 0; place < DODONA_TILE_COLUMNS; place += 8, sums += 8) {
        const int8_t *group = dodona_group(tile, place / DODONA_GROUP, 0) + place % DODONA_GROUP * 4;
        __m128i all[DODONA_SSE2_ROWS][4];
        memset(all, 0, sizeof all);
        for (int k = 0; k < tile->depth; k += 4, group += 4 * DODONA_GROUP) {
            __m128i bytes[2] = {_mm_load_si128((const __m128i *)group),
                                _mm_load_si128((const __m128i *)group + 1)};
            __m128i weights[4];
            for (int i = 0; i < 4; i++) weights[i] = dodona_widen(bytes[i / 2], i % 2);
            for (int row = 0; row < DODONA_SSE2_ROWS; row++) {
                int32_t four;
                memcpy(&four, tile->rows + row * tile->step + k, 4);
                __m128i numbers = dodona_widen(_mm_set1_epi32(four), 0);
                for (int i = 0; i < 4; i++)
                    all[row][i] = _mm_add_epi32(all[row][i], _mm_madd_epi16(numbers, weights[i]));
            }
        }
        for (int row = 0; row < DODONA_SSE2_ROWS; row++)
            for (int i = 0; i < 2; i++) {
                __m128i starts = _mm_loadu_si128((const __m128i *)(tile->starts + place + 4 * i));
                __m128i found = dodona_add_pairs(all[row][2 * i], all[row][2 * i + 1]);
                _mm_storeu_si128((__m128i *)(sums + row * DODONA_TILE_COLUMNS + 4 * i),
                                 _mm_add_epi32(found, starts));
            }
    }
}

#define DODONA_AVX2_ROWS 4

/* Bytes are multiplied as unsigned times signed, two products added in 16 bits: 2 * 127 * 127 fits.
 * The sign of a weight goes over to the number that it is multiplied with. */
__attribute__((target("avx2"))) static void dodona_tile_avx2(const dodona_tile *tile,
                                                             int32_t *sums) {
    const __m256i ones = _mm256_set1_epi16(1);
    for (int half = 0; half < DODONA_TILE_COLUMNS / DODONA_GROUP; half++, sums += DODONA_GROUP) {
        __m256i all[DODONA_AVX2_ROWS][2];
        for (int row = 0; row < DODONA_AVX2_ROWS; row++)
            for (int i = 0; i < 2; i++)
                all[row][i] = _mm256_loadu_si256(
                    (const __m256i *)(tile->starts + half * DODONA_GROUP + 8 * i));
        for (int k = 0; k < tile->depth; k += 4) {
            const __m256i *group = (const __m256i *)dodona_group(tile, half, k);
            __m256i weights[2] = {_mm256_load_si256(group), _mm256_load_si256(group + 1)};
            __m256i sizes[2] = {_mm256_abs_epi8(weights[0]), _mm256_abs_epi8(weights[1])};
            for (int row = 0; row < DODONA_AVX2_ROWS; row++) {
                int32_t four;
                memcpy(&four, tile->rows + row * tile->step + k, 4);
                __m256i numbers = _mm256_set1_epi32(four);
                for (int i = 0; i < 2; i++) {
                    __m256i pairs = _mm256_maddubs_epi16(sizes[i],
                                                         _mm256_sign_epi8(numbers, weights[i]));
                    all[row][i] = _mm256_add_epi32(all[row][i], _mm256_madd_epi16(pairs, ones));
                }
            }
        }
        for (int row = 0; row < DODONA_AVX2_ROWS; row++)
            for (int i = 0; i < 2; i++)
                _mm256_storeu_si256((__m256i *)(sums + row * DODONA_TILE_COLUMNS + 8 * i),
                                    all[row][i]);
    }
}

#define DODONA_VNNI_ROWS 6
#define DODONA_VNNI_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

/* Four products are added in 32 bits. The numbers of rows are unsigned here: 128 more than they are,
 * which the starts make good. */
DODONA_VNNI_TARGET static void dodona_tile_vnni(const dodona_tile *tile, int32_t *sums) {
    __m512i all[DODONA_VNNI_ROWS][2];
    for (int row = 0; row < DODONA_VNNI_ROWS; row++)
        for (int i = 0; i < 2; i++) all[row][i] = _mm512_loadu_si512(tile->starts + 16 * i);
    for (int k = 0; k < tile->depth; k += 4) {
        __m512i weights[2] = {_mm512_load_si512(dodona_group(tile, 0, k)),
                              _mm512_load_si512(dodona_group(tile, 1, k))};
        for (int row = 0; row < DODONA_VNNI_ROWS; row++) {
            int32_t four;
            memcpy(&four, tile->rows + row * tile->step + k, 4);
            __m512i numbers = _mm512_set1_epi32(four);
            for (int i = 0; i < 2; i++)
                all[row][i] = _mm512_dpbusd_epi32(all[row][i], numbers, weights[i]);
        }
    }
    for (int row = 0; row < DODONA_VNNI_ROWS; row++)
        for (int i = 0; i < 2; i++)
            _mm512_storeu_si512(sums + row * DODONA_TILE_COLUMNS + 16 * i, all[row][i]);
}
#endif

#if DODONA_NEON_TILES
#define DODONA_NEON_ROWS 4

/* Eight products in 16 bits, and eight more that are added to them: 2 * 127 * 127 fits. */
static void dodona_tile_neon(const dodona_tile *tile, int32_t *sums) {
    for (int place = 0; place < DODONA_TILE_COLUMNS; place += 4, sums += 4) {
        const int8_t *group = dodona_group(tile, place / DODONA_GROUP, 0) + place % DODONA_GROUP * 4;
        int32x4_t all[DODONA_NEON_ROWS];
        for (int row = 0; row < DODONA_NEON_ROWS; row++) all[row] = vld1q_s32(tile->starts + place);
        for (int k = 0; k < tile->depth; k += 4) {
            int8x16_t weights = vld1q_s8(group + DODONA_GROUP * (ptrdiff_t)k);
            for (int row = 0; row < DODONA_NEON_ROWS; row++) {
                int32_t four;
                memcpy(&four, tile->rows + row * tile->step + k, 4);
                int8x16_t numbers = vreinterpretq_s8_s32(vdupq_n_s32(four));
                int16x8_t low = vmull_s8(vget_low_s8(weights), vget_low_s8(numbers));
                int16x8_t high = vmull_high_s8(weights, numbers);
                all[row] = vaddq_s32(all[row], vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)));
            }
        }
        for (int row = 0; row < DODONA_NEON_ROWS; row++)
            vst1q_s32(sums + row * DODONA_TILE_COLUMNS, all[row]);
    }
}
#endif

#endif
