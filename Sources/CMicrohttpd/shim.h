#include <fcntl.h>
#include <microhttpd.h>
#include <unistd.h>

/* What Swift cannot call or see: a call with a list of options, and enumerations. */

/* Leaves addresses as they were sent, for the server to read strictly. */
static inline size_t quill_http_keep(void *context, struct MHD_Connection *connection, char *text)
{
  size_t length = 0;
  (void)context;
  (void)connection;
  while (text[length] != 0)
    length++;
  return length;
}

static inline struct MHD_Daemon *quill_http_start(
    int socket, unsigned int threads, unsigned int connections, unsigned int idle_seconds,
    MHD_AccessHandlerCallback answer, void *context)
{
  // The library closes the socket that it is given, even when it does not start.
  for (;; threads /= 2) {
    int copy = fcntl(socket, F_DUPFD_CLOEXEC, 0);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, context,
        MHD_OPTION_LISTEN_SOCKET, copy, MHD_OPTION_THREAD_POOL_SIZE, threads,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(16 * 1024), MHD_OPTION_UNESCAPE_CALLBACK,
        quill_http_keep, NULL, MHD_OPTION_END);
    if (daemon || threads < 2) {
      close(socket);
      return daemon;
    }
  }
}

static inline const char *quill_http_header(struct MHD_Connection *connection, const char *name)
{
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static inline const char *quill_http_argument(struct MHD_Connection *connection, const char *name)
{
  return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

static inline struct MHD_Response *quill_http_copy(size_t count, const void *bytes)
{
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static inline enum MHD_Result quill_http_result(int is_good)
{
  return is_good ? MHD_YES : MHD_NO;
}
