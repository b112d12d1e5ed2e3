/* A JSON value, read from a stream as far as its last byte. */
#include <stdio.h>

enum kind { NOTHING, NUMBER, TEXT, ARRAY, OBJECT };

struct json {
    enum kind kind;      /* null, true and false are NOTHING */
    double number;
    char *text;
    int count;           /* of the items */
    struct json **items; /* of an object the values */
    char **keys;
};

struct json *json_read(FILE *file); /* NULL at the end of the stream, or if it is no JSON */
struct json *json_get(const struct json *object, const char *key); /* NULL if there is none */
void json_free(struct json *value);
