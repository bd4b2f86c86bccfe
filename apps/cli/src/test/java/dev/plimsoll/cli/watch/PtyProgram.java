package dev.plimsoll.cli.watch;

import dev.plimsoll.cli.ProgramCommand;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jline.utils.ScreenTerminal;

/** A command of plimsoll on a pseudo terminal: what somebody sees, and what they type. Made with {@code script} of util-linux. */
public final class PtyProgram implements AutoCloseable {
    private static final long LONGEST_SECONDS = 120;
    public static final Path SCRIPT = Path.of("/usr/bin/script");

    private final Process process;
    private final ScreenTerminal screen;
    private final StringBuilder sent = new StringBuilder();

    private PtyProgram(Process process, ScreenTerminal screen) {
        this.process = process;
        this.screen = screen;
    }

    /** Around the program its terminal is asked for its settings, so that it can be seen whether they are the same after. */
    public static PtyProgram start(Path folder, int rows, int columns, String... arguments) throws IOException {
        var options = List.of("-Dplimsoll.terminal.out=true", "-Dplimsoll.terminal.err=true", "-Duser.home=" + folder);
        var command = ProgramCommand.withoutClassPath(options, arguments);
        var shell = Files.writeString(
                folder.resolve("session.sh"), """
                trap : INT
                stty rows %d cols %d
                echo "before $(stty -g)"
                %s
                echo "exit $?"
                echo "after $(stty -g)"
                """.formatted(rows, columns, String.join(" ", command)));
        // A build in the background ignores the interrupt, and so would everything that it starts.
        var builder = new ProcessBuilder(
                        "env", "--default-signal=INT", SCRIPT.toString(), "-qfec", "sh " + shell, "/dev/null")
                .redirectErrorStream(true);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("CLASSPATH", ProgramCommand.classPath());
        var program = new PtyProgram(builder.start(), new ScreenTerminal(columns, rows));
        Thread.ofVirtual().start(program::pump);
        return program;
    }

    private void pump() {
        try (var reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            var buffer = new char[4096];
            for (var count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
                var text = new String(buffer, 0, count);
                add(text);
                screen.write(text);
            }
        } catch (IOException e) {
            add("\nreading ended: " + e);
        }
    }

    private synchronized void add(String text) {
        sent.append(text);
    }

    private synchronized String sent() {
        return sent.toString();
    }

    public void type(String keys) throws IOException {
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Waits until the screen shows a text. */
    public void await(String text) throws InterruptedException {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!screen.toString().contains(text)) {
            if (System.nanoTime() > end || !process.isAlive())
                throw new AssertionError("no \"" + text + "\" on the screen:\n" + screen + "\nsent: " + sent());
            screen.waitDirty(100);
        }
    }

    /** Asks the program itself to end, as {@code kill} does. */
    void terminate() {
        process.descendants()
                .filter(each -> each.info().command().orElse("").endsWith("java"))
                .forEach(ProcessHandle::destroy);
    }

    /** All that was sent to the terminal, once everything has ended. */
    public String ended() throws InterruptedException {
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) throw new AssertionError("it goes on:\n" + screen);
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!sent().contains("after ") && System.nanoTime() < end) screen.waitDirty(100);
        return sent();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
