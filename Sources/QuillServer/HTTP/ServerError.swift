/// What can keep a server from starting.
public enum ServerError: Error, Equatable, Sendable {
  /// The machine has no such address.
  case unknownAddress(String)

  /// Another program listens there.
  case taken(address: String, port: Int)

  /// The system does not let it listen, with the system's reason.
  case cannotListen(address: String, port: Int, reason: String)

  /// The HTTP library does not start.
  case cannotStart
}

extension ServerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownAddress(let address):
      "this machine has no address '\(address)' (expected one such as 127.0.0.1 or ::1)"
    case .taken(let address, let port):
      "another program listens on port \(port) of \(address)"
    case .cannotListen(let address, let port, let reason):
      "port \(port) of \(address) cannot be listened on: \(reason)"
    case .cannotStart: "the HTTP library does not start (does the system give no more threads?)"
    }
  }
}
