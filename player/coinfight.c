/* player/coinfight: one turn of Coin Fight as a program of its own, so that a process a turn costs next to nothing.
 *
 * Reads a state from standard input to its end, writes two lines, ends with status 0; or, for bad input, writes one
 * line to standard error and ends with status 2. The wire is the one of src/coinfight/protocol.py and player.py, which
 * are the model: tests feed both the same bytes. COINFIGHT_MOVE_SECONDS (0.25) is the wall time of a search,
 * COINFIGHT_SEED what moves of equal worth are chosen by, COINFIGHT_LOG a file to append each state and answer to.
 * coinfight-build.sh compiles it, the tables inside.
 */
#include "../src/coinfight/search/core.c"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

__asm__(".section .rodata\n.balign 4\n.global two_seats_table\ntwo_seats_table:\n.incbin \"two_seats.bin\"\n"
        ".global three_seats_table\nthree_seats_table:\n.incbin \"three_seats.bin\"\n"
        ".balign 16\n.global many_seats_table\nmany_seats_table:\n.incbin \"many_seats.bin\"\n.text\n");
extern const uint32_t two_seats_table[];
extern const uint8_t three_seats_table[], many_seats_table[];

#define MAX_DIGITS 4000
#define HUGE_FACE (1ll << 53) /* a denomination this large or larger is paid, never taken */
#define HUGE_COUNT 1000000000ll
#define GAME_SECONDS 27.0     /* of the framework's 30, for all turns that a hand can still take */
#define SEARCH_SHARE 0.8      /* of a turn's budget; a busy machine gets the rest */

typedef struct { const char *text; size_t length; int number; } Line;
typedef struct { const char *digits; size_t length; int64_t value; } Face; /* without leading zeros */
typedef struct { long pool; Face face; int64_t count; } Pair;

static Line *lines;
static Pair *pairs;
static long n_lines, n_pairs, pair_room;

static void *grown(void *memory, size_t size) {
    if (!(memory = realloc(memory, size))) exit(3);
    return memory;
}

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("coinfight: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(2);
}

/* Return text as Python's ascii() shows it, 40 characters of it. */
static const char *show(const char *text, size_t length) {
    static char shown[256];
    char *out = shown;
    int cut = length > 40, quotes = memchr(text, '\'', cut ? 40 : length) && !memchr(text, '"', cut ? 40 : length);
    *out++ = quotes ? '"' : '\'';
    for (size_t i = 0; i < (cut ? 40 : length); i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\\' || (c == '\'' && !quotes)) *out++ = '\\', *out++ = (char)c;
        else if (c == '\t' || c == '\n' || c == '\r') *out++ = '\\', *out++ = "tnr"[c == '\t' ? 0 : c == '\n' ? 1 : 2];
        else if (c < 32 || c > 126) out += sprintf(out, "\\x%02x", c);
        else *out++ = (char)c;
    }
    strcpy(out, cut ? "..." : "");
    out += strlen(out);
    *out++ = quotes ? '"' : '\'', *out = 0;
    return shown;
}

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void strip(const char **text, size_t *length) {
    while (*length && is_space(**text)) ++*text, --*length;
    while (*length && is_space((*text)[*length - 1])) --*length;
}

static int is_number(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] < '0' || text[i] > '9') return 0;
    return length > 0 && length <= MAX_DIGITS;
}

static int64_t capped(const char *digits, size_t length, int64_t most) {
    int64_t number = 0;
    for (size_t i = 0; i < length; i++)
        if ((number = number * 10 + digits[i] - '0') > most) return most;
    return number;
}

static void split_lines(const char *text, size_t size) {
    int number = 1;
    for (size_t start = 0; start <= size; number++) {
        const char *end = memchr(text + start, '\n', size - start), *line = text + start;
        size_t length = end ? (size_t)(end - line) : size - start;
        start += length + 1;
        strip(&line, &length);
        if (!length) continue;
        if (!(n_lines & (n_lines - 1))) lines = grown(lines, (size_t)(n_lines ? 2 * n_lines : 1) * sizeof *lines);
        lines[n_lines++] = (Line){line, length, number};
    }
}

