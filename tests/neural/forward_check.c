/* What forward.h computes of numbers that are the same everywhere, with each set of instructions: a
 * name and a checksum a line. */
#include <stdio.h>

#include "forward.h"

#define DEPTH 324
#define COLUMNS 70
#define PADDED 96
#define COUNT 13
#define WIDTH 20

static uint32_t seed;

static uint32_t next(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static float share(void) { return (float)next() / 16777216.0f - 0.5f; }

static uint32_t checksum(uint32_t sum, const float *numbers, int count) {
    for (int i = 0; i < count; i++) sum = sum * 31 + (uint32_t)dodona_as_bits(numbers[i]);
    return sum;
}

static uint32_t products(const dodona_forward *forward, int fine, int extreme) {
    static int8_t weights[DEPTH * PADDED] __attribute__((aligned(64)));
    static int8_t room[(2 * COUNT + DODONA_MOST_TILE_ROWS) * DEPTH];
    static float scales[PADDED], biases[PADDED], factors[DEPTH], rows[COUNT * DEPTH];
    static float outputs[COUNT * COLUMNS], row_scales[COUNT];
    int32_t starts[PADDED] = {0};
    for (int i = 0; i < DEPTH * PADDED; i++)
        weights[i] = (int8_t)(extreme ? (next() & 1 ? 127 : -127) : (int)(next() % 255) - 127);
    for (int i = 0; i < PADDED; i++) scales[i] = share(), biases[i] = share();
    for (int i = 0; i < DEPTH; i++) factors[i] = 1.0f + share();
    for (int i = 0; i < COUNT * DEPTH; i++)
        rows[i] = extreme ? (next() & 1 ? 1.0f : -1.0f) / factors[i % DEPTH] : share();
    for (int c = 0; c < PADDED; c++)
        for (int k = 0; k < DEPTH; k++)
            starts[c] -= 128 * weights[c / DODONA_GROUP * DODONA_GROUP * DEPTH +
                                       k / 4 * 4 * DODONA_GROUP + c % DODONA_GROUP * 4 + k % 4];
    dodona_matrix matrix = {weights, scales, biases, factors, starts, DEPTH,
                            COLUMNS, DEPTH, PADDED / DODONA_TILE_COLUMNS, fine};
    dodona_rows work = {rows, outputs, DEPTH, COLUMNS, COUNT, room, row_scales};
    forward->multiply(&matrix, &work);
    return checksum(0, outputs, COUNT * COLUMNS);
}

static uint32_t loops(const dodona_forward *forward) {
    static float inputs[COUNT * 8 * WIDTH], vectors[4 * WIDTH], outputs[COUNT * WIDTH], shares[77];
    for (int i = 0; i < COUNT * 8 * WIDTH; i++) inputs[i] = 20.0f * share();
    for (int i = 0; i < 4 * WIDTH; i++) vectors[i] = share();
    dodona_pass pass = {inputs, vectors, outputs, 8 * WIDTH, WIDTH, COUNT, WIDTH};
    forward->run(&pass);
    forward->share(inputs, shares, 77);
    return checksum(checksum(0, outputs, COUNT * WIDTH), shares, 77);
}

int main(void) {
    const dodona_forward *forward;
    for (int place = 0; (forward = dodona_forward_at(place)) != NULL; place++) {
        uint32_t sum = 0;
        seed = 1;
        for (int i = 0; i < 4; i++) sum = sum * 31 + products(forward, i & 1, i >> 1);
        printf("%s %08x\n", forward->name, (unsigned)(sum * 31 + loops(forward)));
    }
    return 0;
}
