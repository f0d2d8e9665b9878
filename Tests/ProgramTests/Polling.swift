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

/// Random numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
