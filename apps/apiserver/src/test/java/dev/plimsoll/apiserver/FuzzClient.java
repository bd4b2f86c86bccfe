package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Sends mutated requests in a namespace of its own, and keeps a model of what the server acknowledged there. */
final class FuzzClient {
    private static final Set<Integer> CODES =
            Set.of(200, 201, 400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429);
    private static final int MOST_COMPLAINTS = 20;

    private final TestServer server;
    private final String namespace;
    private final FuzzRequests requests;
    /** The version that each object must have at the end, by its path. */
    private final Map<String, String> versions = new HashMap<>();

    private final List<String> complaints = new ArrayList<>();
    private int sent;
    private int accepted;

    FuzzClient(TestServer server, Random random, String namespace) {
        this.server = server;
        this.namespace = namespace;
        this.requests = new FuzzRequests(random, namespace);
    }

    void run(int count) {
        var made = server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
        if (made.status() != 201) complaints.add("no namespace: " + made.text());
        while (sent < count && complaints.size() < MOST_COMPLAINTS) {
            sent++;
            one(requests.next());
        }
    }

    private void one(FuzzRequests.Sent request) {
        TestServer.Answer answer;
        try {
            answer = server.call(request.method(), request.path(), request.body(), request.headers());
        } catch (IllegalStateException e) {
            complaints.add("no answer to " + request + ": " + e);
            return;
        } catch (IllegalArgumentException _) {
            return; // what a client's library does not send
        }
        if (answer.status() < 300) accepted++;
        check(request, answer);
        if (answer.status() < 300) note(request, answer.json());
    }

    private void check(FuzzRequests.Sent request, TestServer.Answer answer) {
        // 504 is right for a version from the future; 503 for a watch that this server does not have.
        var isFuture = answer.status() == 504 && answer.message().contains("Too large resource version");
        if (!CODES.contains(answer.status()) && !isFuture) {
            complaints.add(answer.status() + " for " + request + ": " + answer.text());
            return;
        }
        if (request.isWatch()
                || request.method().equals("HEAD")
                || answer.text().equals("404 page not found\n")) return;
        var json = answer.json();
        var isStatus = json.path("kind").asText().equals("Status");
        var isRight = answer.status() < 300
                ? isStatus || json.has("kind") || json.isObject()
                : isStatus && json.path("code").asInt() == answer.status();
        if (!isRight) complaints.add("not an answer to " + request + ": " + answer);
    }

    /** What a write that was accepted means for what is there. */
    private void note(FuzzRequests.Sent request, JsonNode answer) {
        if (request.isDry()
                || request.method().equals("GET")
                || request.method().equals("HEAD")) return;
        if (request.method().equals("DELETE")) {
            noteDeletion(request);
            return;
        }
        // A table has its objects in its rows.
        var shown = answer.has("rows") ? answer.path("rows").path(0).path("object") : answer;
        var metadata = shown.path("metadata");
        if (!metadata.path("namespace").asText().equals(namespace)) return;
        var path = request.collection() + "/" + metadata.path("name").asText();
        // What is being deleted goes with its last finalizer.
        var isLast = metadata.has("deletionTimestamp")
                && metadata.path("deletionGracePeriodSeconds").asLong() == 0
                && metadata.path("finalizers").isEmpty();
        if (isLast && server.get(path).status() == 404) versions.remove(path);
        else versions.put(path, metadata.path("resourceVersion").asText());
    }

    private void noteDeletion(FuzzRequests.Sent request) {
        if (request.isCollection()) {
            for (var path : List.copyOf(versions.keySet())) {
                if (path.startsWith(request.barePath() + "/")) noteSwept(path);
            }
            return;
        }
        // It may be gone, or wait for its finalizers under a new version.
        var left = server.get(request.barePath());
        if (left.status() == 404) versions.remove(request.barePath());
        else
            versions.put(
                    request.barePath(),
                    left.json().path("metadata").path("resourceVersion").asText());
    }

    /** A selector may have spared it: then it must be as it was. Or it waits for its finalizers. */
    private void noteSwept(String path) {
        var left = server.get(path);
        var metadata = left.json().path("metadata");
        if (left.status() == 404) versions.remove(path);
        else if (metadata.has("deletionTimestamp"))
            versions.put(path, metadata.path("resourceVersion").asText());
    }

    /** Acknowledged writes that are not there, or not as they were acknowledged. */
    List<String> lost() {
        var lost = new ArrayList<String>();
        versions.forEach((path, version) -> {
            var found = server.get(path);
            var at = found.json().path("metadata").path("resourceVersion").asText();
            if (!at.equals(version)) lost.add(path + " was acknowledged at " + version + " but is " + found.text());
        });
        if (versions.isEmpty()) lost.add("nothing was written in " + namespace);
        return lost;
    }

    List<String> complaints() {
        return complaints;
    }

    int sent() {
        return sent;
    }

    int accepted() {
        return accepted;
    }
}
