import Files
import FoundationEssentials
import Glibc
import Imaging
import Manifest
import RenderProtocol

if CommandLine.arguments.dropFirst().first == "--version" {
  print("minilab-render, \(Renderer.version)")
  exit(0)
}
prepareProcess()
do {
  // The lane that started this process put its end of a socket pair here.
  try serve(LocalSocket(Descriptor(owning: 3)))
} catch is SystemError {
  // The lane is gone, and with it who would hear of it.
  exit(1)
}

/// Ctrl-C in a terminal goes to every process; only the lane decides about this one. When memory
/// runs out the kernel should end a renderer first, which costs one photo and not the batch. And as
/// it is the renderers that fill the processors, everybody else goes before them: a command that
/// asks or cancels is not kept waiting.
func prepareProcess() {
  _ = nice(10)
  signal(SIGINT, SIG_IGN)
  signal(SIGPIPE, SIG_IGN)
  // How a lane asks the render under way to stop.
  Cancellation.reset()
  signal(SIGUSR1) { _ in Cancellation.request() }
  if let score = try? Descriptor.open("/proc/self/oom_score_adj", O_WRONLY) {
    try? Array("1000".utf8).withUnsafeBytes { try score.writeAll($0) }
  }
}

/// Answers requests until the other end closes.
func serve(_ socket: LocalSocket) throws {
  var requests = Channel(socket)
  // Another channel over the same socket: one reads, one writes.
  let replies = Channel(socket)
  let renderer = Renderer()
  while let (request, descriptors) = try requests.receive(Request.self) {
    Cancellation.reset()
    try replies.send(answer(request, descriptors, renderer) { try? replies.send($0) })
  }
}

/// - Parameter report: sends progress while a render runs.
func answer(
  _ request: Request, _ descriptors: [Descriptor], _ renderer: Renderer,
  report: @escaping (Reply) -> Void
) -> Reply {
  guard let source = descriptors.first else {
    return .failed(Failure(.sourceMissing, "the request came without a source", stage: .open))
  }
  Poison.take(source)
  do {
    switch request {
    case .inspect(let limits):
      return .inspected(try renderer.inspect(source: source, limits: limits))
    case .render(let render):
      let files = descriptors.dropFirst()
      return .rendered(
        try renderer.render(
          source: source, request: render, files: Array(files.prefix(render.outputs.count)),
          attachments: Array(files.dropFirst(render.outputs.count)),
          progress: { report(.progress($0)) }))
    case .compare(let limits):
      guard let other = descriptors.dropFirst().first else {
        return .failed(Failure(.sourceMissing, "there is nothing to compare with", stage: .open))
      }
      return .compared(try renderer.compare(source: source, other: other, limits: limits))
    case .rewrite(let rewrite):
      return .rendered(
        try renderer.rewrite(
          source: source, request: rewrite, files: Array(descriptors.dropFirst())))
    case .draw(let text):
      try renderer.draw(text: text, into: source)
      return .drawn
    case .introduceYourself:
      return .introduced(Renderer.version)
    }
  } catch {
    return .failed(error)
  }
}
