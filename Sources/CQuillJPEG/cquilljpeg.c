#include "cquilljpeg.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>

#include <jerror.h>

// Darwin's setjmp saves the signal mask with a system call; _setjmp does not.
#if defined(__APPLE__)
#define CQJPEG_SETJMP _setjmp
#define CQJPEG_LONGJMP _longjmp
#else
#define CQJPEG_SETJMP setjmp
#define CQJPEG_LONGJMP longjmp
#endif

enum { BLOCK = 256 * 1024, MARKER_EXIF = JPEG_APP0 + 1, MARKER_PROFILE = JPEG_APP0 + 2 };

struct cqjpeg_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  jmp_buf jump;
  int fd;
  int created;
  int code;
  int system_error;
  int at_end;  // the file is used up, and an end mark was put in its place
  int fault;   // libjpeg remarked on data that changes pixels
  char message[JMSG_LENGTH_MAX];
  JOCTET *profile;
  JOCTET buffer[BLOCK];
};

static const JOCTET end_mark[2] = {0xff, JPEG_EOI};

static cqjpeg_reader *owner(j_common_ptr jpeg) { return jpeg->client_data; }

static void on_error(j_common_ptr jpeg) {
  cqjpeg_reader *reader = owner(jpeg);
  if (!reader->code) {
    reader->code = jpeg->err->msg_code == JERR_OUT_OF_MEMORY ? CQJPEG_MEMORY
                   : reader->at_end                         ? CQJPEG_CUT
                                                            : CQJPEG_FORMAT;
    jpeg->err->format_message(jpeg, reader->message);
  }
  CQJPEG_LONGJMP(reader->jump, 1);
}

// libjpeg goes on with made-up pixels where data are wrong, and only warns. Bytes between two segments are harmless.
static void on_message(j_common_ptr jpeg, int level) {
  cqjpeg_reader *reader = owner(jpeg);
  if (level >= 0 || jpeg->err->msg_code == JWRN_EXTRANEOUS_DATA || jpeg->err->msg_code == JWRN_JFIF_MAJOR) return;
  if (jpeg->err->msg_code == JWRN_ADOBE_XFORM || jpeg->err->msg_code == JWRN_BOGUS_ICC) return;
  if (reader->fault) return;
  reader->fault = 1;
  jpeg->err->format_message(jpeg, reader->message);
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_start(j_decompress_ptr jpeg) { (void)jpeg; }

// An end mark takes the place of what is missing: libjpeg reads ahead, and only its remark tells whether it needed more.
static boolean on_fill(j_decompress_ptr jpeg) {
  cqjpeg_reader *reader = jpeg->client_data;
  ssize_t got = 0;
  while (!reader->at_end && (got = read(reader->fd, reader->buffer, BLOCK)) < 0 && errno == EINTR) {
  }
  if (got < 0) {
    reader->system_error = errno;
    reader->code = CQJPEG_IO;
    CQJPEG_LONGJMP(reader->jump, 1);
  }
  if (got == 0) reader->at_end = 1;
  reader->source.next_input_byte = got ? reader->buffer : end_mark;
  reader->source.bytes_in_buffer = got ? (size_t)got : sizeof end_mark;
  return TRUE;
}

static void on_skip(j_decompress_ptr jpeg, long count) {
  cqjpeg_reader *reader = jpeg->client_data;
  while (count > 0 && (size_t)count > reader->source.bytes_in_buffer) {
    count -= (long)reader->source.bytes_in_buffer;
    on_fill(jpeg);
    if (reader->at_end) return;
  }
  if (count <= 0) return;
  reader->source.next_input_byte += count;
  reader->source.bytes_in_buffer -= (size_t)count;
}

static void on_stop(j_decompress_ptr jpeg) { (void)jpeg; }

int cqjpeg_open_file(const char *path, cqjpeg_reader **out) {
  cqjpeg_reader *reader = calloc(1, sizeof *reader);
  *out = reader;
  if (!reader) return CQJPEG_MEMORY;
  // A file that a PNG's reader has already looked at: only a pipe put in its place would be waited for.
  reader->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (reader->fd < 0) {
    reader->system_error = errno;
    reader->code = CQJPEG_IO;
  }
  return reader->code;
}

// A fault means that pixels would be made up; where the file ended, it is cut off.
static int verdict(cqjpeg_reader *reader) {
  if (!reader->fault) return CQJPEG_OK;
  return reader->code = reader->at_end ? CQJPEG_CUT : CQJPEG_FORMAT;
}

int cqjpeg_read_header(cqjpeg_reader *reader, cqjpeg_header *header) {
  if (reader->code) return reader->code;
  j_decompress_ptr jpeg = &reader->jpeg;
  jpeg->err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  if (CQJPEG_SETJMP(reader->jump)) return reader->code;
  jpeg->client_data = reader;
  reader->created = 1;
  jpeg_create_decompress(jpeg);
  reader->source.init_source = on_start;
  reader->source.fill_input_buffer = on_fill;
  reader->source.skip_input_data = on_skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = on_stop;
  jpeg->src = &reader->source;
  jpeg_save_markers(jpeg, MARKER_EXIF, 0xffff);
  jpeg_save_markers(jpeg, MARKER_PROFILE, 0xffff);
  jpeg_read_header(jpeg, TRUE);
  memset(header, 0, sizeof *header);
  header->width = jpeg->image_width;
  header->height = jpeg->image_height;
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE: header->colors = CQJPEG_GRAY; break;
    case JCS_RGB:
    case JCS_YCbCr: header->colors = CQJPEG_COLOR; break;
    case JCS_CMYK:
    case JCS_YCCK: header->colors = CQJPEG_CMYK; break;
    default: break;
  }
  if (jpeg_has_multiple_scans(jpeg)) {
    for (int index = 0; index < jpeg->num_components; index++) {
      const jpeg_component_info *component = jpeg->comp_info + index;
      uint64_t blocks = (uint64_t)component->width_in_blocks * component->height_in_blocks;
      header->coefficient_bytes += blocks * sizeof(JBLOCK);
    }
  }
  return verdict(reader);
}

