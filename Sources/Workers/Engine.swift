public import Files
import Manifest
import RenderProtocol

/// What renders here, as it is recorded with every file: "libvips 8.14.1, pipeline 1".
public enum Engine {
  /// - Parameter renderer: the renderer's program.
  public static func name(of renderer: BytePath) throws -> String {
    let reply = try RendererProcess(program: renderer, killSwitch: KillSwitch()).answer(
      to: .introduceYourself, source: MemoryFile.make(),
      deadline: Stopwatch().deadline(milliseconds: 30_000))
    guard case .introduced(let engine) = reply else {
      throw Failure(.crashed, "the renderer answered something else than it was asked")
    }
    return engine
  }
}
