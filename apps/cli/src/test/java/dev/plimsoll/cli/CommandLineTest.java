package dev.plimsoll.cli;

import dev.plimsoll.cli.console.Console;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs the command as a user would, in this process. */
abstract class CommandLineTest {
    static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));

    record Ran(int exit, String out, String errors) {}

    static Ran run(String... arguments) {
        return runWithInput("", arguments);
    }

    static Ran runWithInput(String input, String... arguments) {
        return runWithInput(input.getBytes(StandardCharsets.UTF_8), arguments);
    }

    static Ran runWithInput(byte[] input, String... arguments) {
        var out = new StringWriter();
        var errors = new StringWriter();
        var console = new Console(new ByteArrayInputStream(input), new PrintWriter(errors, true), false, false, false);
        var exit = Main.run(console, new PrintWriter(out, true), arguments);
        return new Ran(exit, out.toString(), errors.toString());
    }

    static String example(String name) {
        return ROOT.resolve("examples").resolve(name).toString();
    }
}
