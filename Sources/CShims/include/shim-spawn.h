#ifndef SHIM_SPAWN_H
#define SHIM_SPAWN_H

#include <sys/types.h>

/* Starts a program, found on PATH, that cannot outlive this process: the kernel kills it when this one ends, in
   whatever way. It has its own process group, no input, `output` and `error` to write to and, unless negative,
   `passed` as descriptor 3; nothing else of ours. Its identity goes to `pid`, and a descriptor that becomes readable
   when it has ended to `pidfd`. Answers 0, or the errno of what failed. */
int shim_spawn(const char *_Nonnull file, char *_Nullable const *_Nonnull argv, char *_Nullable const *_Nonnull envp,
               int output, int error, int passed, pid_t *_Nonnull pid, int *_Nonnull pidfd);

/* A pipe: [0] to read from, without blocking, and [1] to write to; both closed on exec. It holds a megabyte where the
   system allows. Answers -1 and sets errno when it fails. */
int shim_pipe(int fds[_Nonnull 2]);

/* Waits until the child has stopped or ended, without reaping it. */
int shim_wait_stopped(pid_t pid);

#endif
