#pragma once

#include <stddef.h>
#include <stdint.h>

// libpng's reader behind plain calls. libpng reports an error by longjmp, so every call that can jump lives in this
// target and arms its own jump target; nothing of png.h leaves it. After an error a reader stays in error.

enum {
  CQPNG_OK = 0,
  CQPNG_IO,       // the system could not open or read the file: see cqpng_errno
  CQPNG_CUT,      // the file ended where libpng wanted more
  CQPNG_FORMAT,   // libpng refuses the data: see cqpng_message
  CQPNG_MEMORY,   // no memory
  CQPNG_CRUSHED,  // Apple's CgBI variant
};

typedef struct cqpng_reader cqpng_reader;

typedef struct {
  uint32_t width;
  uint32_t height;
  int bit_depth;
  int color_type;
  int interlaced;
  int has_trns;
  int has_srgb;
  int has_gamma;
  int has_chrm;
  int has_standard_chrm;  // the values of sRGB
  int animated;    // an acTL chunk stood before the image data
  uint32_t gamma;  // times 100000
} cqpng_header;

// Opens a file and reads its first block. *out is set even on failure unless there is no memory.
int cqpng_open_file(const char *path, cqpng_reader **out);

// Copies the bytes and reads from the copy.
int cqpng_open_memory(const void *bytes, size_t count, cqpng_reader **out);

// What was read so far from the file's beginning, before cqpng_read_header.
const uint8_t *cqpng_first_bytes(const cqpng_reader *reader, size_t *count);

// Reads up to the image data.
int cqpng_read_header(cqpng_reader *reader, cqpng_header *header);

// Sets up the expansion to RGBA at 8 bits, or at 16 bits big-endian.
int cqpng_start(cqpng_reader *reader, int sixteen_bits);

// 1, or 7 for an interlaced picture: how often all rows have to be read, always into the same memory.
int cqpng_passes(const cqpng_reader *reader);

// Reads the next rows of the current pass. *done is the number of rows of this call that are good.
int cqpng_read_rows(cqpng_reader *reader, uint8_t *destination, size_t stride, uint32_t rows, uint32_t *done);

// Reads to the end of the file's chunks. *trailing says whether bytes follow the end.
int cqpng_finish(cqpng_reader *reader, int *trailing);

// The profile's name and bytes, owned by the reader; NULL when there is none.
const uint8_t *cqpng_profile(cqpng_reader *reader, const char **name, size_t *count);

// The camera's notes (EXIF) that stand before the image data, owned by the reader; NULL when there are none.
const uint8_t *cqpng_exif(cqpng_reader *reader, size_t *count);

int cqpng_text_count(const cqpng_reader *reader);
const char *cqpng_text_key(const cqpng_reader *reader, int index);

const char *cqpng_message(const cqpng_reader *reader);
int cqpng_errno(const cqpng_reader *reader);
int cqpng_warning_count(const cqpng_reader *reader);
const char *cqpng_warning(const cqpng_reader *reader, int index);

// Reads bytes of the file at a place, whatever was read before, and says how many: fewer at the file's end, none where a
// file has no places (a pipe).
size_t cqpng_read_at(const cqpng_reader *reader, uint64_t offset, void *to, size_t count);

// Bytes handed to libpng so far.
uint64_t cqpng_position(const cqpng_reader *reader);

void cqpng_close(cqpng_reader *reader);
