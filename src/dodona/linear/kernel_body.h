/* One compilation of the two loops of scoring; kernel.h includes this file once for each kind of
 * processor.
 *
 * DODONA_NAME makes the names of the functions, DODONA_TARGET is the processor they are compiled for,
 * DODONA_MATCH finds fingerprints in a bucket, DODONA_PICK takes the row that was hit, DODONA_SORT sorts
 * rows by kind, DODONA_SUMS is the number of 16-bit sums that a vector register holds, DODONA_WIDEN
 * reads as many 8-bit weights.
 */

/* Find the rows of some keys, 0 where there is none, and have the processor fetch them.
 *
 * The caller has prefetched the buckets. A full bucket without the feature hands on to the next one.
 * What kind of row a feature has, if any, cannot be foreseen: masks stand in the place of branches. */
DODONA_TARGET static void DODONA_NAME(locate)(const dodona_table *table, const uint64_t *keys,
                                              int count, uint32_t *rows) {
    for (int i = 0; i < count; i++) {
        uint32_t fingerprint = dodona_fingerprint(keys[i]);
        uint64_t home = dodona_home(keys[i], table->bucket_count);
        const dodona_bucket *bucket = table->buckets + home;
        uint32_t hits = DODONA_MATCH(bucket->fingerprints, fingerprint);
        while (!(hits | (bucket->fingerprints[DODONA_WAYS - 1] == 0))) {
            home = home + 1 == table->bucket_count ? 0 : home + 1;
            bucket = table->buckets + home;
            hits = DODONA_MATCH(bucket->fingerprints, fingerprint);
        }
        rows[i] = DODONA_PICK(bucket->rows, hits);
    }
    for (int i = 0; i < count; i++) {
        uint32_t row = rows[i];
        uint64_t place = row < DODONA_PAIRS ? dodona_place(row) : 0;
        const char *lines = (const char *)table->lines + place * DODONA_HALF;
        const char *address = row >> 31 ? (const char *)(table->lists + place) : lines;
        DODONA_PREFETCH(address);
        DODONA_PREFETCH(address + (dodona_is_wide(row) ? DODONA_LINE : 0));
    }
    for (int c = 2 * DODONA_LINE; c < table->width; c += DODONA_LINE)
        for (int i = 0; i < count; i++) {
            uint64_t place = dodona_is_wide(rows[i]) ? dodona_place(rows[i]) : 0;
            DODONA_PREFETCH(table->lines + place * DODONA_HALF + (place ? c : 0));
        }
}

/* Add up the base, so many columns of the wide rows at some places (a number that the compiler knows),
 * a line of whole ones, and half of a line of others; write the sums to the classes of the columns, of
 * which there are so many classes. Base and rows are DODONA_MOST_KEYS weights of 8 bits at the most: 16
 * bits hold their sums. */
DODONA_TARGET static inline void DODONA_NAME(add_lines)(const uint32_t *wide, int wide_count,
                                                        const uint32_t *whole, int whole_count,
                                                        const uint32_t *half, int half_count,
                                                        int column, const int columns,
                                                        const dodona_table *table,
                                                        const int16_t *base, int *scores) {
    int left = table->classes - column;
#if defined(__GNUC__) || defined(__clang__)
    typedef int16_t lanes __attribute__((vector_size(2 * DODONA_SUMS)));
    lanes sums[DODONA_FIRST / DODONA_SUMS];
#define DODONA_ADD(size) \
    for (int i = 0; i < (size) / DODONA_SUMS; i++) sums[i] += DODONA_WIDEN(line + i * DODONA_SUMS)
#else
    int16_t sums[DODONA_FIRST];
#define DODONA_ADD(size) \
    for (int i = 0; i < (size); i++) sums[i] += line[i]
#endif
    memcpy(sums, base + column, columns * sizeof(int16_t));
    for (int r = 0; r < wide_count; r++) {
        const int8_t *line = table->lines + (uint64_t)wide[r] * DODONA_HALF + column;
        DODONA_ADD(columns);
    }
    for (int r = 0; r < whole_count; r++) {
        const int8_t *line = table->lines + (uint64_t)whole[r] * DODONA_HALF;
        DODONA_ADD(DODONA_LINE);
    }
    for (int r = 0; r < half_count; r++) {
        const int8_t *line = table->lines + (uint64_t)half[r] * DODONA_HALF;
        DODONA_ADD(DODONA_HALF);
    }
#undef DODONA_ADD
    const int16_t *sum = (const int16_t *)sums;
    for (int i = 0; i < columns && i < left; i++)
        scores[table->column_classes[column + i]] = sum[i];
}

/* Add up the base and rows that were located. */
DODONA_TARGET static void DODONA_NAME(add_up)(const dodona_table *table, const uint32_t *rows,
                                              int count, const int16_t *base, int *scores) {
    dodona_sorted sorted;
    DODONA_SORT(rows, count, &sorted);
    const uint32_t *wide = sorted.wide, *whole = sorted.whole, *half = sorted.half;
    int wides = sorted.wide_count, wholes = sorted.whole_count, halves = sorted.half_count;
    if (table->classes <= DODONA_LINE)
        DODONA_NAME(add_lines)(wide, 0, whole, wholes, half, halves, 0, DODONA_LINE, table, base, scores);
    else
        DODONA_NAME(add_lines)(wide, wides, whole, wholes, half, halves, 0, DODONA_FIRST, table, base,
                               scores);
    for (int c = DODONA_FIRST; c < table->classes; c += DODONA_LINE) {
        if (table->classes - c <= DODONA_HALF)
            DODONA_NAME(add_lines)(wide, wides, whole, 0, half, 0, c, DODONA_HALF, table, base, scores);
        else
            DODONA_NAME(add_lines)(wide, wides, whole, 0, half, 0, c, DODONA_LINE, table, base, scores);
    }
    for (int i = 0; i < sorted.sparse_count; i++) {
        uint32_t row = sorted.sparse[i];
        if (row >= DODONA_PAIRS) {
            dodona_add_pair(scores, row & 0x7FFF);
            dodona_add_pair(scores, row >> 15 & 0x7FFF);
        } else {
            const uint32_t *list = table->lists + dodona_place(row);
            for (uint32_t j = 1; j <= list[0]; j++) dodona_add_pair(scores, list[j]);
        }
    }
}

#undef DODONA_NAME
#undef DODONA_TARGET
#undef DODONA_MATCH
#undef DODONA_PICK
#undef DODONA_SORT
#undef DODONA_SUMS
#undef DODONA_WIDEN
