/* Preloaded into a process, counts its fsync and fdatasync calls in a file that another process
   can read at any time, and delays each call by SYNC_DELAY_US microseconds when that is set.
   The file holds one 64-bit number, shared by all processes that map it. Without SYNC_COUNT_FILE
   the library only delays. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef int (*sync_call)(int);

static sync_call real_fsync;
static sync_call real_fdatasync;
static _Atomic uint64_t *counter;
static struct timespec delay;

static void map_counter(const char *path) {
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *page = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) counter = page;
  close(fd);
}

__attribute__((constructor)) static void start(void) {
  real_fsync = (sync_call)dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = (sync_call)dlsym(RTLD_NEXT, "fdatasync");
  const char *path = getenv("SYNC_COUNT_FILE");
  if (path != NULL && path[0] != '\0') map_counter(path);
  const char *micros = getenv("SYNC_DELAY_US");
  long long us = micros == NULL ? 0 : atoll(micros);
  if (us > 0) delay = (struct timespec){us / 1000000, (us % 1000000) * 1000};
}

static void note(void) {
  if (counter != NULL) atomic_fetch_add(counter, 1);
  if (delay.tv_sec != 0 || delay.tv_nsec != 0) nanosleep(&delay, NULL);
}

int fsync(int fd) {
  note();
  return real_fsync(fd);
}

int fdatasync(int fd) {
  note();
  return real_fdatasync(fd);
}
