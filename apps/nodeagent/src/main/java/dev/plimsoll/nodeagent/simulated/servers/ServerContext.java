package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.network.ContainerNetwork;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The container in which a server runs.
 *
 * @param log hears of what the server prints
 * @param exit ends the program with a code
 */
public record ServerContext(
        ContainerNetwork network,
        String hostname,
        Map<String, String> environment,
        FileTree files,
        Supplier<Instant> clock,
        Commands commands,
        Consumer<String> log,
        IntConsumer exit) {
    public ServerContext {
        environment = Map.copyOf(environment);
    }

    /** Runs commands in the container. */
    public interface Commands {
        /** Runs a script to its end. */
        Result run(String script) throws IOException, InterruptedException;

        /** What came of it. */
        record Result(int code, String output) {}
    }
}
