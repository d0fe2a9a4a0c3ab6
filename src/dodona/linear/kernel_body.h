/* One compilation of the scoring loop; kernel.h includes this file once for each kind of processor.
 *
 * DODONA_SCORE is the name of the function, DODONA_TARGET the processor it is compiled for,
 * DODONA_MATCH finds fingerprints in a bucket, DODONA_SUMS is the number of 16-bit sums that a
 * vector register holds, DODONA_WIDEN reads as many 8-bit weights.
 *
 * The caller has prefetched the buckets. All rows are prefetched before the first is added; the second
 * line of a wide row comes along with its first. A full bucket without the feature hands on to the
 * next one. What kind of row a feature has cannot be foreseen: instead of branching, it is written to
 * all the arrays of rows and kept where it belongs, in none if there is no row. Compilers make
 * branches of conditions, so that masks and sums stand in their place.
 */
#define DODONA_JOIN_NAMES(first, second) first##second
#define DODONA_JOIN(first, second) DODONA_JOIN_NAMES(first, second)
#define DODONA_ADD_LINES DODONA_JOIN(DODONA_SCORE, _lines)

/* Add up the base and one line of each of the rows, or half of it (columns: DODONA_LINE or half of
 * that, known to the compiler); write the sums to the classes of the columns, of which there are
 * so many classes. Base and rows are DODONA_MOST_KEYS weights of 8 bits at the most: 16 bits hold
 * their sums. */
DODONA_TARGET static inline void DODONA_ADD_LINES(const int8_t **rows, int count, int column,
                                                  const int columns, const dodona_table *table,
                                                  const int16_t *base, int *scores) {
    int left = table->classes - column;
#if defined(__GNUC__) || defined(__clang__)
    typedef int16_t lanes __attribute__((vector_size(2 * DODONA_SUMS)));
    lanes sums[DODONA_LINE / DODONA_SUMS];
    memcpy(sums, base + column, columns * sizeof(int16_t));
    for (int r = 0; r < count; r++)
        for (int i = 0; i < columns / DODONA_SUMS; i++)
            sums[i] += DODONA_WIDEN(rows[r] + column + i * DODONA_SUMS);
    const int16_t *sum = (const int16_t *)sums;
#else
    int16_t sum[DODONA_LINE];
    memcpy(sum, base + column, columns * sizeof(int16_t));
    for (int r = 0; r < count; r++)
        for (int i = 0; i < columns; i++) sum[i] += rows[r][column + i];
#endif
    for (int i = 0; i < columns && i < left; i++)
        scores[table->column_classes[column + i]] = sum[i];
}

DODONA_TARGET static void DODONA_SCORE(const dodona_table *table, const uint64_t *keys, int count,
                                       const int16_t *base, int *scores) {
    const int8_t *dense[DODONA_MOST_KEYS], *wide[DODONA_MOST_KEYS];
    uint32_t sparse[DODONA_MOST_KEYS];
    int dense_count = 0, wide_count = 0, sparse_count = 0;

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
        uint32_t row = bucket->rows[DODONA_FIRST_BIT(hits | 1u << (DODONA_WAYS - 1))];
        row &= 0u - (hits != 0);
        uint32_t is_sparse = row >> 31;
        uint32_t place = row & ~DODONA_KINDS & (is_sparse - 1);
        const int8_t *line = table->lines + (uint64_t)place * DODONA_LINE;
        DODONA_PREFETCH(line);
        dense[dense_count] = line;
        dense_count += place != 0;
        wide[wide_count] = line;
        wide_count += row - DODONA_WIDE < DODONA_LIST - DODONA_WIDE;
        sparse[sparse_count] = row;
        sparse_count += is_sparse;
    }

    for (int i = 0; i < sparse_count; i++)
        if ((sparse[i] & DODONA_KINDS) == DODONA_LIST)
            DODONA_PREFETCH(table->lists + (sparse[i] & ~DODONA_KINDS));
    for (int c = 2 * DODONA_LINE; c < table->width; c += DODONA_LINE)
        for (int i = 0; i < wide_count; i++) DODONA_PREFETCH(wide[i] + c);

    DODONA_ADD_LINES(dense, dense_count, 0, DODONA_LINE, table, base, scores);
    for (int c = DODONA_LINE; c < table->classes; c += DODONA_LINE) {
        if (table->classes - c <= DODONA_LINE / 2)
            DODONA_ADD_LINES(wide, wide_count, c, DODONA_LINE / 2, table, base, scores);
        else
            DODONA_ADD_LINES(wide, wide_count, c, DODONA_LINE, table, base, scores);
    }
    for (int i = 0; i < sparse_count; i++) {
        uint32_t row = sparse[i];
        if ((row & DODONA_KINDS) == DODONA_PAIRS) {
            dodona_add_pair(scores, row & 0x7FFF);
            dodona_add_pair(scores, row >> 15 & 0x7FFF);
        } else {
            const uint32_t *list = table->lists + (row & ~DODONA_KINDS);
            for (uint32_t j = 1; j <= list[0]; j++) dodona_add_pair(scores, list[j]);
        }
    }
}

#undef DODONA_ADD_LINES
#undef DODONA_JOIN
#undef DODONA_JOIN_NAMES
#undef DODONA_SCORE
#undef DODONA_TARGET
#undef DODONA_MATCH
#undef DODONA_SUMS
#undef DODONA_WIDEN
