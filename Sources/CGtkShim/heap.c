#include "CGtkShim.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

void gtkkit_limit_freed(int arenas, int size)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, arenas);
    mallopt(M_MMAP_THRESHOLD, size);
#else
    (void)arenas;
    (void)size;
#endif
}

void gtkkit_give_back_freed(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
