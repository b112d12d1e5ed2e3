// The BLAS functions of one type: blas.c includes this with REAL, LANES and NAME(function) defined.

typedef REAL NAME(vector) __attribute__((vector_size(LANES * sizeof(REAL)), aligned(sizeof(REAL))));

enum { NAME(WIDTH) = 2 * LANES };

// out = the product of HEIGHT rows, whose elements are `next` apart, and a packed block [depth][WIDTH].
#define KERNEL(WITH, ATTRIBUTE)                                                                                        \
    ATTRIBUTE static void NAME(WITH)(int64_t depth, const REAL *const rows[HEIGHT], int64_t next, const REAL *block,   \
                                     REAL out[HEIGHT][NAME(WIDTH)]) {                                                  \
        NAME(vector) sums[HEIGHT][2] = {0};                                                                            \
        for (int64_t inner = 0; inner < depth; inner++, block += NAME(WIDTH)) {                                        \
            NAME(vector) left = *(const NAME(vector) *)block, right = *(const NAME(vector) *)(block + LANES);          \
            for (int row = 0; row < HEIGHT; row++) {                                                                   \
                sums[row][0] += rows[row][inner * next] * left;                                                        \
                sums[row][1] += rows[row][inner * next] * right;                                                       \
            }                                                                                                          \
        }                                                                                                              \
        memcpy(out, sums, sizeof sums);                                                                                \
    }

KERNEL(plain, )
KERNEL(with_avx2, AVX2)
#undef KERNEL

static REAL NAME(summed)(int64_t number, const REAL *x, int64_t x_step, const REAL *y, int64_t y_step) {
    REAL sums[LANES] = {0}, sum = 0;
    int64_t done = 0;
    if (x_step == 1 && y_step == 1)
        for (; done + LANES <= number; done += LANES)
            for (int lane = 0; lane < LANES; lane++) sums[lane] += x[done + lane] * y[done + lane];
    for (; done < number; done++) sum += x[done * x_step] * y[done * y_step];
    for (int lane = 0; lane < LANES; lane++) sum += sums[lane];
    return sum;
}

// y = beta y. y is not read if beta is 0: it may hold anything, and numpy warns after an infinity times 0.
static void NAME(scaled)(int64_t number, REAL beta, REAL *y, int64_t y_step) {
    if (beta == 0)
        for (int64_t place = 0; place < number; place++) y[place * y_step] = 0;
    else
        for (int64_t place = 0; place < number; place++) y[place * y_step] *= beta;
}

// c [m, n] = alpha a [m, k] b [k, n] + beta c. The rows of c are `c_row` apart; the elements of a and b have steps
// along both axes. Columns of b are packed, WIDTH at a time, in the order of the kernel.
static void NAME(multiplied)(int64_t m, int64_t n, int64_t k, REAL alpha, const REAL *a, int64_t a_row, int64_t a_next,
                             const REAL *b, int64_t b_row, int64_t b_next, REAL beta, REAL *c, int64_t c_row) {
    REAL *block = malloc((k + 1) * NAME(WIDTH) * sizeof(REAL));
    if (!block) abort();
    for (int64_t row = 0; row < m; row++) NAME(scaled)(n, beta, c + row * c_row, 1);
    for (int64_t column = 0; column < n; column += NAME(WIDTH)) {
        int64_t width = n - column < NAME(WIDTH) ? n - column : NAME(WIDTH);
        for (int64_t inner = 0; inner < k; inner++)
            for (int64_t place = 0; place < NAME(WIDTH); place++)
                block[inner * NAME(WIDTH) + place] =
                    place < width ? b[inner * b_row + (column + place) * b_next] : 0;
        for (int64_t row = 0; row < m; row += HEIGHT) {
            int64_t height = m - row < HEIGHT ? m - row : HEIGHT;
            const REAL *rows[HEIGHT];
            REAL out[HEIGHT][NAME(WIDTH)];
            for (int64_t place = 0; place < HEIGHT; place++)
                rows[place] = a + (place < height ? row + place : row) * a_row;
            (fast ? NAME(with_avx2) : NAME(plain))(k, rows, a_next, block, out);
            for (int64_t i = 0; i < height; i++)
                for (int64_t j = 0; j < width; j++) c[(row + i) * c_row + column + j] += alpha * out[i][j];
        }
    }
    free(block);
}

REAL NAME(dot)(int64_t number, const REAL *x, int64_t x_step, const REAL *y, int64_t y_step) {
    return NAME(summed)(number, FIRST(x, number, x_step), x_step, FIRST(y, number, y_step), y_step);
}

void NAME(axpy)(int64_t number, REAL alpha, const REAL *x, int64_t x_step, REAL *y, int64_t y_step) {
    x = FIRST(x, number, x_step), y = FIRST(y, number, y_step);
    for (int64_t place = 0; place < number; place++) y[place * y_step] += alpha * x[place * x_step];
}

void NAME(gemm)(int order, int a_kind, int b_kind, int64_t m, int64_t n, int64_t k, REAL alpha, const REAL *a,
                int64_t a_row, const REAL *b, int64_t b_row, REAL beta, REAL *c, int64_t c_row) {
    const int64_t *a_step = a_kind == PLAIN ? (int64_t[]){a_row, 1} : (int64_t[]){1, a_row};
    const int64_t *b_step = b_kind == PLAIN ? (int64_t[]){b_row, 1} : (int64_t[]){1, b_row};
    if (order == ROW_MAJOR)
        NAME(multiplied)(m, n, k, alpha, a, a_step[0], a_step[1], b, b_step[0], b_step[1], beta, c, c_row);
    else
        NAME(multiplied)(n, m, k, alpha, b, b_step[0], b_step[1], a, a_step[0], a_step[1], beta, c, c_row);
}

void NAME(gemv)(int order, int kind, int64_t m, int64_t n, REAL alpha, const REAL *a, int64_t a_row, const REAL *x,
                int64_t x_step, REAL beta, REAL *y, int64_t y_step) {
    int64_t number = kind == PLAIN ? m : n, length = kind == PLAIN ? n : m;
    int along = (order == ROW_MAJOR) == (kind == PLAIN);  // whether the elements of a sum are neighbours
    x = FIRST(x, length, x_step), y = FIRST(y, number, y_step);
    NAME(scaled)(number, beta, y, y_step);
    for (int64_t row = 0; row < number; row++)
        y[row * y_step] += alpha * NAME(summed)(length, a + row * (along ? a_row : 1), along ? 1 : a_row, x, x_step);
}

void NAME(syrk)(int order, int part, int kind, int64_t n, int64_t k, REAL alpha, const REAL *a, int64_t a_row,
                REAL beta, REAL *c, int64_t c_row) {
    int along = (order == ROW_MAJOR) == (kind == PLAIN), above = (order == ROW_MAJOR) == (part == UPPER);
    int64_t row_step = along ? a_row : 1, next = along ? 1 : a_row;
    for (int64_t i = 0; i < n; i++) {
        int64_t start = above ? i : 0, end = above ? n : i + 1;
        NAME(scaled)(end - start, beta, c + i * c_row + start, 1);
        for (int64_t j = start; j < end; j++)
            c[i * c_row + j] += alpha * NAME(summed)(k, a + i * row_step, next, a + j * row_step, next);
    }
}
