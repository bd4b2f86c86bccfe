package dev.plimsoll.testkit.client.process;

import dev.plimsoll.testkit.wire.Messages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One connection to the process of the clusters. A request is answered with {@code ok} or with what went wrong; before that the process
 * may ask something itself.
 */
final class ChildConnection implements AutoCloseable {
    private static final Set<String> QUESTIONS = Set.of("work", "test");

    private final Messages messages;

    ChildConnection(int port, String token) throws IOException {
        messages = new Messages(new Socket(InetAddress.getLoopbackAddress(), port));
        messages.write(List.of(token));
    }

    /** @param answers what the process asks in the midst of the request: how much work is left, whether a document is as expected */
    List<String> call(List<String> request, UnaryOperator<List<String>> answers) throws IOException {
        messages.write(request);
        for (var answer = messages.read(); ; answer = messages.read()) {
            var kind = answer.get(0);
            if (kind.equals("ok")) return answer.subList(1, answer.size());
            if (!QUESTIONS.contains(kind)) throw failure(kind, answer.get(1));
            messages.write(answers.apply(answer));
        }
    }

    private static RuntimeException failure(String kind, String message) {
        if (kind.equals("assertion")) throw new AssertionError(message);
        return kind.equals("argument") ? new IllegalArgumentException(message) : new IllegalStateException(message);
    }

    @Override
    public void close() {
        messages.close();
    }
}