static void read_pool(const Line *line, long pool) {
    char name[48] = "the table";
    if (pool) snprintf(name, sizeof name, "the hand of seat %ld", pool - 1);
    const char *at = line->text, *end = line->text + line->length;
    for (int more = 1; more;) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end, *text = at;
        size_t length = (size_t)(stop - at);
        strip(&text, &length);
        const char *cross = memchr(text, 'x', length), *count = text, *face = cross ? cross + 1 : text;
        size_t count_length = cross ? (size_t)(cross - text) : 0, face_length = cross ? length - count_length - 1 : 0;
        strip(&count, &count_length), strip(&face, &face_length);
        int good = cross && is_number(count, count_length) && is_number(face, face_length);
        while (good && face_length && *face == '0') face++, face_length--;
        if (!good || !face_length)
            fail("line %d: expected %s in pairs such as 4x1, got %s", line->number, name, show(text, length));
        if (n_pairs == pair_room) {
            pair_room = pair_room ? 2 * pair_room : 64;
            pairs = grown(pairs, (size_t)pair_room * sizeof *pairs);
        }
        pairs[n_pairs++] = (Pair){pool, {face, face_length, capped(face, face_length, HUGE_FACE)},
                                  capped(count, count_length, HUGE_COUNT)};
        at = stop + 1, more = comma != NULL;
    }
}

static int compare_faces(const void *x, const void *y) {
    const Face *a = x, *b = y;
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
    return memcmp(a->digits, b->digits, a->length);
}

/* The lowest loss by greedy change: for positions that the core can't take. */
static void simple_move(const Face *face, long n_faces, const int64_t *table, const int64_t *hand, int64_t *taken,
                        long *coin) {
    int64_t least = INT64_MAX;
    for (long c = 0; c < n_faces; c++) {
        if (!hand[c]) continue;
        int64_t room = face[c].value - 1;
        for (long i = c - 1; i >= 0; i--)
            if (face[i].value < HUGE_FACE && table[i]) {
                int64_t fit = room / face[i].value;
                room -= face[i].value * (fit < table[i] ? fit : table[i]);
            }
        if (room < least) least = room, *coin = c;
    }
    int64_t room = face[*coin].value - 1;
    for (long i = *coin - 1; i >= 0; i--)
        if (face[i].value < HUGE_FACE) {
            taken[i] = room / face[i].value < table[i] ? room / face[i].value : table[i];
            room -= taken[i] * face[i].value;
        }
}

static void write_string(FILE *file, const char *text, size_t length) {
    putc('"', file);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
        else if (c < 32 || c > 126) fprintf(file, "\\u%04x", c);
        else putc(c, file);
    }
    putc('"', file);
}

/* Append a line of JSON with the state, the answer and the seconds to a file; what prevents it is said. It never waits
 * for somebody at the other end of a pipe. */
static void write_log(const char *path, const char *text, size_t size, const char *answer, size_t length,
                      double seconds) {
    int number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0666);
    struct stat log, answers;
    if (number >= 0 && !fstat(number, &log) && !fstat(1, &answers) && log.st_dev == answers.st_dev &&
        log.st_ino == answers.st_ino) {
        fprintf(stderr, "coinfight: no log, '%s' is where the answers go\n", path);
        return;
    }
    signal(SIGPIPE, SIG_IGN);
    FILE *file = number < 0 ? NULL : fdopen(number, "a");
    if (file) {
        fputs("{\"state\": ", file), write_string(file, text, size);
        fputs(", \"answer\": ", file), write_string(file, answer, length);
        fprintf(file, ", \"seconds\": %.6f}\n", seconds);
    }
    if (!file || fclose(file)) fprintf(stderr, "coinfight: no log, %s: %s\n", strerror(errno), path);
}

