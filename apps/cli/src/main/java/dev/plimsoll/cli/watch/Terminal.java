package dev.plimsoll.cli.watch;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The terminal of this process while a live view has it: keys come one by one and unseen, and the text that was there before comes
 * back at the end, also after Ctrl-C. The system's own {@code stty} does what Java cannot.
 */
final class Terminal implements AutoCloseable {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    /** Sends the cursor as far as it goes and asks where that is. */
    private static final String ASK_SIZE = "\u001b[s\u001b[9999;9999H\u001b[6n\u001b[u";

    private final PrintWriter out;
    private final String before;
    private final Thread restoring;
    private boolean closed;

    private Terminal(PrintWriter out, String before) {
        this.out = out;
        this.before = before;
        this.restoring = new Thread(this::restore, "terminal");
        Runtime.getRuntime().addShutdownHook(restoring);
        out.print(ENTER);
        out.flush();
    }

    /** Empty where there is no terminal to take. */
    static Optional<Terminal> take(PrintWriter out) throws InterruptedException {
        var before = stty("-g");
        if (before.isEmpty()) return Optional.empty();
        stty("-icanon", "-echo", "min", "1", "time", "0");
        return Optional.of(new Terminal(out, before.get()));
    }

    void askSize() {
        out.print(ASK_SIZE);
        out.flush();
    }

    void show(List<String> lines) {
        var text = new StringBuilder("\u001b[H");
        for (var i = 0; i < lines.size(); i++) {
            text.append(lines.get(i)).append("\u001b[K");
            if (i < lines.size() - 1) text.append("\r\n");
        }
        out.print(text.append("\u001b[J"));
        out.flush();
    }

    private synchronized void restore() {
        if (closed) return;
        closed = true;
        out.print(LEAVE);
        out.flush();
        try {
            stty(before);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(restoring);
        } catch (IllegalStateException _) {
            // The process is ending already, and the hook has nothing left to do.
        }
    }

    /** What it answers; empty where it cannot: no terminal, or no such program. */
    private static Optional<String> stty(String... arguments) throws InterruptedException {
        var command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(new File("/dev/tty")))
                    .redirectError(Redirect.DISCARD)
                    .start();
            var answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(answer.strip()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
