package dev.plimsoll.nodeagent.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** An API that notes what it is asked and answers what the test says. */
public final class Calls implements Transport {
    private final List<ClientRequest> requests = new ArrayList<>();
    private volatile Function<ClientRequest, Reply> answers = _ -> answer(200, "{}");

    public static Reply answer(int status, String body) {
        return new Reply(status, Map.of(), body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    public void answering(Function<ClientRequest, Reply> changed) {
        answers = changed;
    }

    @Override
    public Reply send(ClientRequest request) {
        synchronized (this) {
            requests.add(request);
        }
        return answers.apply(request);
    }

    @Override
    public Streamed open(ClientRequest request) {
        return new Streamed.Answered(answer(404, "{}"));
    }

    /** Bodies of requests whose method and target begin like this, such as {@code POST /api/v1/nodes}. */
    public synchronized List<ObjectNode> bodies(String beginning) {
        return requests.stream()
                .filter(request -> (request.method() + " " + request.target()).startsWith(beginning))
                .map(request -> ClientJson.read(request.body()).orElseThrow())
                .toList();
    }

    public synchronized List<String> lines() {
        return requests.stream()
                .map(request -> request.method() + " " + request.target())
                .toList();
    }

    @Override
    public void close() {}
}
