package dev.plimsoll.nodeagent.staticpods;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.nodeagent.mirrorpods.StaticPod;
import dev.plimsoll.runtime.ErrorReporter;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The pods of an address. While it does not answer, or answers with something that is no pod, the pods that it answered with before stay as
 * they are.
 */
final class StaticPodAddress implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(10);
    /** As much as a kubelet reads. */
    private static final int MOST_BYTES = 10 << 20;

    private final ManifestAddress address;
    private final StaticPodReader reader;
    private final ErrorReporter errors;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(LONGEST)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private volatile Map<ObjectName, StaticPod> pods = Map.of();
    private volatile boolean hasAnswered;
    private String lastProblem = "";

    StaticPodAddress(ManifestAddress address, StaticPodReader reader, ErrorReporter errors) {
        this.address = address;
        this.reader = reader;
        this.errors = errors;
    }

    /** Those that it answered with last, by name. */
    Map<ObjectName, StaticPod> pods() {
        return pods;
    }

    /** Whether it is known which pods it has: before, nobody can say which of those that run are not among them. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    /** Asks once. */
    void fetch() throws InterruptedException {
        var problem = "";
        try {
            problem = take(text());
        } catch (IOException | IllegalArgumentException e) {
            // The second is a header that a client may not send.
            problem = address.uri() + " cannot be read: " + e.getMessage();
        }
        if (!problem.isEmpty() && !problem.equals(lastProblem)) errors.tell("static pods, " + problem);
        lastProblem = problem;
    }

    private String text() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address.uri()).timeout(LONGEST);
        address.headers().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        var response = http.send(request.build(), BodyHandlers.ofInputStream());
        try (var body = response.body()) {
            if (response.statusCode() != 200) throw new IOException("it answers with status " + response.statusCode());
            var bytes = body.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) throw new IOException("it answers with more than " + MOST_BYTES + " bytes");
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** What is wrong with it; empty if nothing is. */
    private String take(String text) {
        var found = new HashMap<ObjectName, StaticPod>();
        for (var result : reader.read(address.uri(), text)) {
            switch (result) {
                case StaticPodReader.Result.Refused(var why) -> {
                    return why;
                }
                case StaticPodReader.Result.Ok(var pod) -> {
                    var before = pods.get(pod.name());
                    var kept = before != null && before.uid().equals(pod.uid()) ? before : pod;
                    if (found.put(pod.name(), kept) != null)
                        return address.uri() + ": two pods have the name " + pod.name();
                }
            }
        }
        pods = Map.copyOf(found);
        hasAnswered = true;
        return "";
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
