package dev.plimsoll.cli.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** How a command answers: sentences for people or one JSON object for scripts, and the exit code. */
final class StoreCommandReport {
    /** How it is written. */
    enum Output {
        text,
        json
    }

    private final Console console;
    private final PrintWriter out;

    StoreCommandReport(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    int say(Output output, int exit, List<String> lines, Supplier<ObjectNode> document) {
        if (output == Output.json) {
            out.println(document.get().toPrettyString());
        } else {
            lines.forEach(out::println);
        }
        out.flush();
        return exit;
    }

    int backedUp(Output output, Path file, long revision) {
        return say(
                output,
                ExitCode.OK,
                List.of("wrote " + file + ": everything up to revision " + revision + ", read back and proven whole"),
                () -> StoreReportDocument.backedUp(file, revision));
    }

    /** Does the work; what the store refuses becomes a sentence. */
    int attempt(Supplier<Integer> work) {
        try {
            return work.get();
        } catch (StoreException refused) {
            console.log().problem(String.valueOf(refused.getMessage()));
            return refused.problem() == StoreProblem.DAMAGED ? ExitCode.NO : ExitCode.UNREADABLE;
        }
    }

    int unreadable(String why) {
        console.log().problem(why);
        return ExitCode.UNREADABLE;
    }
}
