/* One compilation of the scoring loop; kernel.h includes this file once for each kind of processor.
 *
 * DODONA_SCORE is the name of the function, DODONA_TARGET the processor it is compiled for,
 * DODONA_MATCH finds fingerprints in a bucket, DODONA_LANES is the number of 16-bit weights that a
 * vector register holds.
 *
 * All buckets are prefetched before the first is read, and all rows before the first is added. A
 * full bucket without the feature hands on to the next one. Of dense rows only the classes from
 * first up to last count; both are rounded to whole blocks.
 */
DODONA_TARGET static void DODONA_SCORE(const dodona_table *table, const uint64_t *keys, int count,
                                       int first, int last, int *scores) {
    first = first / DODONA_BLOCK * DODONA_BLOCK;
    last = (last + DODONA_BLOCK - 1) / DODONA_BLOCK * DODONA_BLOCK;
    const int16_t *dense[DODONA_MOST_FEATURES];
    const uint32_t *lists[DODONA_MOST_FEATURES];
    uint32_t singles[DODONA_MOST_FEATURES];
    int dense_count = 0, list_count = 0, single_count = 0;

    for (int i = 0; i < count; i++)
        DODONA_PREFETCH(table->buckets + dodona_home(keys[i], table->bucket_count));

    for (int i = 0; i < count; i++) {
        uint32_t fingerprint = dodona_fingerprint(keys[i]), row = 0;
        uint64_t home = dodona_home(keys[i], table->bucket_count);
        for (;;) {
            const dodona_bucket *bucket = table->buckets + home;
            uint32_t hits = DODONA_MATCH(bucket->fingerprints, fingerprint);
            if (hits) row = bucket->rows[DODONA_FIRST_BIT(hits)];
            if (hits || !bucket->fingerprints[DODONA_WAYS - 1]) break;
            home = home + 1 == table->bucket_count ? 0 : home + 1;
        }
        if (row & DODONA_SINGLE) {
            singles[single_count++] = row;
        } else if (row & DODONA_LIST) {
            lists[list_count] = table->lists + (row & ~DODONA_LIST);
            DODONA_PREFETCH(lists[list_count++]);
        } else if (row) {
            const int16_t *start = table->dense + (uint64_t)row * table->width;
            for (int c = first; c < last; c += DODONA_PREFETCHED) DODONA_PREFETCH(start + c);
            dense[dense_count++] = start;
        }
    }

    memset(scores, 0, table->width * sizeof(int));
    for (int start = first; start < last; start += DODONA_LANES) {
#if defined(__GNUC__) || defined(__clang__)
        typedef int16_t lanes __attribute__((vector_size(2 * DODONA_LANES)));
        lanes sum = {0};
        for (int r = 0; r < dense_count; r++) sum += *(const lanes *)(dense[r] + start);
#else
        int16_t sum[DODONA_LANES] = {0};
        for (int r = 0; r < dense_count; r++)
            for (int i = 0; i < DODONA_LANES; i++) sum[i] += dense[r][start + i];
#endif
        for (int i = 0; i < DODONA_LANES; i++) scores[start + i] = sum[i];
    }
    for (int i = 0; i < single_count; i++)
        scores[singles[i] >> 16 & 0x7FFF] += (int16_t)(singles[i] & 0xFFFF);
    for (int i = 0; i < list_count; i++)
        for (uint32_t j = 1; j <= lists[i][0]; j++)
            scores[lists[i][j] >> 16] += (int16_t)(lists[i][j] & 0xFFFF);
}

#undef DODONA_SCORE
#undef DODONA_TARGET
#undef DODONA_MATCH
#undef DODONA_LANES
