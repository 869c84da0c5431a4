#include <malloc.h>
#include <stddef.h>

// A GNU function that Swift's own module of the C library lacks.
extern void *memmem(const void *bytes, size_t count, const void *needle, size_t length);
