/* Records what a process writes to the files of one folder, and when it syncs them. Loaded with LD_PRELOAD.
 *
 * RATTUS_RECORD_FOLDER names the folder, RATTUS_RECORD_TRACE the file that the record is appended to. Any number of
 * processes may share both. An operation and its record happen under one lock, so that the order is the true one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { MAX_FILES = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;
static char folder[PATH_MAX];
static char *names[MAX_FILES]; /* by file descriptor: the name in the folder, "" for the folder itself */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("RATTUS_RECORD_TRACE"), *of = getenv("RATTUS_RECORD_FOLDER");
    if (path == NULL || of == NULL || realpath(of, folder) == NULL) return;
    trace = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The name of a path in the folder, "" for the folder itself, or NULL. */
static const char *name_in_folder(const char *path) {
    size_t length = strlen(folder);
    if (trace < 0 || path == NULL || strncmp(path, folder, length) != 0) return NULL;
    if (path[length] == 0) return "";
    return path[length] == '/' && strchr(path + length + 1, '/') == NULL ? path + length + 1 : NULL;
}

static const char *name_of(int file) { return file >= 0 && file < MAX_FILES ? names[file] : NULL; }

static void enter(void) {
    pthread_mutex_lock(&lock);
    flock(trace, LOCK_EX);
}

static void leave(void) {
    flock(trace, LOCK_UN);
    pthread_mutex_unlock(&lock);
}

static void put(const void *data, size_t count) {
    if (REAL(write)(trace, data, count) != (ssize_t)count) abort();
}

/* One operation: its letter, a name, a number, and data. */
static void record(char letter, const char *name, uint64_t number, const void *data, size_t count) {
    uint64_t head[4] = {(uint64_t)letter, strlen(name), number, count};
    char *whole = malloc(sizeof head + head[1] + count);
    if (whole == NULL) abort();
    memcpy(whole, head, sizeof head);
    memcpy(whole + sizeof head, name, head[1]);
    if (count) memcpy(whole + sizeof head + head[1], data, count);
    put(whole, sizeof head + head[1] + count);
    free(whole);
}

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    const char *name = name_in_folder(path);
    if (name == NULL) return real(path, flags, mode);
    enter();
    struct stat known;
    int is_new = stat(path, &known) != 0;
    int file = real(path, flags, mode);
    if (file >= 0 && file < MAX_FILES) {
        free(names[file]);
        names[file] = strdup(name);
        if (is_new) record('c', name, 0, NULL, 0);
        else if (flags & O_TRUNC) record('t', name, 0, NULL, 0);
    }
    leave();
    return file;
}

#define OPEN(function)                                                  \
    int function(const char *path, int flags, ...) {                    \
        va_list rest;                                                   \
        va_start(rest, flags);                                          \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;       \
        va_end(rest);                                                   \
        return opened(REAL(function), path, flags, mode);               \
    }
OPEN(open)
OPEN(open64)

int close(int file) {
    if (name_of(file) != NULL) {
        pthread_mutex_lock(&lock);
        free(names[file]);
        names[file] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return REAL(close)(file);
}

/* A write is recorded before it is made: a process that is killed in between has written less than it says, never more. */
static ssize_t written(int file, const void *data, size_t count, off64_t at, int is_positioned) {
    enter();
    if (!is_positioned) {
        at = REAL(lseek64)(file, 0, SEEK_CUR);
        if (fcntl(file, F_GETFL) & O_APPEND) {
            struct stat known;
            fstat(file, &known);
            at = known.st_size;
        }
    }
    record('w', names[file], (uint64_t)at, data, count);
    ssize_t done = is_positioned ? REAL(pwrite64)(file, data, count, at) : REAL(write)(file, data, count);
    if (done != (ssize_t)count) abort();
    leave();
    return done;
}

ssize_t write(int file, const void *data, size_t count) {
    return name_of(file) == NULL ? REAL(write)(file, data, count) : written(file, data, count, 0, 0);
}

ssize_t pwrite(int file, const void *data, size_t count, off_t at) {
    return name_of(file) == NULL ? REAL(pwrite)(file, data, count, at) : written(file, data, count, at, 1);
}

ssize_t pwrite64(int file, const void *data, size_t count, off64_t at) {
    return name_of(file) == NULL ? REAL(pwrite64)(file, data, count, at) : written(file, data, count, at, 1);
}

/* A sync is recorded when it is done. */
static int synced(int (*real)(int), int file) {
    if (name_of(file) == NULL) return real(file);
    enter();
    int result = real(file);
    if (result == 0) record('s', names[file], 0, NULL, 0);
    leave();
    return result;
}

int fsync(int file) { return synced(REAL(fsync), file); }
int fdatasync(int file) { return synced(REAL(fdatasync), file); }

static int truncated(int (*real)(int, off64_t), int file, off64_t length) {
    enter();
    record('t', names[file], (uint64_t)length, NULL, 0);
    int result = real(file, length);
    if (result != 0) abort();
    leave();
    return result;
}

int ftruncate(int file, off_t length) {
    return name_of(file) == NULL ? REAL(ftruncate)(file, length) : truncated(REAL(ftruncate64), file, length);
}

int ftruncate64(int file, off64_t length) {
    return name_of(file) == NULL ? REAL(ftruncate64)(file, length) : truncated(REAL(ftruncate64), file, length);
}

int unlink(const char *path) {
    const char *name = name_in_folder(path);
    if (name == NULL) return REAL(unlink)(path);
    enter();
    int result = REAL(unlink)(path);
    if (result == 0) record('u', name, 0, NULL, 0);
    leave();
    return result;
}

int rename(const char *from, const char *to) {
    const char *old = name_in_folder(from), *new = name_in_folder(to);
    if (old == NULL || new == NULL) return REAL(rename)(from, to);
    enter();
    int result = REAL(rename)(from, to);
    if (result == 0) record('r', old, 0, new, strlen(new));
    leave();
    return result;
}
