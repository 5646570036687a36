#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LibC {
  #if canImport(Darwin)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  /// Starts what shows a page on this system; false when there is no such program.
  package static func openInBrowser(_ url: String) -> Bool {
    let words = [opener, url]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in words.indices { unsafe free(arguments[index]) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      let variables = unsafe _NSGetEnviron().pointee
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      let variables = unsafe environ
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // Its own chatter is no result of this program.
    for file in [standardOutput, standardError] {
      unsafe posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0)
    }
    var process = pid_t()
    return unsafe posix_spawnp(&process, opener, &actions, nil, &arguments, variables) == 0
  }
}