/* The seed that is asked for (its last 64 bits), else the system's randomness. */
static uint64_t seed_asked(void) {
    const char *text = getenv("COINFIGHT_SEED");
    uint64_t number = 0;
    if (text && is_number(text, strlen(text))) {
        for (; *text; text++) number = number * 10 + (uint64_t)(*text - '0');
        return number;
    }
    if (text)
        fprintf(stderr, "coinfight: expected whole number >= 0 in COINFIGHT_SEED, got %s; using any\n",
                show(text, strlen(text)));
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number)  /* too early, or a very old kernel */
        number = (uint64_t)(now() * 1e9) ^ (uint64_t)getpid() << 32;
    return number;
}

static double budget(int64_t turns_had, double hand_worth) {
    const char *text = getenv("COINFIGHT_MOVE_SECONDS");
    double seconds = 0.25;
    char *end;
    if (text) {
        double asked = strtod(text, &end);
        if (end != text && !*end && asked > 0 && asked < 1e6) seconds = asked;
        else fprintf(stderr, "coinfight: expected number > 0 in COINFIGHT_MOVE_SECONDS, got %s; using 0.25\n",
                     show(text, strlen(text)));
    }
    double left = (GAME_SECONDS - (double)turns_had * seconds) / (hand_worth > 1 ? hand_worth : 1);
    if (left < 0.02) left = 0.02;
    return left < seconds ? left : seconds;
}

/* Return the iterations that are asked for instead of the time, 0: none are. */
static int nodes_asked(void) {
    const char *text = getenv("COINFIGHT_MOVE_NODES");
    if (!text) return 0;
    size_t length = strlen(text);
    if (is_number(text, length) && length < 10 && atoi(text)) return atoi(text);
    fprintf(stderr, "coinfight: expected whole number from 1 to 999999999 in COINFIGHT_MOVE_NODES, got %s; "
                    "watching the clock\n", show(text, length));
    return 0;
}

