package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What an API server has, group by group, asked anew every five minutes. */
public final class ServedKinds {
    private static final Duration FRESH = Duration.ofMinutes(5);

    private final ApiClient client;
    private final Time time;
    private final Map<String, Listed> lists = new ConcurrentHashMap<>();

    private record Listed(ObjectNode document, long readAt) {}

    public ServedKinds(ApiClient client, Time time) {
        this.client = client;
        this.time = time;
    }

    /** Whether a resource, or a subresource such as {@code pods/resize}, is served; also true where nobody answered. */
    public boolean has(String apiVersion, String name) {
        var list = list(apiVersion);
        if (list.isEmpty()) return true;
        for (var resource : list.get().path("resources")) {
            if (resource.path("name").asText().equals(name)) return true;
        }
        return false;
    }

    /** The {@code /scale} of a kind, if it has one. */
    Optional<ApiResource> scaleOf(String apiVersion, String kind) {
        var list = list(apiVersion);
        if (list.isEmpty()) return Optional.empty();
        for (var resource : list.get().path("resources")) {
            var name = resource.path("name").asText();
            if (!resource.path("kind").asText().equals(kind) || name.contains("/")) continue;
            if (!has(apiVersion, name + "/scale")) return Optional.empty();
            var slash = apiVersion.indexOf('/');
            var group = slash < 0 ? "" : apiVersion.substring(0, slash);
            return Optional.of(ApiResource.namespaced(group, apiVersion.substring(slash + 1), name, kind)
                    .sub("scale"));
        }
        return Optional.empty();
    }

    private Optional<ObjectNode> list(String apiVersion) {
        var before = lists.get(apiVersion);
        if (before != null && time.nanos() - before.readAt() < FRESH.toNanos()) return Optional.of(before.document());
        var path = apiVersion.contains("/") ? "/apis/" + apiVersion : "/api/" + apiVersion;
        return switch (client.document(path)) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                lists.put(apiVersion, new Listed(document, time.nanos()));
                yield Optional.of(document);
            }
            case RequestResult.NotFound<ObjectNode> _ -> {
                lists.remove(apiVersion);
                yield Optional.of(dev.plimsoll.client.ClientJson.object());
            }
            // What is known from before is better than nothing.
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ ->
                Optional.ofNullable(before).map(Listed::document);
        };
    }
}
