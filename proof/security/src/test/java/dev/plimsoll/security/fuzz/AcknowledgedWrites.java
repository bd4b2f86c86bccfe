package dev.plimsoll.security.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What the server said that it wrote for one client, and so must have at the end. */
final class AcknowledgedWrites {
    private final Function<String, FuzzClient.Answer> get;
    private final Map<String, Written> objects = new HashMap<>();

    AcknowledgedWrites(Function<String, FuzzClient.Answer> get) {
        this.get = get;
    }

    /** An object as it was last acknowledged. */
    private record Written(FuzzTarget target, String path, String uid, String version) {}

    /** Notes what an accepted write means for what is there. */
    void note(FuzzRequest request, JsonNode answer) {
        if (request.method().equals("DELETE")) {
            noteDeletion(request);
            return;
        }
        if (request.isBindingOrEviction()) {
            for (var written : List.copyOf(objects.values())) {
                if (written.target.storedAs().equals("/pods")) again(written.target, written.path);
            }
            return;
        }
        // A table has its objects in its rows.
        var shown = answer.has("rows") ? answer.path("rows").path(0).path("object") : answer;
        var metadata = shown.path("metadata");
        var name = metadata.path("name").asText();
        if (name.isEmpty() || !metadata.has("uid") || !metadata.has("resourceVersion")) return;
        var collection = request.isCollection()
                ? request.object()
                : request.object().substring(0, request.object().lastIndexOf('/'));
        look(request.target(), collection + "/" + escaped(name), metadata);
    }

    /** Names of roles may hold what a path may not. */
    private static String escaped(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private void look(FuzzTarget target, String path, JsonNode acknowledged) {
        // What is being deleted goes with its last finalizer.
        var isLast = acknowledged.has("deletionTimestamp")
                && acknowledged.path("finalizers").isEmpty();
        if (isLast && get.apply(path).status() == 404) {
            objects.remove(key(target, path));
            return;
        }
        objects.put(
                key(target, path),
                new Written(
                        target,
                        path,
                        acknowledged.path("uid").asText(),
                        acknowledged.path("resourceVersion").asText()));
    }

    private void noteDeletion(FuzzRequest request) {
        if (!request.isCollection()) {
            again(request.target(), request.object());
            return;
        }
        for (var written : List.copyOf(objects.values())) {
            if (written.target.storedAs().equals(request.target().storedAs())) sweep(written);
        }
    }

    /** It may be gone, or wait for its finalizers under a new version. */
    private void again(FuzzTarget target, String path) {
        var left = get.apply(path);
        if (left.status() == 404) objects.remove(key(target, path));
        else look(target, path, left.json().path("metadata"));
    }

    /** A selector may have spared it: then it must be as it was. */
    private void sweep(Written written) {
        var left = get.apply(written.path);
        if (left.status() == 404) objects.remove(key(written.target, written.path));
        else if (left.json().path("metadata").has("deletionTimestamp"))
            look(written.target, written.path, left.json().path("metadata"));
    }

    private static String key(FuzzTarget target, String path) {
        return target.storedAs() + target.scope() + path.substring(path.lastIndexOf('/'));
    }

    /** Acknowledged writes that are not there, or not as they were acknowledged. */
    List<String> lost() {
        var lost = new ArrayList<String>();
        for (var written : objects.values()) {
            var found = get.apply(written.path);
            var metadata = found.json().path("metadata");
            var isSame = metadata.path("uid").asText().equals(written.uid)
                    && (written.target.isOwnWritten()
                            || metadata.path("resourceVersion").asText().equals(written.version));
            if (!isSame) lost.add(written.path + " was acknowledged at " + written.version + " but is " + found.text());
        }
        return lost;
    }

    int size() {
        return objects.size();
    }
}
