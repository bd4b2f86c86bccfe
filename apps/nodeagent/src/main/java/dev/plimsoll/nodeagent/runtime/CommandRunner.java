package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.client.pace.ComponentThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a process to its end while nobody looks on, and keeps the beginning of what it writes. */
public final class CommandRunner {
    /** As much as is told of a probe. */
    private static final int MOST_BYTES = 10 * 1024;

    private CommandRunner() {}

    public static CommandOutcome run(ContainerProcess process, Duration timeout) {
        var output = new Beginning();
        var ended = new AtomicReference<CommandOutcome>(new CommandOutcome.TimedOut());
        var thread = ComponentThreads.named("command").start(() -> ended.set(run(process, output)));
        try {
            if (!thread.join(timeout)) {
                thread.interrupt();
                return new CommandOutcome.TimedOut();
            }
            return ended.get();
        } catch (InterruptedException _) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return new CommandOutcome.NotRun("the node is stopping");
        }
    }

    private static CommandOutcome run(ContainerProcess process, Beginning output) {
        try {
            var result = process.run(new ContainerProcess.Streams(
                    InputStream.nullInputStream(), output, output, () -> ContainerProcess.TerminalSize.USUAL));
            return switch (result) {
                case ContainerProcess.Result.Exited(var code) -> new CommandOutcome.Exited(code, output.text());
                case ContainerProcess.Result.Failed(var why) -> new CommandOutcome.NotRun(why);
            };
        } catch (IOException e) {
            return new CommandOutcome.NotRun(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new CommandOutcome.TimedOut();
        }
    }

    /** Of both streams, in the order written. */
    private static final class Beginning extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (kept.size() < MOST_BYTES) kept.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            kept.write(bytes, offset, Math.min(length, MOST_BYTES - kept.size()));
        }

        synchronized String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}
