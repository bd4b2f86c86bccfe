package dev.plimsoll.testkit.remote;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection of the test. A message is a list of texts: their number, and each with its length before it. The first message is the
 * token; each that follows is a request, which is answered with {@code ok} or with what went wrong.
 */
final class ParentConnection {
    private static final int MOST_TEXTS = 10_000;
    private static final int LONGEST = 64 << 20;

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
                var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
                var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()))) {
            socket.setTcpNoDelay(true);
            if (!isKnown(read(in))) return;
            while (true) answer(read(in), in, out);
        } catch (EOFException _) {
            // it hung up
        } catch (IOException | UncheckedIOException e) {
            System.err.println("a connection of the test was lost: " + e);
        } finally {
            task.end();
        }
    }

    private boolean isKnown(List<String> message) {
        return message.size() == 1 && MessageDigest.isEqual(bytes(message.getFirst()), bytes(token));
    }

    private void answer(List<String> request, DataInputStream in, DataOutputStream out) throws IOException {
        try {
            var result = clusters.handle(request, task, question -> asked(question, in, out));
            var answer = new ArrayList<>(List.of("ok"));
            answer.addAll(result);
            write(answer, out);
        } catch (AssertionError e) {
            write(List.of("assertion", said(e)), out);
        } catch (IllegalArgumentException e) {
            write(List.of("argument", said(e)), out);
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            write(List.of("state", said(e)), out);
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
    private static List<String> asked(List<String> question, DataInputStream in, DataOutputStream out) {
        try {
            write(question, out);
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void write(List<String> message, DataOutputStream out) throws IOException {
        out.writeInt(message.size());
        for (var text : message) {
            var bytes = bytes(text);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
        out.flush();
    }

    private static List<String> read(DataInputStream in) throws IOException {
        var left = in.readInt();
        if (left < 1 || left > MOST_TEXTS) throw new IOException("a message of " + left + " texts");
        var message = new ArrayList<String>();
        for (; left > 0; left--) {
            var length = in.readInt();
            if (length < 0 || length > LONGEST) throw new IOException("a text of " + length + " bytes");
            message.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        return message;
    }
}
