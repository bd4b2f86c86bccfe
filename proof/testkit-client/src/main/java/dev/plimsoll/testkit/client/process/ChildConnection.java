package dev.plimsoll.testkit.client.process;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One connection to the process of the clusters. A message is a list of texts: their number, and each with its length before it. A
 * request is answered with {@code ok} or with what went wrong; before that the process may ask something itself.
 */
final class ChildConnection implements AutoCloseable {
    private static final Set<String> QUESTIONS = Set.of("work", "test");
    private static final int LONGEST = 64 << 20;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    ChildConnection(int port, String token) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        write(List.of(token));
    }

    /** @param answers what the process asks in the midst of the request: how much work is left, whether a document is as expected */
    List<String> call(List<String> request, UnaryOperator<List<String>> answers) throws IOException {
        write(request);
        for (var answer = read(); ; answer = read()) {
            var kind = answer.get(0);
            if (kind.equals("ok")) return answer.subList(1, answer.size());
            if (!QUESTIONS.contains(kind)) throw failure(kind, answer.get(1));
            write(answers.apply(answer));
        }
    }

    private static RuntimeException failure(String kind, String message) {
        if (kind.equals("assertion")) throw new AssertionError(message);
        return kind.equals("argument") ? new IllegalArgumentException(message) : new IllegalStateException(message);
    }

    private void write(List<String> message) throws IOException {
        out.writeInt(message.size());
        for (var text : message) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
        out.flush();
    }

    private List<String> read() throws IOException {
        var message = new ArrayList<String>();
        for (var left = in.readInt(); left > 0; left--) {
            var length = in.readInt();
            if (length < 0 || length > LONGEST) throw new IOException("a text of " + length + " bytes was announced");
            message.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        if (message.isEmpty()) throw new IOException("an empty message came from the process of the cluster");
        return message;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
