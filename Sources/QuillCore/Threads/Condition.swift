#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A lock that threads can sleep under until another one has changed something.
@safe
package final class Condition: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  package init() {
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
  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result)
    throws(Failure)
    -> Result
  {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Sleeps until another thread calls `broadcast`; to be called with the lock held, which is free
  /// while asleep.
  package func wait() { unsafe pthread_cond_wait(changed, mutex) }

  /// Wakes all that sleep in `wait`.
  package func broadcast() { unsafe pthread_cond_broadcast(changed) }
}
