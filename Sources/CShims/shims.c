#define _GNU_SOURCE
#include "shims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

_Static_assert(SHIM_SEAL_SEAL == F_SEAL_SEAL, "seal");
_Static_assert(SHIM_SEAL_SHRINK == F_SEAL_SHRINK, "seal");
_Static_assert(SHIM_SEAL_GROW == F_SEAL_GROW, "seal");

int shim_memfd_create(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int shim_add_seals(int fd, int seals) {
    return fcntl(fd, F_ADD_SEALS, seals);
}

int shim_get_seals(int fd) {
    return fcntl(fd, F_GET_SEALS);
}

int shim_allocate(int fd, int64_t size) {
    sigset_t limit, old;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    int error = pthread_sigmask(SIG_BLOCK, &limit, &old);
    if (error != 0)
        return error;
    do
        error = posix_fallocate(fd, 0, size);
    while (error == EINTR);
    if (error == EFBIG && !sigismember(&old, SIGXFSZ)) {
        struct timespec now = {0};
        sigtimedwait(&limit, NULL, &now);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return error;
}

int shim_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int shim_interrupt_fd(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int shim_read_interrupt(int fd) {
    struct signalfd_siginfo info;
    ssize_t size = read(fd, &info, sizeof info);
    if (size == (ssize_t)sizeof info)
        return (int)info.ssi_signo;
    return size < 0 && errno != EAGAIN && errno != EINTR ? -1 : 0;
}

int shim_release_interrupts(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int64_t shim_monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int shim_timer_fd(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

int shim_set_timer(int fd, int64_t time_ns) {
    struct itimerspec time = {.it_value = {.tv_sec = time_ns / 1000000000, .tv_nsec = time_ns % 1000000000}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &time, NULL);
}

int shim_clear_event(int fd) {
    uint64_t count;
    return read(fd, &count, sizeof count) == (ssize_t)sizeof count ? 0 : -1;
}

int shim_wait(int first, int writes, int second, int third, int64_t timeout_ns) {
    struct pollfd fds[3] = {
        {.fd = first, .events = (short)(writes ? POLLIN | POLLOUT : POLLIN)},
        {.fd = second, .events = POLLIN},
        {.fd = third, .events = POLLIN},
    };
    int count = shim_ppoll(fds, 3, timeout_ns);
    if (count < 0)
        return errno == EINTR ? 0 : -1;
    return (fds[0].revents ? 1 : 0) | (fds[1].revents ? 2 : 0) | (fds[2].revents ? 4 : 0);
}

int shim_ppoll(struct pollfd *fds, unsigned long count, int64_t timeout_ns) {
    struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    return ppoll(fds, count, timeout_ns < 0 ? NULL : &timeout, NULL);
}

int shim_set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
}
