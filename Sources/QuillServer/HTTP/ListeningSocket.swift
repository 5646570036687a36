#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A socket that listens at one address, until it is let go.
package struct ListeningSocket: ~Copyable {
  private let file: Int32

  /// The port it listens on.
  package let port: Int

  /// How many may wait to be let in.
  private static let backlog: Int32 = 1024

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - address: A numeric address of this machine, or a name such as `localhost`.
  ///   - wanted: The port, 0 for one that is free.
  /// - Throws: `ServerError`.
  package init(address: String, port wanted: Int) throws(ServerError) {
    precondition((0...65535).contains(wanted), "A port is a number from 0 to 65535")
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(address, "\(wanted)", &hints, &found) == 0, let first = unsafe found
    else { throw .unknownAddress(address) }
    defer { unsafe freeaddrinfo(first) }
    let place = unsafe first.pointee
    let socket = unsafe socket(place.ai_family, place.ai_socktype, place.ai_protocol)
    guard socket >= 0 else { throw Self.error(address, wanted) }
    var on: Int32 = 1
    _ = unsafe setsockopt(
      socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    guard unsafe bind(socket, place.ai_addr, place.ai_addrlen) == 0,
      listen(socket, Self.backlog) == 0
    else {
      let error = Self.error(address, wanted)
      _ = close(socket)
      throw error
    }
    file = socket
    port = wanted == 0 ? Self.port(of: socket) : wanted
  }

  deinit { _ = close(file) }

  /// Gives the system's number of the socket to one who closes it.
  consuming func release() -> Int32 {
    let file = file
    discard self
    return file
  }

  private static func error(_ address: String, _ port: Int) -> ServerError {
    switch errno {
    case EADDRINUSE: .taken(address: address, port: port)
    case EADDRNOTAVAIL: .unknownAddress(address)
    case EACCES, EPERM:
      .cannotListen(address: address, port: port, reason: "permission denied")
    default:
      unsafe .cannotListen(address: address, port: port, reason: String(cString: strerror(errno)))
    }
  }

  /// The port of a bound socket; both kinds of addresses have it behind two bytes of family.
  private static func port(of socket: Int32) -> Int {
    var place = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutableBytes(of: &place) { bytes in
      guard let start = bytes.baseAddress,
        unsafe getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &length) == 0
      else { return 0 }
      return unsafe Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }
}

/// How many files, connections among them, this process may have open: as many as the system
/// allows, up to `most`.
func raiseOpenFileLimit(to most: Int) -> Int {
  var limit = rlimit()
  #if canImport(Glibc)
    let kind = RLIMIT_NOFILE.rawValue
    let resource = __rlimit_resource_t(kind)
  #else
    let resource = RLIMIT_NOFILE
  #endif
  guard unsafe getrlimit(resource, &limit) == 0 else { return 256 }
  let wanted = min(rlim_t(most), limit.rlim_max)
  if limit.rlim_cur < wanted {
    limit.rlim_cur = wanted
    _ = unsafe setrlimit(resource, &limit)
    _ = unsafe getrlimit(resource, &limit)
  }
  return Int(min(limit.rlim_cur, rlim_t(most)))
}
