package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.discovery.ApiResourceListObject;
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

    private record Listed(ApiResourceListObject resources, long readAt) {}

    public ServedKinds(ApiClient client, Time time) {
        this.client = client;
        this.time = time;
    }

    /** Whether a resource, or a subresource such as {@code pods/resize}, is served; also true where nobody answered. */
    public boolean has(String apiVersion, String name) {
        return list(apiVersion).map(list -> list.has(name)).orElse(true);
    }

    /** The {@code /scale} of a kind, if it has one. */
    Optional<ApiResource> scaleOf(String apiVersion, String kind) {
        return list(apiVersion)
                .flatMap(list -> list.ofKind(apiVersion, kind)
                        .filter(resource -> list.has(resource.plural() + "/scale"))
                        .map(resource -> resource.sub("scale")));
    }

    private Optional<ApiResourceListObject> list(String apiVersion) {
        var before = lists.get(apiVersion);
        if (before != null && time.nanos() - before.readAt() < FRESH.toNanos()) return Optional.of(before.resources());
        var path = apiVersion.contains("/") ? "/apis/" + apiVersion : "/api/" + apiVersion;
        return switch (client.document(path)) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var list = new ApiResourceListObject(document);
                lists.put(apiVersion, new Listed(list, time.nanos()));
                yield Optional.of(list);
            }
            case RequestResult.NotFound<ObjectNode> _ -> {
                lists.remove(apiVersion);
                yield Optional.of(new ApiResourceListObject(ClientJson.object()));
            }
            // What is known from before is better than nothing.
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ ->
                Optional.ofNullable(before).map(Listed::resources);
        };
    }
}
