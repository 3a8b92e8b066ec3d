#define _GNU_SOURCE
#include "probes.h"

#include <dirent.h>
#include <errno.h>
#include <linux/sockios.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

/* glibc's functions, under the names that it exports for programs that replace malloc. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_int_fast64_t allocations;

static void note(void)
{
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size)
{
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    note();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size)
{
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    note();
    void *memory = __libc_memalign(alignment, size);
    if (!memory)
        return ENOMEM;
    *result = memory;
    return 0;
}

int64_t probe_allocations(void)
{
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

int64_t probe_cpu_ns(pid_t pid)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

uint32_t probe_debug_clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint32_t)(now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

void probe_sleep_until(int64_t time_ns)
{
    struct timespec time = {.tv_sec = time_ns / 1000000000, .tv_nsec = time_ns % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
    }
}

int probe_unread(int socket)
{
    int size;
    return ioctl(socket, SIOCOUTQ, &size) == 0 ? size : -1;
}

/* The state of a thread is the letter after its name, which is in parentheses and may contain some. */
static char thread_state(pid_t pid, const char *thread)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", pid, thread);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end[2] : 0;
}

int probe_sleeps(pid_t pid)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    if (!threads)
        return -1;
    int count = 0, asleep = 0;
    for (struct dirent *entry; (entry = readdir(threads));) {
        if (entry->d_name[0] == '.')
            continue;
        count++;
        asleep += thread_state(pid, entry->d_name) == 'S';
    }
    closedir(threads);
    return count == 0 ? -1 : count == asleep;
}
