package dev.plimsoll.nodeagent.simulated.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs one command in a container that nobody runs. */
public final class ShellSession {
    private static final String PROMPT = "/ # ";

    private final ShellHost host;

    public ShellSession(ShellHost host) {
        this.host = host;
    }

    /**
     * Runs a command to its end; the thread is interrupted to end it early.
     *
     * @param isTerminal whether somebody types: then there is no difference between output and errors
     * @return the exit code
     */
    public int run(List<String> command, InputStream in, OutputStream out, OutputStream err, boolean isTerminal)
            throws IOException, InterruptedException {
        host.signals().runOn(Thread.currentThread());
        if (!isTerminal) return new Shell(host, command).execute(command, new Io(in, out, err));
        var terminal = new Terminal(in, out);
        var shown = terminal.output();
        var io = new Io(prompting(command, terminal.input(), out), shown, shown);
        return new Shell(host, command).execute(command, io);
    }

    /** Of a shell without a script, each line of which is asked for. */
    private static InputStream prompting(List<String> command, InputStream in, OutputStream out) {
        if (command.size() > 1 || !command.getFirst().matches("(.*/)?(sh|ash|bash|dash)")) return in;
        return new InputStream() {
            private boolean isFresh = true;

            @Override
            public int read() throws IOException {
                if (isFresh) out.write(PROMPT.getBytes(StandardCharsets.US_ASCII));
                var next = in.read();
                isFresh = next == '\n';
                return next;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (isFresh) out.write(PROMPT.getBytes(StandardCharsets.US_ASCII));
                var size = in.read(bytes, offset, length);
                isFresh = size > 0 && bytes[offset + size - 1] == '\n';
                return size;
            }
        };
    }
}
