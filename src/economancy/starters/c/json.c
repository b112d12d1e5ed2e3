#include "json.h"

#include <stdlib.h>
#include <string.h>

static int next(FILE *file) {
    int letter;
    do letter = getc(file); while (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n');
    return letter;
}

static char *text(FILE *file) { /* after the quote; \u escapes of ASCII alone */
    size_t length = 0, room = 16;
    char *found = malloc(room), digits[5] = "";
    for (int letter; (letter = getc(file)) != EOF && letter != '"';) {
        if (letter == '\\' && (letter = getc(file)) == 'u' && fread(digits, 1, 4, file) == 4)
            letter = (int)strtol(digits, NULL, 16);
        if (length + 2 > room) found = realloc(found, room *= 2);
        found[length++] = (char)letter;
    }
    found[length] = 0;
    return found;
}

static struct json *value(FILE *file, int letter);

static int items(FILE *file, struct json *whole, int close) {
    int letter = next(file);
    while (letter != close) {
        if (letter == EOF) return 0;
        whole->items = realloc(whole->items, (whole->count + 1) * sizeof *whole->items);
        whole->keys = realloc(whole->keys, (whole->count + 1) * sizeof *whole->keys);
        whole->keys[whole->count] = NULL;
        if (close == '}') {
            whole->keys[whole->count] = text(file);
            next(file); /* the colon */
            letter = next(file);
        }
        if (!(whole->items[whole->count] = value(file, letter))) {
            free(whole->keys[whole->count]);
            return 0;
        }
        whole->count++;
        if ((letter = next(file)) == ',') letter = next(file);
    }
    return 1;
}

static struct json *value(FILE *file, int letter) {
    struct json *found = calloc(1, sizeof *found);
    char word[400];
    size_t length = 0;
    if (letter == '"') {
        found->kind = TEXT;
        found->text = text(file);
    } else if (letter == '{' || letter == '[') {
        found->kind = letter == '{' ? OBJECT : ARRAY;
        if (items(file, found, letter == '{' ? '}' : ']')) return found;
        json_free(found);
        return NULL;
    } else { /* a number or a word, up to what cannot belong to it */
        for (; letter != EOF && !strchr(",]} \t\r\n:", letter) && length < sizeof word - 1; letter = getc(file))
            word[length++] = (char)letter;
        word[length] = 0;
        ungetc(letter, file);
        if (!length) {
            free(found);
            return NULL;
        }
        char *end = word;
        found->number = strtod(word, &end);
        found->kind = end > word && !*end ? NUMBER : NOTHING;
    }
    return found;
}

struct json *json_read(FILE *file) {
    int letter = next(file);
    return letter == EOF ? NULL : value(file, letter);
}

struct json *json_get(const struct json *object, const char *key) {
    for (int i = 0; object && object->kind == OBJECT && i < object->count; i++)
        if (!strcmp(object->keys[i], key)) return object->items[i];
    return NULL;
}

void json_free(struct json *value) {
    if (!value) return;
    for (int i = 0; i < value->count; i++) {
        json_free(value->items[i]);
        free(value->keys[i]);
    }
    free(value->items);
    free(value->keys);
    free(value->text);
    free(value);
}
