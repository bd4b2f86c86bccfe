package dev.plimsoll.nodeagent.simulated.clients;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.simulated.network.Server;
import dev.plimsoll.nodeagent.simulated.network.SimulatedNetwork;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code nc -l}: takes one connection, or one after the other with {@code -k}. It sends its input and prints what comes, until the
 * client closes; with {@code -e PROGRAM} (last) a program of its own talks to each client.
 */
final class NetcatListener {
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final ClientConsole console;
    private final boolean staysOpen;
    private final List<String> program;
    private final NetcatCommand.Programs programs;
    private final CountDownLatch end = new CountDownLatch(1);
    /** Held while there is a connection; others wait. */
    private final ReentrantLock turn = new ReentrantLock();

    /** Guarded by {@link #turn}. */
    private boolean isDone;

    /**
     * One that does not listen yet.
     *
     * @param program with its arguments; empty for none
     */
    NetcatListener(ClientConsole console, boolean staysOpen, List<String> program, NetcatCommand.Programs programs) {
        this.console = console;
        this.staysOpen = staysOpen;
        this.program = List.copyOf(program);
        this.programs = programs;
    }

    /** Listens until all is done; the exit code. */
    int run(int port, boolean isDatagrams) throws IOException, InterruptedException {
        try (var _ = listen(port, isDatagrams)) {
            end.await();
            return 0;
        } catch (BindException _) {
            return console.fail(1, "nc: bind: Address already in use");
        }
    }

    private SimulatedNetwork.Listening listen(int port, boolean isDatagrams) throws BindException {
        return isDatagrams
                ? console.network().listenForDatagrams(port, (text, _) -> received(text))
                : console.network().listen(port, this::serve);
    }

    private void serve(Server.Connection connection) throws IOException, InterruptedException {
        turn.lockInterruptibly();
        try {
            if (isDone) return;
            if (program.isEmpty()) exchange(connection);
            else
                programs.run(
                        program,
                        connection.stream().input(),
                        connection.stream().output());
        } finally {
            if (!staysOpen) {
                isDone = true;
                end.countDown();
            }
            turn.unlock();
        }
    }

    /** A client that has said all may still listen. */
    private void exchange(Server.Connection connection) throws IOException, InterruptedException {
        var output = connection.stream().output();
        var sending = ComponentThreads.named("nc-send").start(() -> send(console.in(), output));
        try {
            connection.stream().input().transferTo(console.out());
            sending.join(LINGER);
        } finally {
            sending.interrupt();
        }
    }

    /** All of its input; the client hears its end. */
    private static void send(InputStream input, OutputStream output) {
        try (output) {
            input.transferTo(output);
        } catch (IOException _) {
            // The client has gone: nobody is there to be sent more.
        }
    }

    private Optional<String> received(String text) {
        turn.lock();
        try {
            if (isDone) return Optional.empty();
            console.out().write(text.getBytes(StandardCharsets.UTF_8));
            var waiting = console.in().readNBytes(console.in().available());
            return waiting.length == 0 ? Optional.empty() : Optional.of(new String(waiting, StandardCharsets.UTF_8));
        } catch (IOException _) {
            isDone = true; // whoever read the output has gone
            end.countDown();
            return Optional.empty();
        } finally {
            turn.unlock();
        }
    }
}
