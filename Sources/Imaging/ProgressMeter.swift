import CVips

/// Turns libvips' signals about one evaluation into percent of the whole render. Every evaluation
/// that starts at the decoded picture signals here, one after the other.
final class ProgressMeter {
  private let report: (Int) -> Void
  private let parts: Int
  private var finishedParts = 0
  private var lastPercent = 0
  private var lastTime: Int = 0
  /// Microseconds; nobody reads faster than that.
  private let pause = 100_000

  /// - Parameter parts: evaluations of about equal weight.
  init(parts: Int, _ report: @escaping (Int) -> Void) {
    self.parts = parts
    self.report = report
  }

  func finishPart() { finishedParts += 1 }

  fileprivate func evaluate(_ percent: Int) {
    let whole = min(99, (finishedParts * 100 + min(100, percent)) / parts)
    guard whole > lastPercent else { return }
    let now = g_get_monotonic_time()
    guard now - lastTime >= pause else { return }
    (lastPercent, lastTime) = (whole, now)
    report(whole)
  }

  /// Follows the evaluation of a picture and of all that are made from it.
  func follow(_ picture: Picture) {
    vips_image_set_progress(picture.image, 1)
    g_signal_connect_data(
      picture.image, "eval", unsafeBitCast(evalCallback, to: GCallback.self),
      Unmanaged.passRetained(self).toOpaque(),
      { meter, _ in Unmanaged<ProgressMeter>.fromOpaque(meter!).release() },
      GConnectFlags(rawValue: 0))
  }
}

private let evalCallback:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<VipsProgress>?, UnsafeMutableRawPointer?
  ) -> Void = { picture, progress, meter in
    guard let picture, let progress else { return }
    if Cancellation.isRequested {
      vips_image_set_kill(picture.assumingMemoryBound(to: VipsImage.self), 1)
    }
    Unmanaged<ProgressMeter>.fromOpaque(meter!).takeUnretainedValue()
      .evaluate(Int(progress.pointee.percent))
  }
