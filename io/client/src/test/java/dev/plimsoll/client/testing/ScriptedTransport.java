package dev.plimsoll.client.testing;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/** Answers as the test wrote down, in that order, and remembers what was asked. */
public final class ScriptedTransport implements Transport {
    private final Queue<Step> script = new ArrayDeque<>();
    private final List<ClientRequest> asked = new ArrayList<>();

    private sealed interface Step {
        record Answer(Reply reply) implements Step {}

        record Stream(List<String> lines, boolean cut) implements Step {}

        record Failure(String why) implements Step {}
    }

    public ScriptedTransport answer(int status, String body) {
        return answer(status, body, Map.of());
    }

    public ScriptedTransport answer(int status, String body, Map<String, String> headers) {
        script.add(new Step.Answer(new Reply(status, headers, body.getBytes(StandardCharsets.UTF_8))));
        return this;
    }

    /** Lines, then the end. */
    public ScriptedTransport stream(String... lines) {
        script.add(new Step.Stream(List.of(lines), false));
        return this;
    }

    /** Lines, then a broken connection. */
    public ScriptedTransport cut(String... lines) {
        script.add(new Step.Stream(List.of(lines), true));
        return this;
    }

    public ScriptedTransport fail(String why) {
        script.add(new Step.Failure(why));
        return this;
    }

    public List<String> asked() {
        return asked.stream()
                .map(request -> request.method() + " " + request.target())
                .toList();
    }

    public ClientRequest request(int index) {
        return asked.get(index);
    }

    public boolean isPlayed() {
        return script.isEmpty();
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        return switch (take(request)) {
            case Step.Answer(var reply) -> reply;
            case Step.Failure(var why) -> throw new IOException(why);
            case Step.Stream _ -> throw new AssertionError("not a stream: " + request.target());
        };
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        return switch (take(request)) {
            case Step.Answer(var reply) -> new Streamed.Answered(reply);
            case Step.Failure(var why) -> throw new IOException(why);
            case Step.Stream(var lines, var cut) -> new Streamed.Opened(new Played(new ArrayDeque<>(lines), cut));
        };
    }

    private Step take(ClientRequest request) {
        asked.add(request);
        var step = script.poll();
        if (step == null) throw new AssertionError("nothing is written down for " + request.target());
        return step;
    }

    private record Played(Queue<String> lines, boolean cut) implements Lines {
        @Override
        public Optional<StreamLine> next() throws IOException {
            var line = lines.poll();
            if (line != null) return Optional.of(StreamLine.of(line.getBytes(StandardCharsets.UTF_8)));
            if (cut) throw new IOException("connection reset");
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    @Override
    public void close() {}
}
