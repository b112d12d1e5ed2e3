/* Part of core.c: large pieces of memory, in large pages where the system has them: addresses are found faster. */

#include <sys/mman.h>

/* Zeroed memory that is taken as it is used; NULL: none is left. */
static void *pages_new(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

static void pages_free(void *memory, size_t size) {
    if (memory) munmap(memory, size);
}
