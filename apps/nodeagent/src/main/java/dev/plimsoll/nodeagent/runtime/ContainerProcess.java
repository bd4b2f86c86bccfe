package dev.plimsoll.nodeagent.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Something that runs in a container while a client looks on. */
public interface ContainerProcess {
    /** Runs to its end. The thread is interrupted when the client goes. */
    Result run(Streams streams) throws IOException, InterruptedException;

    /**
     * What connects it with the client. What the client did not ask for is empty or goes nowhere.
     *
     * @param terminal its present size; of a session without a terminal it is of no use
     */
    record Streams(InputStream stdin, OutputStream stdout, OutputStream stderr, TerminalView terminal) {}

    /** The terminal of the client. */
    interface TerminalView extends Supplier<TerminalSize> {
        /** Waits until its size is another one. One that never changes lets its caller wait until it is interrupted. */
        default TerminalSize await(TerminalSize known) throws InterruptedException {
            new CountDownLatch(1).await();
            return known;
        }
    }

    /** In characters. */
    record TerminalSize(int width, int height) {
        public static final TerminalSize USUAL = new TerminalSize(80, 24);
    }

    /** How it ended. */
    sealed interface Result {
        record Exited(int code) implements Result {}

        /** It could not be run at all. */
        record Failed(String why) implements Result {}
    }
}
