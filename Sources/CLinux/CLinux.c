#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

extern char **environ;

int cl_openat2(int folder, const char *path, int flags, unsigned mode, uint64_t resolve) {
  struct open_how how = {.flags = (uint64_t)flags, .mode = mode, .resolve = resolve};
  long fd;
  // A rename elsewhere in the tree during the walk makes the kernel answer EAGAIN.
  do fd = syscall(SYS_openat2, folder, path, &how, sizeof how);
  while (fd < 0 && (errno == EINTR || errno == EAGAIN));
  return (int)fd;
}

int cl_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return renameat2(from_folder, from, to_folder, to, flags);
}

int cl_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int cl_seal(int fd) {
  return fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
}

int cl_start_writeback(int fd) {
  return sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
}

ssize_t cl_send(int socket, const void *bytes, size_t count, const int *fds, int fd_count) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  char control[CMSG_SPACE(sizeof(int) * 250)];
  if (fd_count > 250) {
    errno = EINVAL;
    return -1;
  }
  if (fd_count > 0) {
    memset(control, 0, sizeof control);
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)fd_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)fd_count);
    memcpy(CMSG_DATA(header), fds, sizeof(int) * (size_t)fd_count);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t cl_receive(int socket, void *bytes, size_t room, int *fds, int *fd_count) {
  struct iovec part = {.iov_base = bytes, .iov_len = room};
  char control[CMSG_SPACE(sizeof(int) * 250)];
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control,
                           .msg_controllen = sizeof control};
  int space = *fd_count;
  *fd_count = 0;
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got < 0) return got;
  for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h)) {
    if (h->cmsg_level != SOL_SOCKET || h->cmsg_type != SCM_RIGHTS) continue;
    int count = (int)((h->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    for (int i = 0; i < count; i++) {
      int fd;
      memcpy(&fd, CMSG_DATA(h) + sizeof(int) * (size_t)i, sizeof fd);
      if (*fd_count < space) fds[(*fd_count)++] = fd;
      else close(fd);
    }
  }
  return got;
}

int cl_socket_pair(int pair[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
}

pid_t cl_spawn(const char *path, char *const argv[], int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // The socket first: with our standard input closed, it may itself be descriptor 0.
  posix_spawn_file_actions_adddup2(&actions, socket, 3);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  pid_t pid = -1;
  int failed = posix_spawn(&pid, path, &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) {
    errno = failed;
    return -1;
  }
  return pid;
}

int cl_nobody_writes(int fd) {
  if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0) {
    fcntl(fd, F_SETLEASE, F_UNLCK);
    return 1;
  }
  return errno == EAGAIN || errno == EBUSY ? 0 : -1;
}

void cl_copy_attributes(int from, int to) {
  // The kernel's own limits: XATTR_LIST_MAX and XATTR_SIZE_MAX.
  enum { most = 65536 };
  char *names = malloc(most);
  char *value = malloc(most);
  ssize_t length = names && value ? flistxattr(from, names, most) : 0;
  for (char *name = names; length > 0 && name < names + length; name += strlen(name) + 1) {
    ssize_t size = fgetxattr(from, name, value, most);
    if (size >= 0) fsetxattr(to, name, value, (size_t)size, 0);
  }
  free(names);
  free(value);
}

int64_t cl_filesystem_number(const char *path) {
  struct statfs status;
  int64_t number = 0;
  if (statfs(path, &status) == 0) memcpy(&number, &status.f_fsid, sizeof number);
  return number;
}

int64_t cl_filesystem_type(int fd) {
  struct statfs info;
  return fstatfs(fd, &info) == 0 ? (int64_t)info.f_type : -1;
}

int cl_watch(const char *path) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch < 0) return -1;
  if (inotify_add_watch(watch, path, IN_ATTRIB) < 0) {
    int failed = errno;
    close(watch);
    errno = failed;
    return -1;
  }
  return watch;
}

void cl_watch_drain(int watch) {
  char events[4096];
  while (read(watch, events, sizeof events) > 0) {}
}
