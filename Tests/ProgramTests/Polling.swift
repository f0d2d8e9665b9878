import Dispatch
import Glibc

/// Where no event tells of a condition in another process: asks again and again, up to a deadline.
/// - Returns: whether it came to be.
func eventually(seconds: Int = 60, _ holds: () throws -> Bool) rethrows -> Bool {
  let deadline = DispatchTime.now() + .seconds(seconds)
  while DispatchTime.now() < deadline {
    if try holds() { return true }
    poll(nil, 0, 2)
  }
  return try holds()
}
