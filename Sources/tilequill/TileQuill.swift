/// The program.
@main
package enum TileQuill {
  package static let version = "0.1.0"

  /// Every command, in the order of the help.
  package static let commands: [any Command.Type] = [
    PlanCommand.self,
    ListCommand.self,
    SliceCommand.self,
    StitchCommand.self,
    ValidateCommand.self,
    ConvertCommand.self,
    MergeCommand.self,
    InfoCommand.self,
    ExplainCommand.self,
    DiffCommand.self,
    SwiftCommand.self,
    ServeCommand.self,
    CompletionsCommand.self,
  ]

  package static func main() {
    LibC.guardStandardFiles()
    LibC.ignoreClosedPipes()
    if let odd = LibC.argumentThatIsNoText() {
      // A name that is not text would be written as another one.
      let console = Console.standard()
      console.report(CommandFailure("'\(odd)' is not UTF-8 text", remedy: "Rename it first."))
      LibC.exit(ExitStatus.failed.rawValue)
    }
    let program = Program(name: "tilequill", version: version, commands: commands)
    let arguments = Array(CommandLine.arguments.dropFirst())
    LibC.exit(program.run(arguments, on: .standard()).rawValue)
  }
}
