/*
 * Makes a process's clock wrong by as many seconds as the file says that WRONG_CLOCK names. The file may change at any
 * time. Loaded by LD_PRELOAD; what counts the time since the start of the machine is right still.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t wrong_by(void) {
    static int file = -1;
    char text[32];
    const char *name = getenv("WRONG_CLOCK");
    if (file < 0 && name != NULL) {
        file = open(name, O_RDONLY | O_CLOEXEC);
    }
    ssize_t length = file < 0 ? 0 : pread(file, text, sizeof text - 1, 0);
    if (length <= 0) {
        return 0;
    }
    text[length] = 0;
    return (time_t) atol(text);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void) zone;
    long result = syscall(SYS_gettimeofday, now, NULL);
    now->tv_sec += wrong_by();
    return (int) result;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long result = syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        now->tv_sec += wrong_by();
    }
    return (int) result;
}

time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now != NULL) {
        *now = precise.tv_sec;
    }
    return precise.tv_sec;
}
