#include "cquillpng.h"

#include <errno.h>
#include <fcntl.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Darwin's setjmp saves the signal mask with a system call; _setjmp does not.
#if defined(__APPLE__)
#define CQPNG_SETJMP _setjmp
#define CQPNG_LONGJMP _longjmp
#else
#define CQPNG_SETJMP setjmp
#define CQPNG_LONGJMP longjmp
#endif

enum { BLOCK = 256 * 1024, MESSAGE = 200, WARNINGS = 8, TEXTS = 64, KEY = 80 };
enum { CHUNK_MEMORY = 128 * 1024 * 1024, CHUNK_COUNT = 1000 };

struct cqpng_reader {
  png_structp png;
  png_infop info;
  jmp_buf jump;
  int fd;
  int code;
  int system_error;
  int passes;
  uint8_t *buffer;
  size_t filled;
  size_t used;
  uint64_t position;
  int animated;
  int text_count;
  int warning_count;
  int fault;
  char message[MESSAGE];
  char warnings[WARNINGS][MESSAGE];
  char texts[TEXTS][KEY];
};

static void copy_text(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }

static void on_error(png_structp png, png_const_charp message) {
  cqpng_reader *reader = png_get_error_ptr(png);
  if (!reader->code) reader->code = CQPNG_FORMAT;
  copy_text(reader->message, MESSAGE, message);
  CQPNG_LONGJMP(reader->jump, 1);
}

// Chunks that cannot change a pixel here. The first are passed by unread, so that they can neither fail nor unpack to
// something huge; the camera's notes are read for how the picture is turned, the colour tags for the report.
static const png_byte side_chunks[] =
    "tEXt\0zTXt\0iTXt\0bKGD\0hIST\0oFFs\0pCAL\0sCAL\0sPLT\0sBIT\0tIME\0pHYs\0eXIf\0gAMA\0cHRM\0sRGB\0iCCP";
enum { UNREAD_CHUNKS = 12, SIDE_CHUNKS = 17 };

// libpng drops an ancillary chunk whose checksum is wrong and only warns. That is damage unless the chunk is known to
// matter to no pixel: a lost tRNS makes opaque what was clear.
static int is_chunk_fault(const char *message) {
  if (strlen(message) < 5 || strcmp(message + 4, ": CRC error") != 0) return 0;
  for (int index = 0; index < SIDE_CHUNKS; index++) {
    if (memcmp(message, side_chunks + index * 5, 4) == 0) return 0;
  }
  return 1;
}

// libpng only warns when the compressed stream turns out bad after the last row was filled (a wrong checksum in an
// IDAT of its own). That is damage. Data beyond the last row is harmless and stays a warning.
static int is_stream_fault(const char *message) {
  return strncmp(message, "IDAT: ", 6) == 0 && !strstr(message, "Extra compressed data") &&
         !strstr(message, "Too much image data");
}

static void on_warning(png_structp png, png_const_charp message) {
  cqpng_reader *reader = png_get_error_ptr(png);
  if (reader->warning_count < WARNINGS) copy_text(reader->warnings[reader->warning_count], MESSAGE, message);
  reader->warning_count++;
  if (message && (is_stream_fault(message) || is_chunk_fault(message)) && !reader->fault) {
    reader->fault = 1;
    copy_text(reader->message, MESSAGE, message);
  }
}

// Reads the next block, whole unless the file ends: a pipe gives it in pieces. 1: there are bytes; 0: end of file;
// -1: system_error is set.
static int fill(cqpng_reader *reader) {
  if (reader->fd < 0) return 0;
  reader->filled = 0;
  reader->used = 0;
  while (reader->filled < BLOCK) {
    ssize_t got = read(reader->fd, reader->buffer + reader->filled, BLOCK - reader->filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) reader->system_error = errno;
    if (got < 0 && reader->filled == 0) return -1;
    if (got <= 0) break;
    reader->filled += (size_t)got;
  }
  return reader->filled > 0;
}

static void on_read(png_structp png, png_bytep to, size_t count) {
  cqpng_reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    if (reader->used == reader->filled) {
      int state = fill(reader);
      if (state <= 0) {
        reader->code = state < 0 ? CQPNG_IO : CQPNG_CUT;
        png_error(png, state < 0 ? "the file cannot be read" : "the file ends here");
      }
    }
    size_t here = reader->filled - reader->used;
    if (here > count) here = count;
    memcpy(to, reader->buffer + reader->used, here);
    reader->used += here;
    reader->position += here;
    to += here;
    count -= here;
  }
}

static int is_named(const png_byte *name, const char *wanted) { return memcmp(name, wanted, 4) == 0; }

