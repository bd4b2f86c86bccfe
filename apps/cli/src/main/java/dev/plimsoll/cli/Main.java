package dev.plimsoll.cli;

import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.Subcommands;
import dev.plimsoll.cli.text.EditDistance;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The program. Exit codes: 0 all is well, 1 the answer is no, 2 the question could not be read, 3 a defect of ours. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(Console.ofProcess(), new PrintWriter(System.out, false, StandardCharsets.UTF_8), arguments));
    }

    public static int run(Console console, PrintWriter out, String... arguments) {
        var commands = Commands.of(console, out, new InProcess(console));
        var first = arguments.length == 0 ? "" : arguments[0];
        var exit = commandLine(console, out, Commands.needed(commands, first)).execute(arguments);
        out.flush();
        return exit;
    }

    /** All commands; what describes them reads it and runs nothing. */
    public static CommandLine commandLine(Console console, PrintWriter out) {
        return commandLine(console, out, Commands.of(console, out, new InProcess(console)));
    }

    private static CommandLine commandLine(Console console, PrintWriter out, Map<String, Supplier<Object>> commands) {
        var line = new CommandLine(new Plimsoll(console.log()));
        commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        return line.setOut(out)
                .setErr(console.errors())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(new UsageProblem())
                .setExecutionExceptionHandler(new Defect());
    }

    /** Commands that another one runs; people get the same text from both. */
    private record InProcess(Console console) implements Subcommands {
        @Override
        public Result run(List<String> arguments) {
            var text = new StringWriter();
            var writer = new PrintWriter(text, true);
            var exit = Main.run(console.into(writer), writer, arguments.toArray(String[]::new));
            return new Result(exit, text.toString());
        }
    }

    /** A mistake in the arguments is one sentence and the way to more help. */
    private static final class UsageProblem implements CommandLine.IParameterExceptionHandler {
        @Override
        public int handleParseException(CommandLine.ParameterException problem, String[] arguments) {
            var command = problem.getCommandLine();
            command.getErr().println("plimsoll: " + message(problem));
            if (problem instanceof CommandLine.UnmatchedArgumentException unmatched) suggest(unmatched);
            command.getErr()
                    .println("Try '" + command.getCommandSpec().qualifiedName() + " --help' for what it takes.");
            command.getErr().flush();
            return ExitCode.UNREADABLE;
        }

        private static String message(CommandLine.ParameterException problem) {
            if (!(problem instanceof CommandLine.UnmatchedArgumentException unmatched) || unmatched.isUnknownOption())
                return String.valueOf(problem.getMessage());
            var words = String.join(" ", unmatched.getUnmatched());
            var command = unmatched.getCommandLine();
            return command.getSubcommands().isEmpty()
                    ? words + ": more than " + command.getCommandSpec().qualifiedName() + " takes"
                    : words + ": " + command.getCommandSpec().qualifiedName() + " has no such command";
        }

        private static void suggest(CommandLine.UnmatchedArgumentException unmatched) {
            var isOption = unmatched.getUnmatched().getFirst().startsWith("--");
            var similar = isOption ? similarOptions(unmatched) : unmatched.getSuggestions();
            if (similar.isEmpty()) return;
            var command = unmatched.getCommandLine();
            var first = similar.getFirst();
            var meant = first.startsWith("-")
                    ? first
                    : first.startsWith("plimsoll")
                            ? first
                            : command.getCommandSpec().qualifiedName() + " " + first;
            command.getErr().println("Did you mean: " + meant + "?");
        }
    }

    /** Options that differ in two letters at most, the nearest first: the library takes words for similar that begin alike. */
    private static List<String> similarOptions(CommandLine.UnmatchedArgumentException unmatched) {
        var word = unmatched.getUnmatched().getFirst();
        var name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        return unmatched.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
                .filter(option -> option.startsWith("--") && EditDistance.of(name, option) <= 2)
                .sorted(Comparator.comparingInt((String option) -> EditDistance.of(name, option))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** What reaches this point is our mistake; the trace is for the report, not for the reader. */
    private static final class Defect implements CommandLine.IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(
                Exception exception, CommandLine command, CommandLine.ParseResult arguments) {
            command.getErr()
                    .println("plimsoll: a defect in plimsoll: " + exception
                            + "; set PLIMSOLL_TRACE=1 to see where, and please report it");
            if (System.getenv("PLIMSOLL_TRACE") != null) exception.printStackTrace(command.getErr());
            command.getErr().flush();
            return ExitCode.DEFECT;
        }
    }
}
