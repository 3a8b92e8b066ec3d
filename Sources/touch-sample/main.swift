import Glibc

exit(runProgram(CommandLine.arguments).rawValue)
