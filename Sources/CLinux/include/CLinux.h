// Linux calls that Glibc's Swift overlay cannot reach: variadic, without a wrapper, or behind
// _GNU_SOURCE (which must not be defined in a header that Swift reads: fd_set would clash with
// Dispatch's). Every function returns -1 and sets errno on failure, as the calls themselves do.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
  CL_RESOLVE_BENEATH = 0x08,
  CL_RESOLVE_NO_SYMLINKS = 0x04,
  CL_RENAME_NOREPLACE = 1,
  CL_RENAME_EXCHANGE = 2,
};

int cl_openat2(int folder, const char *path, int flags, unsigned mode, uint64_t resolve);
int cl_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);

/// An anonymous file in memory that can be sealed.
int cl_memory_file(const char *name);
/// Forbids writing, growing, shrinking and further seals.
int cl_seal(int fd);

/// Starts writing the file's dirty pages to disk without waiting for them.
int cl_start_writeback(int fd);

/// Sends bytes and descriptors in one message. Returns the number of bytes taken.
ssize_t cl_send(int socket, const void *bytes, size_t count, const int *fds, int fd_count);
/// Receives bytes and descriptors (close-on-exec). `fd_count` holds the room before, the number after.
ssize_t cl_receive(int socket, void *bytes, size_t room, int *fds, int *fd_count);
/// Two connected stream sockets, close-on-exec.
int cl_socket_pair(int pair[2]);

/// Starts a program in a process group of its own with `socket` as descriptor 3, standard input from
/// /dev/null, standard output and error as ours, default signals, and nothing else open.
/// Returns the process id.
pid_t cl_spawn(const char *path, char *const argv[], int socket);

/// Tries a read lease, which the kernel grants only while nobody has the file open for writing.
/// 1: nobody has. 0: somebody has. -1: the file system cannot tell.
int cl_nobody_writes(int fd);

/// Gives a file the extended attributes of another, as far as the caller may and the file system
/// can. (The C library's functions for them are in no Swift module.)
void cl_copy_attributes(int from, int to);

/// The file system's magic number.
int64_t cl_filesystem_type(int fd);
/// The file system's own number; 0 for none.
int64_t cl_filesystem_number(const char *path);

/// A descriptor that becomes readable when the file's times change.
int cl_watch(const char *path);
/// Takes what a watch has to say, so that it becomes readable anew.
void cl_watch_drain(int watch);
