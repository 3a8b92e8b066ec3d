import Glibc

exit(Program(CommandLine.arguments.dropFirst()).run())
