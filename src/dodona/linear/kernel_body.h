/* One compilation of the scoring loop; kernel.h includes this file once for each kind of processor.
 *
 * DODONA_SCORE is the name of the function, DODONA_TARGET the processor it is compiled for,
 * DODONA_MATCH finds fingerprints in a bucket, DODONA_LANES is the number of 16-bit sums that a
 * vector register holds, DODONA_WIDEN reads as many 8-bit weights.
 *
 * The caller has prefetched the buckets. All rows are prefetched before the first is added; the second
 * line of a wide row comes along with its first. A full bucket without the feature hands on to the
 * next one. What kind of row a feature has cannot be foreseen: instead of branching, its place is
 * written to all the arrays of rows and kept in one. Without a row it is that of a line of zeros.
 */
#define DODONA_JOIN_NAMES(first, second) first##second
#define DODONA_JOIN(first, second) DODONA_JOIN_NAMES(first, second)
#define DODONA_ADD_LINES DODONA_JOIN(DODONA_SCORE, _lines)

/* Add up the base and one line of each of the rows, or half of it (columns: DODONA_LINE or half of
 * that, known to the compiler); write the sums to the classes of the columns, of which there are
 * so many classes. */
DODONA_TARGET static inline void DODONA_ADD_LINES(const int8_t **rows, int count, int column,
                                                  const int columns, const dodona_table *table,
                                                  const int16_t *base, int *scores) {
    int left = table->classes - column;
#if defined(__GNUC__) || defined(__clang__)
    typedef int16_t lanes __attribute__((vector_size(2 * DODONA_LANES)));
    lanes sums[DODONA_LINE / DODONA_LANES] = {{0}};
    for (int r = 0; r < count; r++)
        for (int i = 0; i < columns / DODONA_LANES; i++)
            sums[i] += DODONA_WIDEN(rows[r] + column + i * DODONA_LANES);
    const int16_t *sum = (const int16_t *)sums;
#else
    int16_t sum[DODONA_LINE] = {0};
    for (int r = 0; r < count; r++)
        for (int i = 0; i < columns; i++) sum[i] += rows[r][column + i];
#endif
    for (int i = 0; i < columns && i < left; i++)
        scores[table->column_classes[column + i]] = base[column + i] + sum[i];
}

DODONA_TARGET static void DODONA_SCORE(const dodona_table *table, const uint64_t *keys, int count,
                                       const int16_t *base, int *scores) {
    const int8_t *dense[DODONA_MOST_KEYS], *wide[DODONA_MOST_KEYS];
    const uint32_t *lists[DODONA_MOST_KEYS];
    uint32_t pairs[DODONA_MOST_KEYS];
    int dense_count = 0, wide_count = 0, list_count = 0, pairs_count = 0;

    for (int i = 0; i < count; i++) {
        uint32_t fingerprint = dodona_fingerprint(keys[i]), hits;
        uint64_t home = dodona_home(keys[i], table->bucket_count);
        const dodona_bucket *bucket = table->buckets + home;
        while (!(hits = DODONA_MATCH(bucket->fingerprints, fingerprint)) &&
               bucket->fingerprints[DODONA_WAYS - 1]) {
            home = home + 1 == table->bucket_count ? 0 : home + 1;
            bucket = table->buckets + home;
        }
        uint32_t row = bucket->rows[DODONA_FIRST_BIT(hits | 1u << (DODONA_WAYS - 1))];
        row = hits ? row : 0;
        uint32_t kind = row & DODONA_KINDS, place = row & ~DODONA_KINDS;
        const int8_t *line = table->lines + (uint64_t)(row & DODONA_LIST ? 0 : place) * DODONA_LINE;
        const uint32_t *list = table->lists + (kind == DODONA_LIST ? place : 0);
        DODONA_PREFETCH(kind == DODONA_LIST ? (const void *)list : (const void *)line);
        dense[dense_count] = line;
        dense_count += !(row & DODONA_LIST);
        wide[wide_count] = line;
        wide_count += kind == DODONA_WIDE;
        lists[list_count] = list;
        list_count += kind == DODONA_LIST;
        pairs[pairs_count] = row;
        pairs_count += kind == DODONA_PAIRS;
    }

    for (int c = 2 * DODONA_LINE; c < table->width; c += DODONA_LINE)
        for (int i = 0; i < wide_count; i++) DODONA_PREFETCH(wide[i] + c);

    DODONA_ADD_LINES(dense, dense_count, 0, DODONA_LINE, table, base, scores);
    for (int c = DODONA_LINE; c < table->classes; c += DODONA_LINE) {
        if (table->classes - c <= DODONA_LINE / 2)
            DODONA_ADD_LINES(wide, wide_count, c, DODONA_LINE / 2, table, base, scores);
        else
            DODONA_ADD_LINES(wide, wide_count, c, DODONA_LINE, table, base, scores);
    }
    for (int i = 0; i < pairs_count; i++) {
        dodona_add_pair(scores, pairs[i] & 0x7FFF);
        dodona_add_pair(scores, pairs[i] >> 15 & 0x7FFF);
    }
    for (int i = 0; i < list_count; i++)
        for (uint32_t j = 1; j <= lists[i][0]; j++) dodona_add_pair(scores, lists[i][j]);
}

#undef DODONA_ADD_LINES
#undef DODONA_JOIN
#undef DODONA_JOIN_NAMES
#undef DODONA_SCORE
#undef DODONA_TARGET
#undef DODONA_MATCH
#undef DODONA_LANES
#undef DODONA_WIDEN
