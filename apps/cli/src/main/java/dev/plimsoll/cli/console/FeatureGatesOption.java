package dev.plimsoll.cli.console;

import dev.plimsoll.core.gates.FeatureGates;
import picocli.CommandLine.Option;

/** Which features are switched on or off. */
public final class FeatureGatesOption {
    @Option(
            names = "--feature-gates",
            paramLabel = "A=true,B=false",
            description = "Gates that differ from the default.")
    private String gates = "";

    /** What a command does once its gates are known. */
    @FunctionalInterface
    public interface Start {
        int with(FeatureGates gates) throws InterruptedException;
    }

    /** Goes on with the gates, or says what is wrong with them. */
    public int read(Console console, Start start) throws InterruptedException {
        return switch (FeatureGates.parse(gates)) {
            case FeatureGates.Parsed.Refused(var reasons) ->
                console.unreadable("--feature-gates: " + String.join("; ", reasons));
            case FeatureGates.Parsed.Accepted(var accepted) -> start.with(accepted);
        };
    }
}
