/* A made-up driver for CUDA, for tests without a GPU: its memory is that of the CPU, kernels are not run, and all that
   is done on which stream goes to the file named by MADE_UP_LOG, a line each. Only what `made_up_gpu.py` needs is here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Pointer;
typedef void *Handle;
enum { OK = 0, NO_DEVICE = 100, NOT_FOUND = 500, CONTEXT = 0x1000 };

static __thread Handle current;

static void say(const char *form, ...) {
    static FILE *file;
    va_list what;
    if (!file) {
        file = fopen(getenv("MADE_UP_LOG"), "a");
        setvbuf(file, NULL, _IOLBF, 0);
    }
    va_start(what, form);
    vfprintf(file, form, what);
    va_end(what);
    fputc('\n', file);
}

static int number_of(const char *name, int otherwise) { return getenv(name) ? atoi(getenv(name)) : otherwise; }

/* ---- the device and its context */

int cuInit(unsigned flags) { return number_of("MADE_UP_INIT", OK); }
int cuDriverGetVersion(int *version) { *version = number_of("MADE_UP_VERSION", 13000); return OK; }
int cuDeviceGetCount(int *number) { *number = 1; return OK; }
int cuDeviceGet(int *device, int number) { *device = number; return number ? NO_DEVICE : OK; }
int cuDeviceGetName(char *name, int size, int device) { snprintf(name, size, "Made up"); return OK; }
int cuDeviceGetUuid_v2(char *id, int device) { memset(id, 7, 16); return OK; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
    *value = attribute == 75 ? 9 : 0; /* compute capability 9.0 */
    return OK;
}
int cuDevicePrimaryCtxRetain(Handle *context, int device) { *context = (Handle)CONTEXT; return OK; }
int cuDevicePrimaryCtxRelease_v2(int device) { return OK; }
int cuCtxPushCurrent_v2(Handle context) { current = context; return OK; }
int cuCtxPopCurrent_v2(Handle *context) { *context = current; current = NULL; return OK; }
int cuCtxGetCurrent(Handle *context) { *context = current; return OK; }
int cuCtxSetCurrent(Handle context) { current = context; return OK; }
int cuCtxGetDevice(int *device) { *device = 0; return OK; }
int cuMemGetInfo_v2(size_t *left, size_t *all) { *left = *all = (size_t)1 << 34; return OK; }

/* ---- memory */

int cuMemAlloc_v2(Pointer *place, size_t size) { *place = (Pointer)aligned_alloc(256, (size / 256 + 1) * 256); return OK; }
int cuMemFree_v2(Pointer place) { free((void *)place); return OK; }
int cuMemsetD8_v2(Pointer place, unsigned char value, size_t size) { memset((void *)place, value, size); return OK; }
int cuMemcpyHtoD_v2(Pointer to, const void *from, size_t size) {
    say("write");
    memcpy((void *)to, from, size);
    return OK;
}
int cuMemcpyDtoH_v2(void *to, Pointer from, size_t size) {
    say("read");
    memcpy(to, (void *)from, size);
    return OK;
}
int cuMemcpyHtoDAsync_v2(Pointer to, const void *from, size_t size, Handle stream) {
    say("write on %lu", (Pointer)stream);
    memcpy((void *)to, from, size);
    return OK;
}
int cuMemcpyDtoHAsync_v2(void *to, Pointer from, size_t size, Handle stream) {
    say("read on %lu", (Pointer)stream);
    memcpy(to, (void *)from, size);
    return OK;
}
int cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, size_t size, Handle stream) {
    say("copy on %lu", (Pointer)stream);
    memcpy((void *)to, (void *)from, size);
    return OK;
}
static void describe(void *value, int attribute, Pointer place) {
    switch (attribute) {
    case 1: *(Handle *)value = (Handle)CONTEXT; break;
    case 2: *(unsigned *)value = 2; break; /* memory of the device */
    case 3: case 4: *(Pointer *)value = place; break;
    default: *(int *)value = 0;
    }
}
int cuPointerGetAttribute(void *value, int attribute, Pointer place) { describe(value, attribute, place); return OK; }
int cuPointerGetAttributes(unsigned number, int *attributes, void **values, Pointer place) {
    for (unsigned each = 0; each < number; each++) describe(values[each], attributes[each], place);
    return OK;
}

/* ---- streams and events */

int cuStreamSynchronize(Handle stream) { say("wait for %lu", (Pointer)stream); return OK; }
int cuStreamWaitEvent(Handle stream, Handle event, unsigned flags) {
    say("%lu waits for it", (Pointer)stream);
    return OK;
}
int cuEventCreate(Handle *event, unsigned flags) { *event = (Handle)0x9000; return OK; }
int cuEventRecord(Handle event, Handle stream) { say("event on %lu", (Pointer)stream); return OK; }
int cuEventDestroy_v2(Handle event) { return OK; }

/* ---- what all others are found by */

int cuGetErrorName(int error, const char **name) { *name = "MADE_UP"; return OK; }
int cuGetErrorString(int error, const char **text) { *text = "made up"; return OK; }
int cuGetProcAddress_v2(const char *name, void **found, int version, uint64_t flags, int *status) {
    static Handle self;
    char full[200];
    if (!self) {
        Dl_info here;
        dladdr((void *)cuInit, &here);
        self = dlopen(here.dli_fname, RTLD_LAZY);
    }
    snprintf(full, sizeof full, "%s_v2", name);
    *found = dlsym(self, full);
    if (!*found) *found = dlsym(self, name);
    if (status) *status = *found ? 0 : 1;
    return *found ? OK : NOT_FOUND;
}