int main(void) {
    double start = now();
    char *text = NULL;
    size_t size = 0, room = 0;
    for (ssize_t got = 1; got > 0; size += (size_t)(got > 0 ? got : 0)) {
        if (size == room) text = grown(text, (room = room ? 2 * room : 16384) + 1);
        got = read(0, text + size, room - size);
    }
    text[size] = 0;
    if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) text += 3, size -= 3; // a byte order mark
    split_lines(text, size);
    int last = 1;
    for (size_t i = 0; i < size; i++) last += text[i] == '\n';
    if (!n_lines) fail("line 1: expected the numbers of seats and of the turn, got the end of the input");
    const Line *first = &lines[0];
    size_t a = 0, b;
    while (a < first->length && !is_space(first->text[a])) a++;
    for (b = a; b < first->length && is_space(first->text[b]);) b++;
    const char *turn = first->text + b;
    size_t turn_length = first->length - b;
    long n_seats = 0;
    if (is_number(first->text, a) && is_number(turn, turn_length)) n_seats = (long)capped(first->text, a, HUGE_COUNT);
    if (n_seats < 2)
        fail("line %d: expected the numbers of seats (at least 2) and of the turn, got %s", first->number,
             show(first->text, first->length));
    for (long pool = 0; pool <= n_seats && pool < n_lines; pool++) {
        if (pool + 1 < n_lines) read_pool(&lines[pool + 1], pool);
        else if (pool) fail("line %d: expected the hand of seat %ld, got the end of the input", last, pool - 1);
        else fail("line %d: expected the table, got the end of the input", last);
    }
    if (n_lines > n_seats + 2)
        fail("line %d: expected the end of the input, got %s", lines[n_seats + 2].number,
             show(lines[n_seats + 2].text, lines[n_seats + 2].length));

    Face *known = grown(NULL, (size_t)n_pairs * sizeof *known);
    for (long k = 0; k < n_pairs; k++) known[k] = pairs[k].face;
    qsort(known, (size_t)n_pairs, sizeof *known, compare_faces);
    long n_faces = 0;
    for (long k = 0; k < n_pairs; k++)
        if (!n_faces || compare_faces(&known[n_faces - 1], &known[k])) known[n_faces++] = known[k];
    int64_t *counts = calloc((size_t)(n_faces * (n_seats + 1)), sizeof *counts), seat = 0, had = 0;
    int *order = calloc((size_t)n_faces, sizeof *order);
    if (!counts || !order) exit(3);
    int listed = 0;
    for (long k = 0; k < n_pairs; k++) {
        Face *face = bsearch(&pairs[k].face, known, (size_t)n_faces, sizeof *known, compare_faces);
        int64_t *count = &counts[pairs[k].pool * n_faces + (face - known)];
        *count = *count + pairs[k].count < HUGE_COUNT ? *count + pairs[k].count : HUGE_COUNT;
        int seen = pairs[k].pool != 0;
        for (int j = 0; j < listed && !seen; j++) seen = order[j] == face - known;
        if (!seen) order[listed++] = (int)(face - known);
    }
    for (size_t i = 0; i < turn_length; i++) {
        had = had * 10 + (seat * 10 + turn[i] - '0') / n_seats;
        if (had > 1000000) had = 1000000;
        seat = (seat * 10 + turn[i] - '0') % n_seats;
    }
    const int64_t *hand = &counts[(seat + 1) * n_faces];
    double worth = 0;
    for (long i = 0; i < n_faces; i++) worth += (double)hand[i] * (double)known[i].value;
    if (worth == 0)
        fail("line %d: expected a coin in the hand of seat %lld, which is to move", lines[seat + 2].number,
             (long long)seat);

    int64_t *taken = calloc((size_t)n_faces, sizeof *taken);
    long coin = 0;
    int small = n_faces <= MAX_FACES && n_seats <= MAX_SEATS, values[MAX_FACES], amounts[(MAX_SEATS + 1) * MAX_FACES];
    for (long i = 0; small && i < n_faces; i++) {
        values[i] = (int)(known[i].value < 1000000 ? known[i].value : 1000000);
        small = values[i] < 1000000;
    }
    for (long i = 0; small && i < n_faces * (n_seats + 1); i++) small = (amounts[i] = (int)counts[i]) < 1000000;
    CoinFight *cf = cf_new();
    if (small && cf && !cf_begin(cf, (int)n_faces, values, (int)n_seats, amounts, (int)seat)) {
        int out[MAX_FACES + 1];
        cf_seed(cf, seed_asked());
        Options options;
        cf_networks(cf, many_seats_table);
        cf_our_options(cf, &options);
        options.seconds = SEARCH_SHARE * budget(had, worth) - (now() - start);
        if (options.seconds < 0.002) options.seconds = 0.002;
        int nodes = nodes_asked();
        if (nodes) options.iterations = nodes, options.seconds = 0;
        cf_choose(cf, two_seats_table, three_seats_table, &options, out);
        coin = out[0];
        for (long i = 0; i < n_faces; i++) taken[i] = out[1 + i];
    } else
        simple_move(known, n_faces, counts, hand, taken, &coin);
    char *answer;
    size_t length;
    FILE *lines_out = open_memstream(&answer, &length);
    if (!lines_out) exit(3);
    fprintf(lines_out, "%.*s\n", (int)known[coin].length, known[coin].digits);
    for (int k = 0; k < listed; k++)
        fprintf(lines_out, "%s%lldx%.*s", k ? ", " : "", (long long)taken[order[k]], (int)known[order[k]].length,
                known[order[k]].digits);
    putc('\n', lines_out);
    if (fclose(lines_out)) exit(3);
    int status = 0;
    if (fwrite(answer, 1, length, stdout) != length || fflush(stdout)) {
        status = errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? 4 : 2;
        fprintf(stderr, "coinfight: cannot go on, %s\n", strerror(errno));
    }
    const char *log = getenv("COINFIGHT_LOG");
    if (log && *log) write_log(log, text, size, answer, length, now() - start);
    return status;
}
