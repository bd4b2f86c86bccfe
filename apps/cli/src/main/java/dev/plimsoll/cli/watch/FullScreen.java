package dev.plimsoll.cli.watch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * The terminal as a whole: its second screen, without echo, keys as they are pressed. What was there before comes back at the end,
 * also when the process is asked to end.
 */
final class FullScreen implements AutoCloseable {
    private final Terminal terminal;
    private final Attributes before;
    /** What shows the first screen and the cursor again. */
    private final byte[] ending;

    private final Display display;
    private final Thread restoring = new Thread(this::restore, "terminal");
    private int rows;
    private int columns;
    private boolean restored;

    private FullScreen(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
        this.ending = Stream.of(Capability.cursor_normal, Capability.keypad_local, Capability.exit_ca_mode)
                .map(terminal::getStringCapability)
                .filter(Objects::nonNull)
                .map(Curses::tputs)
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
        // A stopped process would leave the second screen to the shell.
        var keys = terminal.getAttributes();
        keys.setControlChar(Attributes.ControlChar.VSUSP, 0);
        terminal.setAttributes(keys);
        this.display = new Display(terminal, true);
        Runtime.getRuntime().addShutdownHook(restoring);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
        resized();
    }

    /**
     * Empty where there is no terminal to take.
     *
     * @param onResize called when its size has changed
     * @param onInterrupt called at Ctrl-C
     */
    static Optional<FullScreen> take(Runnable onResize, Runnable onInterrupt) throws IOException {
        Terminal terminal;
        try {
            terminal = TerminalBuilder.builder()
                    .system(true)
                    .dumb(false)
                    .nativeSignals(true)
                    .build();
        } catch (IllegalStateException _) {
            return Optional.empty(); // JLine's word for: neither input nor output is a terminal
        }
        if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            terminal.close();
            return Optional.empty();
        }
        terminal.handle(Signal.WINCH, _ -> onResize.run());
        terminal.handle(Signal.INT, _ -> onInterrupt.run());
        return Optional.of(new FullScreen(terminal));
    }

    /** Asks for the size again, and draws all of the next picture. */
    void resized() {
        // A terminal that tells no size, such as a serial line, is taken for the usual one.
        rows = terminal.getRows() > 0 ? terminal.getRows() : 24;
        columns = terminal.getColumns() > 0 ? terminal.getColumns() : 80;
        display.resize(Size.of(columns, rows));
        display.reset();
        terminal.puts(Capability.clear_screen);
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    Optional<Key> key() throws IOException {
        return Key.read(terminal.reader());
    }

    /** Only what differs from the last picture is sent. */
    void show(List<String> lines) {
        display.updateAnsi(lines.subList(0, Math.min(lines.size(), rows)), -1);
        terminal.flush();
    }

    private synchronized void restore() {
        if (restored) return;
        restored = true;
        try {
            // Not through the terminal: when the process is told to end, JLine may have closed it by now.
            new FileOutputStream(FileDescriptor.out).write(ending);
            terminal.setAttributes(before);
        } catch (IOException | IOError | IllegalStateException _) {
            // The terminal has gone, or JLine has closed it and with that restored its settings.
        }
    }

    @Override
    public void close() throws IOException {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(restoring);
        } catch (IllegalStateException _) {
            // The process is ending already, and the hook has nothing left to do.
        }
        terminal.close();
    }
}
