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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
    private final Duration longest;
    private final HttpClient http;
    private volatile Map<ObjectName, StaticPod> pods = Map.of();
    private volatile boolean hasAnswered;
    private String lastProblem = "";

    StaticPodAddress(ManifestAddress address, StaticPodReader reader, ErrorReporter errors) {
        this(address, reader, errors, LONGEST);
    }

    /** @param longest how long an answer may take, to its last byte */
    StaticPodAddress(ManifestAddress address, StaticPodReader reader, ErrorReporter errors, Duration longest) {
        this.address = address;
        this.reader = reader;
        this.errors = errors;
        this.longest = longest;
        this.http = HttpClient.newBuilder()
                .connectTimeout(longest)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
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
        var request = HttpRequest.newBuilder(address.uri());
        address.headers().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        var exchange = http.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            // The client's own limit ends with the headers: an answer that never ends would hold up all that follow.
            var response = exchange.get(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) throw new IOException("it answers with status " + response.statusCode());
            return new String(response.body(), StandardCharsets.UTF_8);
        } catch (TimeoutException _) {
            exchange.cancel(true);
            throw new IOException("it does not answer within " + longest.toMillis() + " ms");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) throw broken;
            throw new IOException(e.getCause());
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
