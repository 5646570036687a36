import QuillRaster

@main
enum Bench {
  static func main() throws {
    let arguments = CommandLine.arguments
    print(
      try Stages.run(
        arguments[1], compression: Compression(rawValue: arguments[2]) ?? .default,
        jobs: Int(arguments[3]) ?? 2))
  }
}
