import DirectoryCommands

@main
enum Main {
    static func main() async { await DukeDir.main() }
}
