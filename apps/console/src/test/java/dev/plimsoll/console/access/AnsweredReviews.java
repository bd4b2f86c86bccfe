package dev.plimsoll.console.access;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An API server that answers reviews: who somebody is, and whether somebody may. */
final class AnsweredReviews implements Transport {
    /** Resource and namespace of what is allowed, such as {@code pods default}; all namespaces without one. */
    final Set<String> allowed = new HashSet<>();

    final List<String> asked = new ArrayList<>();
    int status = 201;
    boolean isReachable = true;

    ApiClient client() {
        var time = Time.system();
        return ApiClient.over(this, "test/1", TokenBucket.unlimited(time), time);
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        if (!isReachable) throw new IOException("connection refused");
        var document = ClientJson.read(request.body()).orElseThrow();
        var attributes = document.at("/spec/resourceAttributes");
        var answer = ClientJson.object();
        if (request.target().endsWith("selfsubjectreviews")) {
            answer.putObject("status").putObject("userInfo").put("username", "somebody");
        } else {
            var what = (attributes.path("resource").asText() + " "
                            + attributes.path("namespace").asText(""))
                    .strip();
            asked.add(what);
            answer.putObject("status").put("allowed", allowed.contains(what));
        }
        return new Reply(status, Map.of(), ClientJson.bytes(answer));
    }

    @Override
    public Streamed open(ClientRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
