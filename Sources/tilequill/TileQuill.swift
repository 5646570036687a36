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
    let program = Program(name: "tilequill", version: version, commands: commands)
    let arguments = Array(CommandLine.arguments.dropFirst())
    LibC.exit(program.run(arguments, on: .standard()).rawValue)
  }
}
