package dev.plimsoll.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;

/** The run that the AOT cache is made from: the commands that people type, on the examples. */
public final class Training {
    private Training() {}

    public static void main(String[] arguments) {
        var examples = arguments[0];
        for (var output : new String[] {"table", "wide", "json", "yaml"}) {
            run("explain", "-f", examples + "/ide.yaml", "-o", output, "--color", "always");
        }
        run("explain", "-f", examples + "/refused.yaml");
        run("explain", "-f", examples + "/deployment.yaml", "--limit-range", examples + "/limit-range.yaml");
        run("explain", "-f", examples + "/job.yaml", "--quota", examples + "/quota.yaml");
        run("--help");
        run("explain", "--help");
        run("conformance", examples);
    }

    private static void run(String... arguments) {
        var out = new PrintWriter(Writer.nullWriter());
        Main.run(new Console(InputStream.nullInputStream(), out, false, false, false), out, arguments);
    }
}
