package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.text.AwkProgram;
import dev.plimsoll.nodeagent.simulated.text.Hexdump;
import dev.plimsoll.nodeagent.simulated.text.SedOptions;
import dev.plimsoll.nodeagent.simulated.text.SedProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Commands that make one text of another, and {@code expr}. */
final class FilterPrograms {
    private FilterPrograms() {}

    static Map<String, Program> all() {
        return Map.of(
                "awk", FilterPrograms::awk,
                "sed", FilterPrograms::sed,
                "hexdump", FilterPrograms::hexdump,
                "expr", FilterPrograms::expr);
    }

    private static byte[] input(Program.Invocation call, List<String> files, Io io)
            throws IOException, FileProblemException {
        if (files.isEmpty()) return io.in().readAllBytes();
        var all = new ByteArrayOutputStream();
        for (var file : files) all.write(call.host().files().read(call.path(file)));
        return all.toByteArray();
    }

    private static int awk(Program.Invocation call, Io io) throws IOException {
        var words = new ArrayList<>(call.arguments());
        var separator = "";
        if (!words.isEmpty() && words.getFirst().startsWith("-F")) {
            separator = words.removeFirst().substring(2);
            if (separator.isEmpty() && !words.isEmpty()) separator = words.removeFirst();
        }
        var program =
                words.isEmpty() ? null : AwkProgram.parse(words.getFirst()).orElse(null);
        if (program == null)
            return io.fail("awk: only programs such as /PATTERN/ {print $1, $NF} are known in simulated containers");
        try {
            var text = new String(input(call, words.subList(1, words.size()), io), StandardCharsets.UTF_8);
            io.print(program.run(text, separator));
            return 0;
        } catch (FileProblemException e) {
            return io.fail("awk: " + e.getMessage());
        }
    }

    private static int sed(Program.Invocation call, Io io) throws IOException {
        var options = SedOptions.of(call.arguments());
        var program = SedProgram.parse(options.script(), options.isExtended()).orElse(null);
        if (program == null)
            return io.fail("sed: \"" + options.script()
                    + "\" is not known in simulated containers, which know the commands s d p q a i c y and =");
        try {
            if (options.isInPlace()) {
                for (var file : options.files()) {
                    var path = call.path(file);
                    var text = new String(call.host().files().read(path), StandardCharsets.UTF_8);
                    var changed = program.run(text, options.isQuiet()).getBytes(StandardCharsets.UTF_8);
                    call.host().files().write(path, changed, 0_644);
                }
                return 0;
            }
            var text = new String(input(call, options.files(), io), StandardCharsets.UTF_8);
            io.print(program.run(text, options.isQuiet()));
            return 0;
        } catch (FileProblemException e) {
            return io.fail("sed: " + e.getMessage());
        }
    }

    private static int hexdump(Program.Invocation call, Io io) throws IOException {
        var words = new ArrayList<>(call.arguments());
        var isCanonical = words.remove("-C");
        try {
            var bytes = input(call, words, io);
            io.print(isCanonical ? Hexdump.canonical(bytes) : Hexdump.words(bytes));
            return 0;
        } catch (FileProblemException e) {
            return io.fail("hexdump: " + e.getMessage());
        }
    }

    /** Whole numbers and one operator; 1 where the result is 0 or nothing. */
    private static int expr(Program.Invocation call, Io io) throws IOException {
        var words = call.arguments();
        if (words.size() != 3
                || !words.getFirst().matches("-?[0-9]{1,15}")
                || !words.get(2).matches("-?[0-9]{1,15}")) {
            io.fail("expr: only two numbers and an operator are known in simulated containers");
            return 2;
        }
        var left = Long.parseLong(words.getFirst());
        var right = Long.parseLong(words.get(2));
        var operator = words.get(1);
        if (right == 0 && (operator.equals("/") || operator.equals("%"))) {
            io.fail("expr: division by zero");
            return 2;
        }
        var result = switch (operator) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> left / right;
            case "%" -> left % right;
            case "=" -> left == right ? 1 : 0;
            case "!=" -> left != right ? 1 : 0;
            case "<" -> left < right ? 1 : 0;
            case ">" -> left > right ? 1 : 0;
            default -> Long.MIN_VALUE;
        };
        if (result == Long.MIN_VALUE) {
            io.fail("expr: the operator " + operator + " is not known in simulated containers");
            return 2;
        }
        io.line(String.valueOf(result));
        return result == 0 ? 1 : 0;
    }
}
