package dev.plimsoll.testkit.client.process;

import dev.plimsoll.testkit.wire.ProcessStart;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The process that clusters run in. There is one for all clusters of this process, which starts with the first. It ends when its input
 * does, so that nothing is left of it, however this process ends.
 */
public final class ClusterChild {
    private static final int LINES_KEPT = 30;

    private static @Nullable ClusterChild current;

    private final Process process;
    private final String token;
    private final int port;
    /** The last lines of its output. */
    private final Deque<String> said;

    private final Deque<ChildConnection> idle = new ConcurrentLinkedDeque<>();

    private ClusterChild(Process process, String token, int port, Deque<String> said) {
        this.process = process;
        this.token = token;
        this.port = port;
        this.said = said;
    }

    public static synchronized ClusterChild running() {
        if (current == null || !current.process.isAlive()) current = start();
        return current;
    }

    public long pid() {
        return process.pid();
    }

    private static ClusterChild start() {
        var java = new JavaFinder().find(System.getProperty(JavaFinder.PROPERTY, ""));
        var secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        var token = HexFormat.of().formatHex(secret);
        try {
            var process = new ProcessBuilder(command(java)).start();
            var said = kept(process);
            // By its input, since other users of the machine can read command lines. The input stays open as long as
            // this process lives.
            process.getOutputStream().write((token + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            return new ClusterChild(process, token, port(process, said), said);
        } catch (IOException e) {
            throw new UncheckedIOException("the process of the cluster does not start with " + java, e);
        }
    }

    private static List<String> command(Path java) {
        var classPath = KitJars.classPath();
        var start = StartupCache.start(classPath, java);
        var command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
        command.addAll(ProcessStart.JVM_OPTIONS);
        command.addAll(start.options());
        command.addAll(List.of("-cp", classPath, ProcessStart.MAIN));
        command.addAll(start.arguments());
        return command;
    }

    private static int port(Process process, Deque<String> said) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.startsWith(ProcessStart.READY)) continue;
            drain(lines, said);
            return Integer.parseInt(line.substring(ProcessStart.READY.length()));
        }
        process.destroyForcibly();
        synchronized (said) {
            throw new IllegalStateException(
                    "the process of the cluster ended before it was ready; it said:\n" + String.join("\n", said));
        }
    }

    private static Deque<String> kept(Process process) {
        var said = new ArrayDeque<String>();
        drain(new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)), said);
        return said;
    }

    /** Reads on, so that the process never waits for a reader, and keeps the last lines. */
    private static void drain(BufferedReader lines, Deque<String> said) {
        var reader = new Thread(
                () -> lines.lines().forEach(line -> {
                    synchronized (said) {
                        said.addLast(line);
                        if (said.size() > LINES_KEPT) said.removeFirst();
                    }
                }),
                "plimsoll-child-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** A connection that nobody else uses until it is given back. */
    ChildConnection take() throws IOException {
        var free = idle.poll();
        return free == null ? new ChildConnection(port, token) : free;
    }

    void giveBack(ChildConnection connection) {
        idle.push(connection);
    }

    public List<String> call(List<String> request, UnaryOperator<List<String>> answers) {
        try {
            var connection = take();
            var isWhole = false;
            try {
                var answer = connection.call(request, answers);
                isWhole = true;
                return answer;
            } catch (AssertionError | IllegalArgumentException | IllegalStateException e) {
                isWhole = true; // it was answered, with what went wrong
                throw e;
            } finally {
                if (isWhole) giveBack(connection);
                else connection.close();
            }
        } catch (IOException e) {
            var state = process.isAlive() ? "" : ", and has ended with " + process.exitValue();
            synchronized (said) {
                throw new UncheckedIOException(
                        "the process of the cluster (" + pid() + ") does not answer" + state + "; it said last:\n"
                                + String.join("\n", said),
                        e);
            }
        }
    }
}
