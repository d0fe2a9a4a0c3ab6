/* One compilation of what an encoder runs; forward.h includes this file once for each set of
 * instructions.
 *
 * DODONA_NAME makes the names of functions, DODONA_TARGET is the processor they are compiled for;
 * DODONA_ROWS is how many rows a tile has (an even number, for rows in two halves), DODONA_OFFSET what
 * its numbers are raised by.
 */

/* What the largest number of a row is, whatever its sign. */
DODONA_TARGET static inline float DODONA_NAME(dodona_largest)(const dodona_matrix *matrix,
                                                              const float *row) {
    const ptrdiff_t width = matrix->depth;
    const float *factors = matrix->factors;
    float most[DODONA_LANES] = {0};
    ptrdiff_t i = 0;
    for (; i + DODONA_LANES <= width; i += DODONA_LANES) {
        DODONA_INDEPENDENT
        for (ptrdiff_t lane = 0; lane < DODONA_LANES; lane++) {
            float size = dodona_size(row[i + lane] * factors[i + lane]);
            most[lane] = most[lane] > size ? most[lane] : size;
        }
    }
    for (; i < width; i++) {
        float size = dodona_size(row[i] * factors[i]);
        most[0] = most[0] > size ? most[0] : size;
    }
    for (ptrdiff_t lane = 1; lane < DODONA_LANES; lane++)
        most[0] = most[0] > most[lane] ? most[0] : most[lane];
    return most[0];
}

/* Write a row in 8 bits; returns what its numbers are to be multiplied by. */
DODONA_TARGET static float DODONA_NAME(dodona_round_row)(const dodona_matrix *matrix,
                                                         const float *row, int8_t *numbers) {
    const ptrdiff_t width = matrix->depth;
    const float *factors = matrix->factors;
    float most = DODONA_NAME(dodona_largest)(matrix, row);
    float factor = most > 0 ? DODONA_HIGHEST / most : 0;
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < width; i++) {
        int32_t number = dodona_round(row[i] * factors[i] * factor, DODONA_HIGHEST);
        numbers[i] = (int8_t)(number ^ DODONA_OFFSET);
    }
    return most / DODONA_HIGHEST;
}

/* The same in two rows of 8 bits, of which the first counts DODONA_FINE times. */
DODONA_TARGET static float DODONA_NAME(dodona_round_finely)(const dodona_matrix *matrix,
                                                            const float *row, int8_t *first,
                                                            int8_t *second) {
    const ptrdiff_t width = matrix->depth;
    const float highest = DODONA_HIGHEST * DODONA_FINE, *factors = matrix->factors;
    float most = DODONA_NAME(dodona_largest)(matrix, row);
    float factor = most > 0 ? highest / most : 0;
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < width; i++) {
        int32_t number = dodona_round(row[i] * factors[i] * factor, highest);
        int32_t high = (number + DODONA_FINE / 2 + DODONA_FINE * DODONA_FINE) / DODONA_FINE -
                       DODONA_FINE;
        first[i] = (int8_t)(high ^ DODONA_OFFSET);
        second[i] = (int8_t)((number - high * DODONA_FINE) ^ DODONA_OFFSET);
    }
    return most / highest;
}

/* Products of rows with a matrix, and its biases. */
DODONA_TARGET static void DODONA_NAME(dodona_multiply)(const dodona_matrix *matrix,
                                                       const dodona_rows *rows) {
    const ptrdiff_t each = matrix->is_fine ? 2 : 1, depth = matrix->padded_depth;
    int32_t sums[DODONA_ROWS * DODONA_TILE_COLUMNS], zeros[DODONA_TILE_COLUMNS] = {0};
    memset(rows->room, 0, (size_t)dodona_room(matrix, rows->count));
    for (ptrdiff_t row = 0; row < rows->count; row++) {
        const float *input = rows->inputs + row * rows->input_step;
        int8_t *numbers = rows->room + row * each * depth;
        rows->scales[row] =
            matrix->is_fine
                ? DODONA_NAME(dodona_round_finely)(matrix, input, numbers, numbers + depth)
                : DODONA_NAME(dodona_round_row)(matrix, input, numbers);
    }
    for (ptrdiff_t t = 0; t < matrix->tiles; t++) {
        const ptrdiff_t column = t * DODONA_TILE_COLUMNS;
        const ptrdiff_t left = matrix->columns - column;
        const ptrdiff_t width = left < DODONA_TILE_COLUMNS ? left : DODONA_TILE_COLUMNS;
        dodona_tile tile = {rows->room, matrix->numbers + column * depth,
                            DODONA_OFFSET ? matrix->starts + column : zeros, depth,
                            matrix->padded_depth};
        const float *scales = matrix->scales + column, *biases = matrix->biases + column;
        for (ptrdiff_t first = 0; first < rows->count; first += DODONA_ROWS / each) {
            const int32_t *sum = sums;
            const ptrdiff_t end = first + DODONA_ROWS / each;
            DODONA_NAME(dodona_tile)(&tile, sums);
            tile.rows += DODONA_ROWS * depth;
            for (ptrdiff_t row = first; row < end && row < rows->count; row++) {
                float *output = rows->outputs + row * rows->output_step + column;
                const float scale = rows->scales[row];
                float whole[DODONA_TILE_COLUMNS];
                for (ptrdiff_t i = 0; i < DODONA_TILE_COLUMNS; i++) whole[i] = (float)sum[i];
                sum += DODONA_TILE_COLUMNS;
                if (each == 2) {
                    for (ptrdiff_t i = 0; i < DODONA_TILE_COLUMNS; i++)
                        whole[i] = whole[i] * DODONA_FINE + (float)sum[i];
                    sum += DODONA_TILE_COLUMNS;
                }
                DODONA_INDEPENDENT
                for (ptrdiff_t i = 0; i < width; i++)
                    output[i] = whole[i] * (scales[i] * scale) + biases[i];
            }
        }
    }
}

