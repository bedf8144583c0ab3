/* The wall clock of one host, moved by the milliseconds in a file: preloaded into its processes (`soak.py`). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const long long *moved;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("CLOCK_JUMP_FILE");
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *found = mmap(NULL, sizeof *moved, PROT_READ, MAP_SHARED, file, 0);
        if (found != MAP_FAILED) moved = found;
        close(file);
    }
}

int clock_gettime(clockid_t which, struct timespec *at) {
    if (!real) start();
    int code = real(which, at);
    if (code == 0 && moved && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) {
        long long ns = at->tv_nsec + (*moved % 1000) * 1000000;
        at->tv_sec += *moved / 1000 + (ns >= 1000000000) - (ns < 0);
        at->tv_nsec = (ns + 1000000000) % 1000000000;
    }
    return code;
}

int gettimeofday(struct timeval *at, void *zone) {
    struct timespec found;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &found);
    at->tv_sec = found.tv_sec;
    at->tv_usec = found.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (at) *at = found.tv_sec;
    return found.tv_sec;
}
