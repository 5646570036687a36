#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A lock with a signal: threads take turns, and sleep until another one has changed something.
@safe
final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(changed)
    unsafe mutex.deallocate()
    unsafe changed.deallocate()
  }

  /// Runs `body` while no other thread holds the lock.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Sleeps until another thread calls `signal`; to be called with the lock held, which is free
  /// while asleep.
  func wait() { unsafe pthread_cond_wait(changed, mutex) }

  /// Wakes all that sleep in `wait`.
  func signal() { unsafe pthread_cond_broadcast(changed) }
}

/// Runs the same work on several threads, of which the calling one is the first.
enum Crew {
  /// Calls `work` on `count` threads and returns when all have come back.
  static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let others = Workers(count - 1, work)
    work()
    others.join()
  }
}

/// Threads that work beside the calling one.
///
/// They are fewer than wanted, even none, where the system gives no more: work that is shared out gets
/// done all the same.
final class Workers {
  private var threads: [pthread_t] = []

  /// Starts up to `count` threads, each of which calls `work` once.
  init(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    while threads.count < count, let thread = Self.start(work) { threads.append(thread) }
  }

  /// Waits until all have come back.
  func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
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
      let status = unsafe pthread_create(&thread, nil, { unsafe Workers.run($0) }, job)
    #else
      var thread: pthread_t = 0
      let status = unsafe pthread_create(&thread, nil, { unsafe Workers.run($0) }, job)
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
