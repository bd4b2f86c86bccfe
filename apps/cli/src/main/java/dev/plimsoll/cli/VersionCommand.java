package dev.plimsoll.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plimsoll version}: which program this is, for reports. */
@Command(name = "version", description = "Show the versions of plimsoll, of its Kubernetes API and of Java.")
final class VersionCommand implements Runnable {
    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    VersionCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        for (var line : spec.root().version()) out.println(line);
        out.println("Kubernetes API v1.37");
        out.println("Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch"));
    }
}
