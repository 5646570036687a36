#pragma once

#include <stddef.h>
#include <stdint.h>

// libjpeg-turbo's reader behind plain calls. libjpeg reports an error through a callback that must not return, so every
// call that can fail lives in this target and arms its own jump target; nothing of jpeglib.h leaves it. After an error a
// reader stays in error.

enum {
  CQJPEG_OK = 0,
  CQJPEG_IO,      // the system could not open or read the file: see cqjpeg_errno
  CQJPEG_CUT,     // the file ended where libjpeg wanted more
  CQJPEG_FORMAT,  // libjpeg refuses the data: see cqjpeg_message
  CQJPEG_MEMORY,  // no memory
};

enum { CQJPEG_GRAY = 1, CQJPEG_COLOR = 3, CQJPEG_CMYK = 4 };

typedef struct cqjpeg_reader cqjpeg_reader;

typedef struct {
  uint32_t width;
  uint32_t height;
  int colors;                   // one of the three above; 0: some other space
  uint64_t coefficient_bytes;   // kept in memory by a picture of several scans (progressive); else 0
} cqjpeg_header;

// Opens a file. *out is set even on failure unless there is no memory.
int cqjpeg_open_file(const char *path, cqjpeg_reader **out);

// Reads up to the image data; keeps the EXIF and ICC markers.
int cqjpeg_read_header(cqjpeg_reader *reader, cqjpeg_header *header);

// The first EXIF marker's data behind "Exif\0\0", owned by the reader; NULL when there is none.
const uint8_t *cqjpeg_exif(const cqjpeg_reader *reader, size_t *count);

// The colour profile put together, owned by the reader; NULL when there is none or it is not whole.
const uint8_t *cqjpeg_profile(cqjpeg_reader *reader, size_t *count);

// Sets up the decoding to RGBA of 8 bits; reads all scans of a picture that has several.
int cqjpeg_start(cqjpeg_reader *reader);

// Reads the next rows. *done is the number of rows of this call that are good.
int cqjpeg_read_rows(cqjpeg_reader *reader, uint8_t *destination, size_t stride, uint32_t rows, uint32_t *done);

// Reads to the end mark. *trailing says whether bytes follow it, *cut that it is missing.
int cqjpeg_finish(cqjpeg_reader *reader, int *trailing, int *cut);

const char *cqjpeg_message(const cqjpeg_reader *reader);
int cqjpeg_errno(const cqjpeg_reader *reader);

void cqjpeg_close(cqjpeg_reader *reader);
