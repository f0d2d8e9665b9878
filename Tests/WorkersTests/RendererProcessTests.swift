import Dispatch
import Files
import Glibc
import Manifest
import RenderProtocol
import Testing

@testable import Workers

@Suite struct RendererProcessTests {
  private let bench: Bench
  private let source: Descriptor

  init() throws {
    bench = try Bench()
    try bench.write("no photo", to: bench.folder.appending("source"))
    source = try Descriptor.open(bench.folder.appending("source"), O_RDONLY)
  }

  /// Asks a renderer that is this shell script.
  private func failure(
    of script: String, deadline: DispatchTime = .distantFuture
  ) throws -> Failure {
    let program = bench.folder.appending("renderer")
    try bench.write("#!/bin/sh\n\(script)\n", to: program)
    _ = program.withCString { chmod($0, 0o755) }
    let renderer = RendererProcess(program: program, killSwitch: KillSwitch())
    return try #require(throws: Failure.self) {
      _ = try renderer.answer(
        to: .inspect(Limits()), source: source, deadline: deadline.uptimeNanoseconds)
    }
  }

  @Test("A renderer that crashes fails its request with the signal")
  func crash() throws {
    let failure = try failure(of: "kill -SEGV $$")
    #expect(failure.code == .crashed)
    #expect(failure.message.contains("signal 11"))
  }

  @Test("A renderer that leaves fails its request with its status")
  func exit() throws {
    let failure = try failure(of: "exit 7")
    #expect(failure.code == .crashed)
    #expect(failure.message.contains("status 7"))
  }

  @Test("A renderer that hangs is killed when the time is up")
  func hang() throws {
    // Never reads and never leaves by itself.
    let failure = try failure(of: "exec tail -f /dev/null", deadline: .now() + .milliseconds(50))
    #expect(failure.code == .timedOut)
  }

  @Test("A renderer that answers nonsense fails its request")
  func nonsense() throws {
    let failure = try failure(of: "printf '\\0\\0\\0\\002hi' >&3; cat <&3 >/dev/null")
    #expect(failure.code == .crashed)
  }

  @Test("A program that is not there is told as such")
  func missing() throws {
    let renderer = RendererProcess(
      program: bench.folder.appending("nowhere"), killSwitch: KillSwitch())
    let failure = try #require(throws: Failure.self) {
      _ = try renderer.answer(
        to: .inspect(Limits()), source: source,
        deadline: DispatchTime.distantFuture.uptimeNanoseconds)
    }
    #expect(failure.code == .crashed)
    #expect(failure.hint?.contains("minilab-render") == true)
  }
}
