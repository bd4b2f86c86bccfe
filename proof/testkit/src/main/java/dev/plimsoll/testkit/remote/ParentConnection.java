package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.wire.Messages;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection of the test. The first message is the token; each that follows is a request, which is answered with {@code ok} or with
 * what went wrong.
 */
final class ParentConnection {
    private final Socket socket;
    private final String token;
    private final HostedClusters clusters;
    /** The task in the other process that was woken over this connection, if there is one. */
    private final WokenTask task = new WokenTask();

    ParentConnection(Socket socket, String token, HostedClusters clusters) {
        this.socket = socket;
        this.token = token;
        this.clusters = clusters;
    }

    void run() {
        try (socket;
                var messages = new Messages(socket)) {
            if (!isKnown(messages.read())) return;
            while (true) answer(messages.read(), messages);
        } catch (EOFException _) {
            // it hung up
        } catch (IOException | UncheckedIOException e) {
            System.err.println("a connection of the test was lost: " + e);
        } finally {
            task.hangUp();
        }
    }

    private boolean isKnown(List<String> message) {
        return message.size() == 1 && MessageDigest.isEqual(bytes(message.getFirst()), bytes(token));
    }

    private void answer(List<String> request, Messages messages) throws IOException {
        try {
            var result = clusters.handle(request, task, question -> asked(question, messages));
            var answer = new ArrayList<>(List.of("ok"));
            answer.addAll(result);
            messages.write(answer);
        } catch (AssertionError e) {
            messages.write(List.of("assertion", said(e)));
        } catch (IllegalArgumentException e) {
            messages.write(List.of("argument", said(e)));
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            messages.write(List.of("state", said(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", e);
        }
    }

    private static String said(Throwable problem) {
        var message = problem.getMessage();
        return message == null || problem instanceof LinkageError ? problem.toString() : message;
    }

    /** Asks the test, in the midst of its request. */
    private static List<String> asked(List<String> question, Messages messages) {
        try {
            messages.write(question);
            return messages.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
