/* The kernels that this processor can run, beside the plain one: equal sums for random tables.
 *
 * cc -O3 -I src/dodona/linear tests/linear/kernels.c -o kernels && ./kernels
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernel.h"

#define TABLES 300
#define MOST_CLASSES 300
#define MOST_BUCKETS 40
#define MOST_WIDTH ((MOST_CLASSES / DODONA_LINE + 1) * DODONA_LINE)
#define ROWS 200

static uint64_t state = 1;

static uint32_t draw(uint32_t end) { /* a number below the end, by xorshift */
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 20) % end;
}

static _Alignas(64) dodona_bucket buckets[MOST_BUCKETS];
static _Alignas(64) int8_t lines[(ROWS + 1) * MOST_WIDTH];
static uint32_t lists[(ROWS + 1) * (MOST_CLASSES + 1)];
static uint16_t column_classes[MOST_WIDTH];
static uint64_t keys[ROWS];
static int16_t base[MOST_WIDTH];

static uint32_t draw_pair(int classes) {
    int most = classes < DODONA_PAIR_CLASSES ? classes : DODONA_PAIR_CLASSES;
    return draw((uint32_t)most) << 8 | draw(256);
}

/* A row of any kind; lists and dense rows have a place for each number of a row. */
static uint32_t draw_row(const dodona_table *table, uint32_t number) {
    uint32_t *list = lists + number * (MOST_CLASSES + 1);
    uint32_t line = number * (uint32_t)(table->width / DODONA_HALF);
    switch (draw(5)) {
        case 0: return line + draw(2);
        case 1: return DODONA_WHOLE | line;
        case 2: return DODONA_WIDE | line;
        case 3:
            list[0] = 1 + draw((uint32_t)table->classes);
            for (uint32_t i = 1; i <= list[0]; i++)
                list[i] = draw((uint32_t)table->classes) << 8 | draw(256);
            return DODONA_LIST | (uint32_t)(list - lists);
        default: return DODONA_PAIRS | draw_pair(table->classes) << 15 | draw_pair(table->classes);
    }
}

/* Put a row where the kernel will look for it. One way of the table at least stays free. */
static void put(const dodona_table *table, uint64_t key, uint32_t row) {
    uint64_t home = dodona_home(key, table->bucket_count);
    for (;; home = home + 1 == table->bucket_count ? 0 : home + 1)
        for (int way = 0; way < DODONA_WAYS; way++)
            if (buckets[home].fingerprints[way] == 0) {
                buckets[home].fingerprints[way] = dodona_fingerprint(key);
                buckets[home].rows[way] = row;
                return;
            }
}

static dodona_table draw_table(void) {
    dodona_table table = {buckets, 26 + draw(MOST_BUCKETS - 25), lines, lists, column_classes, 0, 0};
    table.classes = 1 + (int)draw(MOST_CLASSES);
    table.width = (table.classes + DODONA_LINE - 1) / DODONA_LINE * DODONA_LINE;
    memset(buckets, 0, sizeof buckets);
    for (size_t i = 0; i < sizeof lines; i++) lines[i] = (int8_t)draw(256);
    for (int i = 0; i < MOST_WIDTH; i++) base[i] = (int16_t)((int)draw(8000) - 4000);
    for (int i = 0; i < table.classes; i++) column_classes[i] = (uint16_t)i;
    for (int i = table.classes - 1; i > 0; i--) {
        int other = (int)draw((uint32_t)i + 1);
        uint16_t kept = column_classes[i];
        column_classes[i] = column_classes[other];
        column_classes[other] = kept;
    }
    for (uint32_t i = 0; i < ROWS; i++) {
        keys[i] = state ^ (uint64_t)draw(1u << 31) << 33;
        put(&table, keys[i], draw_row(&table, i + 1));
    }
    return table;
}

static void score(dodona_kernel kernel, const dodona_table *table, const uint64_t *asked, int count,
                  int *scores) {
    uint32_t rows[DODONA_MOST_KEYS];
    kernel.locate(table, asked, count, rows);
    kernel.add_up(table, rows, count, base, scores);
}

int main(void) {
    static int expected[MOST_CLASSES], found[MOST_CLASSES];
    dodona_kernel plain = dodona_plain_kernel(), kernels[2] = {dodona_choose_kernel()};
    int kernel_count = 1;
#if DODONA_X86
    if (kernels[0].locate == dodona_locate_avx512) { /* then there is AVX2 too */
        kernels[1].locate = dodona_locate_avx2;
        kernels[1].add_up = dodona_add_up_avx2;
        kernel_count = 2;
    }
#endif
    for (int i = 0; i < TABLES; i++) {
        dodona_table table = draw_table();
        uint64_t asked[100];
        for (int j = 0; j < 100; j++) asked[j] = draw(3) ? keys[draw(ROWS)] : state;
        int count = (int)draw(101);
        score(plain, &table, asked, count, expected);
        for (int k = 0; k < kernel_count; k++) {
            score(kernels[k], &table, asked, count, found);
            if (memcmp(expected, found, sizeof expected[0] * (size_t)table.classes)) {
                printf("table %d, %d classes, %d features: other sums than the plain ones\n", i,
                       table.classes, count);
                return 1;
            }
        }
    }
    printf("%d tables, the same sums%s\n", TABLES,
           kernels[0].locate == plain.locate ? ": this processor has the plain kernel only" : "");
    return 0;
}
