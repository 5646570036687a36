/*
 * Loaded before the C library, this makes calls of the system fail as they do on a disk that is
 * full, broken or without locks.
 *
 * QUILL_FAILING is a pattern as of a shell; calls that match it, such as "rename old new", fail
 * with the number QUILL_ERROR, at most QUILL_TIMES times where that is set, after the first
 * QUILL_AFTER ones. The calls that take an open folder and a name are told by the whole path, and
 * as the call without one is: mkdirat as mkdir. Calls on an open file are told by its path.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int matches;

static int fails(const char *call, const char *path, const char *new_path)
{
  const char *pattern = getenv("QUILL_FAILING");
  const char *error = getenv("QUILL_ERROR");
  const char *times = getenv("QUILL_TIMES");
  const char *after = getenv("QUILL_AFTER");
  char text[16384];
  if (!pattern || !error)
    return 0;
  snprintf(text, sizeof text, "%s %s %s", call, path, new_path);
  if (fnmatch(pattern, text, 0) != 0)
    return 0;
  int place = atomic_fetch_add(&matches, 1) - (after ? atoi(after) : 0);
  if (place < 0 || (times && place >= atoi(times)))
    return 0;
  errno = atoi(error);
  return 1;
}

/* Where an open file lies: an empty text where the system does not say. */
static const char *path_of(int file, char *room, size_t size)
{
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, room, size - 1);
  room[count < 0 ? 0 : count] = 0;
  return room;
}

static const char *path_below(int folder, const char *name, char *room, size_t size)
{
  if (folder == AT_FDCWD || name[0] == '/')
    return name;
  path_of(folder, room, size);
  size_t length = strlen(room);
  snprintf(room + length, size - length, "/%s", name);
  return room;
}

static int file_fails(const char *call, int file)
{
  char room[4096];
  return fails(call, path_of(file, room, sizeof room), "");
}

static int below_fails(const char *call, int folder, const char *name)
{
  char room[8192];
  return fails(call, path_below(folder, name, room, sizeof room), "");
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int flock(int file, int operation)
{
  return fails("flock", "", "") ? -1 : NEXT(flock)(file, operation);
}

int rename(const char *path, const char *new_path)
{
  return fails("rename", path, new_path) ? -1 : NEXT(rename)(path, new_path);
}

int renameat(int folder, const char *name, int new_folder, const char *new_name)
{
  char old_room[8192], new_room[8192];
  return fails("rename", path_below(folder, name, old_room, sizeof old_room),
               path_below(new_folder, new_name, new_room, sizeof new_room))
             ? -1
             : NEXT(renameat)(folder, name, new_folder, new_name);
}

int renameat2(int folder, const char *name, int new_folder, const char *new_name, unsigned flags)
{
  char old_room[8192], new_room[8192];
  return fails("exchange", path_below(folder, name, old_room, sizeof old_room),
               path_below(new_folder, new_name, new_room, sizeof new_room))
             ? -1
             : NEXT(renameat2)(folder, name, new_folder, new_name, flags);
}

int link(const char *path, const char *new_path)
{
  return fails("link", path, new_path) ? -1 : NEXT(link)(path, new_path);
}

int linkat(int folder, const char *name, int new_folder, const char *new_name, int flags)
{
  char old_room[8192], new_room[8192];
  return fails("link", path_below(folder, name, old_room, sizeof old_room),
               path_below(new_folder, new_name, new_room, sizeof new_room))
             ? -1
             : NEXT(linkat)(folder, name, new_folder, new_name, flags);
}

int mkdir(const char *path, mode_t mode)
{
  return fails("mkdir", path, "") ? -1 : NEXT(mkdir)(path, mode);
}

int mkdirat(int folder, const char *name, mode_t mode)
{
  return below_fails("mkdir", folder, name) ? -1 : NEXT(mkdirat)(folder, name, mode);
}

int rmdir(const char *path) { return fails("rmdir", path, "") ? -1 : NEXT(rmdir)(path); }

int unlink(const char *path) { return fails("unlink", path, "") ? -1 : NEXT(unlink)(path); }

int unlinkat(int folder, const char *name, int flags)
{
  const char *call = flags & AT_REMOVEDIR ? "rmdir" : "unlink";
  return below_fails(call, folder, name) ? -1 : NEXT(unlinkat)(folder, name, flags);
}

int fsync(int file) { return file_fails("fsync", file) ? -1 : NEXT(fsync)(file); }

int syncfs(int file) { return file_fails("syncfs", file) ? -1 : NEXT(syncfs)(file); }

ssize_t read(int file, void *bytes, size_t count)
{
  return file_fails("read", file) ? -1 : NEXT(read)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t place)
{
  return file_fails("pread", file) ? -1 : NEXT(pread)(file, bytes, count, place);
}

ssize_t write(int file, const void *bytes, size_t count)
{
  return file_fails("write", file) ? -1 : NEXT(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place)
{
  return file_fails("pwrite", file) ? -1 : NEXT(pwrite)(file, bytes, count, place);
}

int close(int file)
{
  if (!file_fails("close", file))
    return NEXT(close)(file);
  int error = errno;
  NEXT(close)(file);
  errno = error;
  return -1;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t place)
{
  if (file >= 0 && file_fails("mmap", file))
    return MAP_FAILED;
  return NEXT(mmap)(address, length, protection, flags, file, place);
}

struct dirent *readdir(DIR *folder)
{
  return file_fails("readdir", dirfd(folder)) ? NULL : NEXT(readdir)(folder);
}

static int opening_fails(int folder, const char *name, int flags)
{
  return below_fails(flags & O_CREAT ? "create" : "open", folder, name);
}

int open(const char *path, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opening_fails(AT_FDCWD, path, flags) ? -1 : NEXT(open)(path, flags, mode);
}

int openat(int folder, const char *name, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opening_fails(folder, name, flags) ? -1 : NEXT(openat)(folder, name, flags, mode);
}
