package dev.plimsoll.nodeagent.simulated.logs;

import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/**
 * The streams of somebody who is attached to a container's own shell. What the shell prints is the container's log too, and who
 * leaves without ending the shell leaves the container running.
 */
public final class AttachedShell {
    private static final Set<String> OPTIONS = Set.of("-i", "-l", "--login");

    private final Input input;
    private final LogOutput log;

    public AttachedShell(InputStream in, LogOutput log) {
        this.input = new Input(in);
        this.log = log;
    }

    /** Whether the program of a container is a shell without a script, which waits for what is typed. */
    public static boolean isMeant(List<String> program) {
        var words = withoutTimeout(program);
        return !words.isEmpty()
                && words.getFirst().matches("(.*/)?(sh|ash|bash|dash)")
                && OPTIONS.containsAll(words.subList(1, words.size()));
    }

    /** {@code timeout [OPTION] DURATION} only says when the rest ends. */
    private static List<String> withoutTimeout(List<String> program) {
        if (program.isEmpty() || !program.getFirst().matches("(.*/)?timeout")) return program;
        var next = 1;
        while (next < program.size() && program.get(next).startsWith("-")) {
            var takesValue = program.get(next).equals("-s") || program.get(next).equals("-k");
            next += takesValue ? 2 : 1;
        }
        return next + 1 < program.size() ? program.subList(next + 1, program.size()) : List.of();
    }

    /** The streams of the client as the shell is to have them. */
    public ContainerProcess.Streams of(ContainerProcess.Streams client) {
        return new ContainerProcess.Streams(input, output(client.stdout()), output(client.stderr()), client.terminal());
    }

    /** Whether the client is gone: the shell ended for want of input, not because somebody said so. */
    public boolean hasLeft() {
        return input.ended;
    }

    private OutputStream output(OutputStream client) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                // What a terminal needs at the end of a line is none of the log's.
                for (var i = offset; i < offset + length; i++) if (bytes[i] != '\r') log.write(bytes[i]);
                client.write(bytes, offset, length);
            }

            @Override
            public void flush() throws IOException {
                client.flush();
            }
        };
    }

    private static final class Input extends FilterInputStream {
        private volatile boolean ended;

        private Input(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            var next = super.read();
            if (next < 0) ended = true;
            return next;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            var size = super.read(bytes, offset, length);
            if (size < 0) ended = true;
            return size;
        }
    }
}
