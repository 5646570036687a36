#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Threads that work beside the calling one.
///
/// They are fewer than wanted, even none, where the system gives no more: work that is shared out gets
/// done all the same.
package final class Threads {
  private var threads: [pthread_t] = []

  /// Starts up to `count` threads, each of which calls `work` once.
  package init(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    while threads.count < count, let thread = Self.start(work) { threads.append(thread) }
  }

  /// Waits until all have come back.
  package func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  /// Calls `work` on `count` threads, of which the calling one is the first, and returns when all have
  /// come back.
  package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let others = Threads(count - 1, work)
    work()
    others.join()
  }

  /// Starts a thread that runs beside the program until it ends; false where the system gives none.
  package static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(work) else { return false }
    pthread_detach(thread)
    return true
  }

  private final class Job: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// A new thread, nil where the system gives none.
  private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    let job = unsafe Unmanaged.passRetained(Job(work)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = unsafe pthread_create(&thread, nil, { unsafe Threads.run($0) }, job)
    #else
      var thread: pthread_t = 0
      let status = unsafe pthread_create(&thread, nil, { unsafe Threads.run($0) }, job)
    #endif
    guard status == 0 else {
      unsafe Unmanaged<Job>.fromOpaque(job).release()
      return nil
    }
    return thread
  }

  private static func run(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let job = unsafe job else { return nil }
    unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work()
    return nil
  }
}
