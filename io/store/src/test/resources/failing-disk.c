/*
 * A disk that fails once. Loaded before the C library (LD_PRELOAD), it lets the call number FAIL_AT of the kind FAIL_CALL ("write" or
 * "sync") on the file FAIL_PATH fail with EIO; the call does nothing. All other calls go through.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long calls;

static int fails(int fd, const char *kind) {
    const char *call = getenv("FAIL_CALL");
    const char *path = getenv("FAIL_PATH");
    const char *at = getenv("FAIL_AT");
    char link[64];
    char name[4096];
    int before = errno;
    ssize_t length;
    if (!call || !path || !at || strcmp(call, kind)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, name, sizeof name - 1);
    errno = before;
    if (length <= 0) return 0;
    name[length] = 0;
    if (strcmp(name, path) || atomic_fetch_add(&calls, 1) + 1 != atol(at)) return 0;
    errno = EIO;
    return 1;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
    return fails(fd, "write") ? -1 : real(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
    return fails(fd, "write") ? -1 : real(fd, bytes, count, offset);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    return fails(fd, "write") ? -1 : real(fd, bytes, count);
}

int fsync(int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    return fails(fd, "sync") ? -1 : real(fd);
}

int fdatasync(int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    return fails(fd, "sync") ? -1 : real(fd);
}