static int on_chunk(png_structp png, png_unknown_chunkp chunk) {
  cqpng_reader *reader = png_get_user_chunk_ptr(png);
  if (is_named(chunk->name, "CgBI")) {
    reader->code = CQPNG_CRUSHED;
    png_error(png, "CgBI");
  }
  if (is_named(chunk->name, "acTL") && !(chunk->location & PNG_AFTER_IDAT)) reader->animated = 1;
  int text = is_named(chunk->name, "tEXt") || is_named(chunk->name, "zTXt") || is_named(chunk->name, "iTXt");
  if (text && reader->text_count < TEXTS) {
    size_t length = 0;
    while (length < chunk->size && length < KEY - 1 && chunk->data[length]) length++;
    memcpy(reader->texts[reader->text_count], chunk->data, length);
    reader->texts[reader->text_count][length] = 0;
    reader->text_count++;
  }
  // An unknown chunk whose first letter is a capital is one a reader must understand: libpng then refuses.
  return (chunk->name[0] & 0x20) != 0;
}

static int create(cqpng_reader **out, size_t capacity) {
  cqpng_reader *reader = calloc(1, sizeof *reader);
  *out = reader;
  if (!reader) return CQPNG_MEMORY;
  reader->fd = -1;
  reader->buffer = malloc(capacity ? capacity : 1);
  if (!reader->buffer) reader->code = CQPNG_MEMORY;
  return reader->code;
}

// Opens a file to be read; what is none, such as a pipe, fails with ESPIPE and is not waited for.
static int open_plain_file(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat facts;
  if (fd < 0 || fstat(fd, &facts) != 0 || S_ISREG(facts.st_mode)) return fd;
  close(fd);
  errno = S_ISDIR(facts.st_mode) ? EISDIR : ESPIPE;
  return -1;
}

int cqpng_open_file(const char *path, cqpng_reader **out) {
  if (create(out, BLOCK)) return CQPNG_MEMORY;
  cqpng_reader *reader = *out;
  reader->fd = open_plain_file(path);
  if (reader->fd < 0) reader->system_error = errno;
  if (reader->fd < 0 || fill(reader) < 0) reader->code = CQPNG_IO;
  return reader->code;
}

int cqpng_open_memory(const void *bytes, size_t count, cqpng_reader **out) {
  if (create(out, count)) return CQPNG_MEMORY;
  if (count) memcpy((*out)->buffer, bytes, count);
  (*out)->filled = count;
  return CQPNG_OK;
}

const uint8_t *cqpng_first_bytes(const cqpng_reader *reader, size_t *count) {
  *count = reader->filled;
  return reader->buffer;
}

// White, red, green, blue of sRGB (ITU-R BT.709), x and y times 100000.
static int is_standard(const png_fixed_point *found) {
  static const png_fixed_point standard[8] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
  for (int index = 0; index < 8; index++) {
    if (labs((long)found[index] - standard[index]) > 200) return 0;
  }
  return 1;
}

int cqpng_read_header(cqpng_reader *reader, cqpng_header *header) {
  if (reader->code) return reader->code;
  if (CQPNG_SETJMP(reader->jump)) return reader->code;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  if (!reader->png) return reader->code = CQPNG_MEMORY;
  reader->info = png_create_info_struct(reader->png);
  if (!reader->info) return reader->code = CQPNG_MEMORY;
  png_set_user_limits(reader->png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_malloc_max(reader->png, CHUNK_MEMORY);
  png_set_chunk_cache_max(reader->png, CHUNK_COUNT);
  png_set_read_fn(reader->png, reader, on_read);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, side_chunks, UNREAD_CHUNKS);
  png_set_read_user_chunk_fn(reader->png, reader, on_chunk);
  png_read_info(reader->png, reader->info);
  if (reader->fault) return reader->code = CQPNG_FORMAT;

  png_fixed_point gamma = 0;
  memset(header, 0, sizeof *header);
  header->width = png_get_image_width(reader->png, reader->info);
  header->height = png_get_image_height(reader->png, reader->info);
  header->bit_depth = png_get_bit_depth(reader->png, reader->info);
  header->color_type = png_get_color_type(reader->png, reader->info);
  header->interlaced = png_get_interlace_type(reader->png, reader->info) != PNG_INTERLACE_NONE;
  header->has_trns = png_get_valid(reader->png, reader->info, PNG_INFO_tRNS) != 0;
  header->has_srgb = png_get_valid(reader->png, reader->info, PNG_INFO_sRGB) != 0;
  header->has_chrm = png_get_valid(reader->png, reader->info, PNG_INFO_cHRM) != 0;
  header->has_gamma = png_get_valid(reader->png, reader->info, PNG_INFO_gAMA) != 0;
  if (header->has_gamma && png_get_gAMA_fixed(reader->png, reader->info, &gamma)) header->gamma = (uint32_t)gamma;
  png_fixed_point found[8];
  if (header->has_chrm &&
      png_get_cHRM_fixed(reader->png, reader->info, found, found + 1, found + 2, found + 3, found + 4, found + 5,
                         found + 6, found + 7)) {
    header->has_standard_chrm = is_standard(found);
  }
  header->animated = reader->animated;
  return CQPNG_OK;
}

