package dev.plimsoll.benchmarks.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One process of the cluster, which can be started again with the same command. Its network is what leads from it to the programs that it
 * calls; of a member of etcd, what leads from everybody to it.
 */
final class Part implements AutoCloseable {
    private static final long LONGEST_END_SECONDS = 20;

    private final String name;
    private final List<String> command;
    private final List<NetworkLink> network;
    private final Path log;
    private @Nullable Process process;

    /**
     * Not yet started.
     *
     * @param log is appended to
     */
    Part(String name, List<String> command, List<NetworkLink> network, Path log) {
        this.name = name;
        this.command = List.copyOf(command);
        this.network = List.copyOf(network);
        this.log = log;
    }

    String name() {
        return name;
    }

    Path log() {
        return log;
    }

    void start() throws IOException {
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    boolean isAlive() {
        var running = process;
        return running != null && running.isAlive();
    }

    /** Sends a signal by its name, such as KILL. */
    void signal(String signal) throws IOException, InterruptedException {
        var running = process;
        if (running == null) return;
        new ProcessBuilder("kill", "-s", signal, Long.toString(running.pid()))
                .start()
                .waitFor();
    }

    void cut() {
        network.forEach(NetworkLink::cut);
    }

    void mend() {
        network.forEach(NetworkLink::mend);
    }

    void awaitEnd() throws InterruptedException {
        var running = process;
        if (running != null && !running.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
            running.destroyForcibly().waitFor();
        }
    }

    @Override
    public void close() {
        network.forEach(NetworkLink::close);
        var running = process;
        if (running == null) return;
        try {
            signal("CONT"); // a paused one could not end
            running.destroyForcibly().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