/* A simple recurrent unit, as loops_body.h has it, without what learning needs. Both gates share a
 * division: 1 / a and 1 / b are b / (a * b) and a / (a * b). */
DODONA_TARGET static void DODONA_NAME(dodona_run)(const dodona_pass *pass) {
    const ptrdiff_t width = pass->width;
    const float *inputs = pass->inputs, *vectors = pass->vectors;
    float state[DODONA_MOST_WIDTH], *output = pass->outputs;
    memset(state, 0, width * sizeof(float));
    for (ptrdiff_t word = 0; word < pass->words; word++) {
        DODONA_INDEPENDENT
        for (ptrdiff_t i = 0; i < width; i++) {
            float last = state[i], candidate = inputs[i], high = inputs[3 * width + i];
            float forget = inputs[width + i] + vectors[i] * last + vectors[2 * width + i];
            float reset = inputs[2 * width + i] + vectors[width + i] * last + vectors[3 * width + i];
            float not_forget = 1.0f + dodona_power_of_two(-1.44269504f * forget);
            float not_reset = 1.0f + dodona_power_of_two(-1.44269504f * reset);
            float both = 1.0f / (not_forget * not_reset);
            float now = not_reset * both * (last - candidate) + candidate;
            state[i] = now;
            output[i] = not_forget * both * (now - high) + high;
        }
        inputs += pass->input_step;
        output += pass->output_step;
    }
}

/* The probabilities of some classes, given their scores. */
DODONA_TARGET static void DODONA_NAME(dodona_share)(const float *scores, float *shares, int count) {
    const ptrdiff_t whole = count - count % DODONA_LANES;
    float most[DODONA_LANES], sums[DODONA_LANES] = {0};
    for (ptrdiff_t lane = 0; lane < DODONA_LANES; lane++) most[lane] = scores[0];
    for (ptrdiff_t i = 0; i < whole; i += DODONA_LANES) {
        DODONA_INDEPENDENT
        for (ptrdiff_t lane = 0; lane < DODONA_LANES; lane++)
            most[lane] = most[lane] > scores[i + lane] ? most[lane] : scores[i + lane];
    }
    for (ptrdiff_t i = whole; i < count; i++) most[0] = most[0] > scores[i] ? most[0] : scores[i];
    for (ptrdiff_t lane = 1; lane < DODONA_LANES; lane++)
        most[0] = most[0] > most[lane] ? most[0] : most[lane];
    const float highest = most[0];
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < count; i++)
        shares[i] = dodona_power_of_two(1.44269504f * (scores[i] - highest));
    for (ptrdiff_t i = 0; i < whole; i += DODONA_LANES) {
        DODONA_INDEPENDENT
        for (ptrdiff_t lane = 0; lane < DODONA_LANES; lane++) sums[lane] += shares[i + lane];
    }
    for (ptrdiff_t i = whole; i < count; i++) sums[i - whole] += shares[i];
    for (ptrdiff_t lane = 1; lane < DODONA_LANES; lane++) sums[0] += sums[lane];
    const float factor = 1.0f / sums[0];
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < count; i++) shares[i] *= factor;
}

static const dodona_forward DODONA_NAME(dodona_forward) = {
    DODONA_SET, DODONA_NAME(dodona_multiply), DODONA_NAME(dodona_run), DODONA_NAME(dodona_share)};

#undef DODONA_SET
#undef DODONA_NAME
#undef DODONA_TARGET
#undef DODONA_ROWS
#undef DODONA_OFFSET
