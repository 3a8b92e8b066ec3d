#define _GNU_SOURCE
#include "shim-spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct request {
    const char *file;
    char *const *argv;
    char *const *envp;
    int output, error, passed;
    pid_t pid;
    int pidfd;
    int failure;
};

/* Runs in the child. Only async-signal-safe calls are allowed, since the parent may have other threads. */
static _Noreturn void become(const struct request *request, pid_t parent, int report) {
    sigset_t none;
    int input = open("/dev/null", O_RDONLY);

    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
        goto fail;
    if (getppid() != parent)
        _exit(127);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    if (dup2(input, 0) < 0 || dup2(request->output, 1) < 0 || dup2(request->error, 2) < 0)
        goto fail;
    if (request->passed >= 0) {
        if (report == 3 && (report = fcntl(report, F_DUPFD_CLOEXEC, 4)) < 0)
            _exit(127);
        if (request->passed != 3 && dup2(request->passed, 3) < 0)
            goto fail;
    }
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (request->passed >= 0)
        fcntl(3, F_SETFD, 0);
    execvpe(request->file, request->argv, request->envp);

fail:
    input = errno;
    while (write(report, &input, sizeof input) < 0 && errno == EINTR)
        ;
    _exit(127);
}

static int start(struct request *request) {
    int report[2];
    int failure = 0;
    pid_t parent = getpid();

    if (pipe2(report, O_CLOEXEC) < 0)
        return errno;
    request->pid = fork();
    if (request->pid == 0)
        become(request, parent, report[1]);
    if (request->pid < 0)
        failure = errno;
    close(report[1]);

    /* When exec succeeds, the pipe closes without data. */
    if (!failure)
        while (read(report[0], &failure, sizeof failure) < 0 && errno == EINTR)
            ;
    close(report[0]);
    if (!failure) {
        request->pidfd = (int)syscall(SYS_pidfd_open, request->pid, 0);
        if (request->pidfd < 0) {
            failure = errno;
            kill(request->pid, SIGKILL);
        }
    }
    if (failure && request->pid > 0)
        while (waitpid(request->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    return failure;
}

/* The kernel sends the death signal when the *thread* that forked ends, so all forks are made by one thread that lives as
   long as the process. */
static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct request *pending;
static int is_running;

static void *spawner(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!pending)
            pthread_cond_wait(&changed, &lock);
        pending->failure = start(pending);
        pending = NULL;
        pthread_cond_broadcast(&changed);
    }
}

static int start_spawner(void) {
    sigset_t all, old;
    pthread_t thread;
    int failure;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    failure = pthread_create(&thread, NULL, spawner, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!failure) {
        pthread_detach(thread);
        is_running = 1;
    }
    return failure;
}

int shim_spawn(const char *file, char *const *argv, char *const *envp, int output, int error, int passed, pid_t *pid,
               int *pidfd) {
    struct request request = {file, argv, envp, output, error, passed, -1, -1, 0};

    pthread_mutex_lock(&callers);
    if (!is_running)
        request.failure = start_spawner();
    if (!request.failure) {
        pthread_mutex_lock(&lock);
        pending = &request;
        pthread_cond_broadcast(&changed);
        while (pending)
            pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&callers);

    *pid = request.pid;
    *pidfd = request.pidfd;
    return request.failure;
}

int shim_pipe(int fds[2]) {
    if (pipe2(fds, O_CLOEXEC) < 0)
        return -1;
    fcntl(fds[0], F_SETFL, O_NONBLOCK);
    fcntl(fds[1], F_SETPIPE_SZ, 1 << 20);
    return 0;
}

int shim_wait_stopped(pid_t pid) {
    siginfo_t info;
    int result;
    do
        result = waitid(P_PID, (id_t)pid, &info, WSTOPPED | WEXITED | WNOWAIT);
    while (result < 0 && errno == EINTR);
    return result;
}
