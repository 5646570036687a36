/*
 * Loaded before the C library, this makes calls of the system fail as they do on a disk that is
 * full, broken or without locks.
 *
 * QUILL_FAILING is a pattern as of a shell; calls that match it, such as "rename old new", fail
 * with the number QUILL_ERROR, at most QUILL_TIMES times where that is set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int failures;

static int fails(const char *call, const char *path, const char *new_path)
{
  const char *pattern = getenv("QUILL_FAILING");
  const char *error = getenv("QUILL_ERROR");
  const char *times = getenv("QUILL_TIMES");
  char text[8192];
  if (!pattern || !error)
    return 0;
  snprintf(text, sizeof text, "%s %s %s", call, path, new_path);
  if (fnmatch(pattern, text, 0) != 0)
    return 0;
  if (times && atomic_fetch_add(&failures, 1) >= atoi(times))
    return 0;
  errno = atoi(error);
  return 1;
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

int link(const char *path, const char *new_path)
{
  return fails("link", path, new_path) ? -1 : NEXT(link)(path, new_path);
}

int mkdir(const char *path, mode_t mode)
{
  return fails("mkdir", path, "") ? -1 : NEXT(mkdir)(path, mode);
}

int rmdir(const char *path) { return fails("rmdir", path, "") ? -1 : NEXT(rmdir)(path); }

int unlink(const char *path) { return fails("unlink", path, "") ? -1 : NEXT(unlink)(path); }

int fsync(int file) { return fails("fsync", "", "") ? -1 : NEXT(fsync)(file); }

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place)
{
  return fails("pwrite", "", "") ? -1 : NEXT(pwrite)(file, bytes, count, place);
}

ssize_t pread(int file, void *bytes, size_t count, off_t place)
{
  return fails("pread", "", "") ? -1 : NEXT(pread)(file, bytes, count, place);
}

int open(const char *path, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (fails(flags & O_CREAT ? "create" : "open", path, ""))
    return -1;
  return NEXT(open)(path, flags, mode);
}