const uint8_t *cqjpeg_exif(const cqjpeg_reader *reader, size_t *count) {
  static const char name[6] = "Exif\0";
  *count = 0;
  if (!reader->created) return NULL;
  for (jpeg_saved_marker_ptr marker = reader->jpeg.marker_list; marker; marker = marker->next) {
    if (marker->marker != MARKER_EXIF || marker->data_length < sizeof name) continue;
    if (memcmp(marker->data, name, sizeof name) != 0) continue;
    *count = marker->data_length - sizeof name;
    return marker->data + sizeof name;
  }
  return NULL;
}

const uint8_t *cqjpeg_profile(cqjpeg_reader *reader, size_t *count) {
  unsigned int length = 0;
  *count = 0;
  if (reader->code || !reader->created) return NULL;
  if (CQJPEG_SETJMP(reader->jump)) return NULL;
  if (!reader->profile && !jpeg_read_icc_profile(&reader->jpeg, &reader->profile, &length)) return NULL;
  *count = length;
  return reader->profile;
}

int cqjpeg_start(cqjpeg_reader *reader) {
  if (reader->code) return reader->code;
  if (CQJPEG_SETJMP(reader->jump)) return reader->code;
  j_decompress_ptr jpeg = &reader->jpeg;
  jpeg->out_color_space = JCS_EXT_RGBA;
  jpeg->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(jpeg);
  // A scan that is missing makes the picture coarse without a remark.
  if (jpeg_has_multiple_scans(jpeg) && reader->at_end) return reader->code = CQJPEG_CUT;
  return verdict(reader);
}

int cqjpeg_read_rows(cqjpeg_reader *reader, uint8_t *destination, size_t stride, uint32_t rows, uint32_t *done) {
  *done = 0;
  if (reader->code) return reader->code;
  if (CQJPEG_SETJMP(reader->jump)) return reader->code;
  for (; *done < rows; ++*done) {
    JSAMPROW row = destination + (size_t)*done * stride;
    if (jpeg_read_scanlines(&reader->jpeg, &row, 1) != 1) return reader->code = CQJPEG_FORMAT;
    if (verdict(reader)) return reader->code;
  }
  return CQJPEG_OK;
}

int cqjpeg_finish(cqjpeg_reader *reader, int *trailing, int *cut) {
  *trailing = 0;
  *cut = 0;
  if (reader->code) return reader->code;
  if (CQJPEG_SETJMP(reader->jump)) return reader->code;
  jpeg_finish_decompress(&reader->jpeg);
  if (verdict(reader)) return reader->code;
  *cut = reader->at_end;
  if (!reader->at_end && reader->source.bytes_in_buffer == 0) on_fill(&reader->jpeg);
  *trailing = !reader->at_end && reader->source.bytes_in_buffer > 0;
  return CQJPEG_OK;
}

const char *cqjpeg_message(const cqjpeg_reader *reader) { return reader->message; }
int cqjpeg_errno(const cqjpeg_reader *reader) { return reader->system_error; }

void cqjpeg_close(cqjpeg_reader *reader) {
  if (!reader) return;
  if (reader->created) jpeg_destroy_decompress(&reader->jpeg);
  if (reader->fd >= 0) close(reader->fd);
  free(reader->profile);
  free(reader);
}