int cqpng_start(cqpng_reader *reader, int sixteen_bits) {
  if (reader->code) return reader->code;
  if (CQPNG_SETJMP(reader->jump)) return reader->code;
  png_structp png = reader->png;
  int color_type = png_get_color_type(png, reader->info);
  int has_trns = png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
  png_set_expand(png);
  if (sixteen_bits) png_set_expand_16(png);
  else png_set_scale_16(png);
  if (!(color_type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
  if (!(color_type & PNG_COLOR_MASK_ALPHA) && !has_trns) png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
  reader->passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  size_t wanted = (size_t)png_get_image_width(png, reader->info) * (sixteen_bits ? 8 : 4);
  if (png_get_rowbytes(png, reader->info) != wanted) png_error(png, "rows do not expand to RGBA");
  return CQPNG_OK;
}

int cqpng_passes(const cqpng_reader *reader) { return reader->passes; }

int cqpng_read_rows(cqpng_reader *reader, uint8_t *destination, size_t stride, uint32_t rows, uint32_t *done) {
  *done = 0;
  if (reader->code) return reader->code;
  if (CQPNG_SETJMP(reader->jump)) return reader->code;
  for (; *done < rows; ++*done) {
    png_read_row(reader->png, destination + (size_t)*done * stride, NULL);
    if (reader->fault) return reader->code = CQPNG_FORMAT;
  }
  return CQPNG_OK;
}

int cqpng_finish(cqpng_reader *reader, int *trailing) {
  *trailing = 0;
  if (reader->code) return reader->code;
  if (CQPNG_SETJMP(reader->jump)) return reader->code;
  png_read_end(reader->png, NULL);
  if (reader->fault) return reader->code = CQPNG_FORMAT;
  *trailing = reader->used < reader->filled || fill(reader) > 0;
  return CQPNG_OK;
}

const uint8_t *cqpng_profile(cqpng_reader *reader, const char **name, size_t *count) {
  png_charp text = NULL;
  png_bytep bytes = NULL;
  png_uint_32 length = 0;
  int compression = 0;
  *name = NULL;
  *count = 0;
  if (reader->code || !reader->info) return NULL;
  if (CQPNG_SETJMP(reader->jump)) return NULL;
  if (!png_get_iCCP(reader->png, reader->info, &text, &compression, &bytes, &length)) return NULL;
  *name = text;
  *count = length;
  return bytes;
}

const uint8_t *cqpng_exif(cqpng_reader *reader, size_t *count) {
  png_bytep bytes = NULL;
  png_uint_32 length = 0;
  *count = 0;
  if (reader->code || !reader->info) return NULL;
#ifdef PNG_eXIf_SUPPORTED
  if (CQPNG_SETJMP(reader->jump)) return NULL;
  if (!png_get_eXIf_1(reader->png, reader->info, &length, &bytes)) return NULL;
#endif
  *count = length;
  return bytes;
}

int cqpng_text_count(const cqpng_reader *reader) { return reader->text_count; }
const char *cqpng_text_key(const cqpng_reader *reader, int index) { return reader->texts[index]; }
const char *cqpng_message(const cqpng_reader *reader) { return reader->message; }
int cqpng_errno(const cqpng_reader *reader) { return reader->system_error; }
int cqpng_warning_count(const cqpng_reader *reader) {
  return reader->warning_count < WARNINGS ? reader->warning_count : WARNINGS;
}
const char *cqpng_warning(const cqpng_reader *reader, int index) { return reader->warnings[index]; }
size_t cqpng_read_at(const cqpng_reader *reader, uint64_t offset, void *to, size_t count) {
  size_t done = 0;
  while (reader->fd >= 0 && done < count) {
    ssize_t got = pread(reader->fd, (uint8_t *)to + done, count - done, (off_t)(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += (size_t)got;
  }
  return done;
}

uint64_t cqpng_position(const cqpng_reader *reader) { return reader->position; }

void cqpng_close(cqpng_reader *reader) {
  if (!reader) return;
  if (reader->png && !CQPNG_SETJMP(reader->jump)) {
    png_destroy_read_struct(&reader->png, reader->info ? &reader->info : NULL, NULL);
  }
  if (reader->fd >= 0) close(reader->fd);
  free(reader->buffer);
  free(reader);
}
