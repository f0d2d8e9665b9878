import Glibc

/// Something to wait on until a predicate holds. Dispatch has none, and a semaphore would need
/// counting by hand.
final class Condition: @unchecked Sendable {
  // Unchecked: POSIX allows the use of both from any thread, and their memory never moves.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Waits until `holds`, asked again after every broadcast, says so.
  func wait(until holds: () -> Bool) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !holds() { pthread_cond_wait(condition, mutex) }
  }

  /// As above, for a time at most; returns the last answer.
  func wait(milliseconds: Int, until holds: () -> Bool) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_nsec += (milliseconds % 1000) * 1_000_000
    end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !holds() {
      if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return holds() }
    }
    return true
  }

  func broadcast() {
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
