#include "CGtkShim.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

void gtkkit_give_back_buffers(int size)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, size);
#else
    (void)size;
#endif
}

void gtkkit_give_back_freed(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
