/* One compilation of the loops; loops.h includes this file once for each kind of processor.
 *
 * DODONA_NAME makes the names of functions, DODONA_TARGET is the processor they are compiled for.
 */

/* A simple recurrent unit (Lei et al. 2018), whose gates see the state through a vector and whose
 * highway is a projection of its own:
 *
 *   f = sigmoid(u_f + v_f * c' + b_f)     c = f * c' + (1 - f) * u_c
 *   r = sigmoid(u_r + v_r * c' + b_r)     h = r * c + (1 - r) * u_h
 *
 * With a state step of 0 only the last state is kept, which is enough without learning. */
DODONA_TARGET static void DODONA_NAME(dodona_run_scan)(const dodona_scan *scan) {
    const ptrdiff_t width = scan->width;
    const float *inputs = scan->inputs, *vectors = scan->vectors;
    const float *before = scan->begin;
    float *state = scan->states, *output = scan->outputs;
    for (ptrdiff_t word = 0; word < scan->words; word++) {
        DODONA_INDEPENDENT
        for (ptrdiff_t i = 0; i < width; i++) {
            float last = before[i];
            float forget = inputs[width + i] + vectors[i] * last + vectors[2 * width + i];
            float reset = inputs[2 * width + i] + vectors[width + i] * last + vectors[3 * width + i];
            forget = dodona_sigmoid(forget);
            reset = dodona_sigmoid(reset);
            float now = forget * (last - inputs[i]) + inputs[i];
            float high = inputs[3 * width + i];
            state[i] = now;
            state[width + i] = forget;
            state[2 * width + i] = reset;
            output[i] = reset * (now - high) + high;
        }
        before = state;
        inputs += scan->input_step;
        state += scan->state_step;
        output += scan->output_step;
    }
}

/* The gradients of all that a scan computed, from the last word to the first. Those of the vectors
 * are added to what is there; the carry has room for a state and begins with zeros. */
DODONA_TARGET static void DODONA_NAME(dodona_run_scan_back)(const dodona_scan *scan,
                                                            const dodona_scan_gradients *gradients) {
    const ptrdiff_t width = scan->width;
    const ptrdiff_t end = scan->words - 1;
    const float *vectors = scan->vectors;
    const float *inputs = scan->inputs + end * scan->input_step;
    const float *state = scan->states + end * scan->state_step;
    const float *output = gradients->outputs + end * scan->output_step;
    float *to_inputs = gradients->inputs + end * scan->input_step;
    float *to_vectors = gradients->vectors, *carry = gradients->carry;
    for (ptrdiff_t word = 0; word < scan->words; word++) {
        const float *before = word < end ? state - scan->state_step : scan->begin;
        DODONA_INDEPENDENT
        for (ptrdiff_t i = 0; i < width; i++) {
            float last = before[i];
            float now = state[i], forget = state[width + i], reset = state[2 * width + i];
            float to_reset = output[i] * (now - inputs[3 * width + i]) * reset * (1.0f - reset);
            float to_state = carry[i] + output[i] * reset;
            float to_forget = to_state * (last - inputs[i]) * forget * (1.0f - forget);
            to_inputs[i] = to_state * (1.0f - forget);
            to_inputs[width + i] = to_forget;
            to_inputs[2 * width + i] = to_reset;
            to_inputs[3 * width + i] = output[i] * (1.0f - reset);
            to_vectors[i] += to_forget * last;
            to_vectors[width + i] += to_reset * last;
            to_vectors[2 * width + i] += to_forget;
            to_vectors[3 * width + i] += to_reset;
            carry[i] = to_state * forget + to_forget * vectors[i] + to_reset * vectors[width + i];
        }
        inputs -= scan->input_step;
        state -= scan->state_step;
        output -= scan->output_step;
        to_inputs -= scan->input_step;
    }
}

DODONA_TARGET static void DODONA_NAME(dodona_add)(float *sum, const float *row, int width) {
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < width; i++) sum[i] += row[i];
}

DODONA_TARGET static void DODONA_NAME(dodona_add_scaled)(float *sum, const float *row, float factor,
                                                         int width) {
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < width; i++) sum[i] += factor * row[i];
}

/* The same for a row of numbers in 16 bits. */
DODONA_TARGET static void DODONA_NAME(dodona_add_halves)(float *sum, const uint16_t *row,
                                                         float factor, int width) {
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < width; i++) sum[i] += factor * dodona_widened(row[i]);
}

DODONA_TARGET static float DODONA_NAME(dodona_dot)(const float *first, const float *second,
                                                   int width) {
    float sums[DODONA_LANES] = {0};
    for (ptrdiff_t i = 0; i < width; i += DODONA_LANES)
        for (ptrdiff_t lane = 0; lane < DODONA_LANES; lane++)
            sums[lane] += first[i + lane] * second[i + lane];
    float sum = 0.0f;
    for (ptrdiff_t lane = 0; lane < DODONA_LANES; lane++) sum += sums[lane];
    return sum;
}

/* Adam with decoupled weight decay; gradients are scaled first, and zeros afterwards. */
DODONA_TARGET static void DODONA_NAME(dodona_run_adam)(float *values, float *means, float *squares,
                                                       float *gradients, ptrdiff_t count,
                                                       const dodona_adam *options) {
    const float rate = options->rate, epsilon = options->epsilon, scale = options->scale;
    const float beta1 = options->beta1, beta2 = options->beta2;
    const float kept = 1.0f - options->decay;
    DODONA_INDEPENDENT
    for (ptrdiff_t i = 0; i < count; i++) {
        float gradient = gradients[i] * scale;
        float mean = beta1 * means[i] + (1.0f - beta1) * gradient;
        float square = beta2 * squares[i] + (1.0f - beta2) * gradient * gradient;
        means[i] = mean;
        squares[i] = square;
        values[i] = kept * values[i] - rate * mean / (sqrtf(square) + epsilon);
        gradients[i] = 0.0f;
    }
}

static const dodona_loops DODONA_NAME(dodona_loops) = {
    DODONA_NAME(dodona_run_scan),   DODONA_NAME(dodona_run_scan_back), DODONA_NAME(dodona_add),
    DODONA_NAME(dodona_add_scaled), DODONA_NAME(dodona_add_halves),    DODONA_NAME(dodona_dot),
    DODONA_NAME(dodona_run_adam)};
