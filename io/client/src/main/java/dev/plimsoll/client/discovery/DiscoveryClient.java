package dev.plimsoll.client.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks a server for its resources, and for the things that only whole collections can do. */
public final class DiscoveryClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final byte[] NO_BODY = {};

    private final Transport transport;
    private final String userAgent;
    private volatile @Nullable Answered last;

    public DiscoveryClient(Transport transport, String userAgent) {
        this.transport = transport;
        this.userAgent = userAgent;
    }

    /** What a server told last. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Answered(byte[] core, byte[] groups, Found found) {
        boolean isOf(byte[] coreNow, byte[] groupsNow) {
            return Arrays.equals(core, coreNow) && Arrays.equals(groups, groupsNow);
        }
    }

    /** A resource in the version that the server prefers. */
    public record Served(ApiResource resource, Set<String> verbs) {
        public Served {
            verbs = Set.copyOf(verbs);
        }

        public boolean can(String... wanted) {
            return verbs.containsAll(List.of(wanted));
        }
    }

    /**
     * All that is served.
     *
     * @param problem why some groups are not there; empty if all are
     */
    public record Found(List<Served> resources, String problem) {
        public Found {
            resources = List.copyOf(resources);
        }

        /** The resource of a kind; its version may be another than the one asked for. */
        public Optional<ApiResource> ofKind(String apiVersion, String kind) {
            var slash = apiVersion.indexOf('/');
            var group = slash < 0 ? "" : apiVersion.substring(0, slash);
            return resources.stream()
                    .map(Served::resource)
                    .filter(each -> each.group().equals(group) && each.kind().equals(kind))
                    .findFirst();
        }
    }

    /** Asks for all at once. Where nothing has changed since the last time, the answer is the same object. */
    public Found all() {
        var core = page("/api");
        var groups = page("/apis");
        if (core.isEmpty() || groups.isEmpty()) return oneByOne();
        var before = last;
        if (before != null && before.isOf(core.get(), groups.get())) return before.found();
        var found = AggregatedDiscovery.read(core.get(), groups.get());
        if (found.isEmpty()) return oneByOne(); // an older server
        last = new Answered(core.get(), groups.get(), found.get());
        return found.get();
    }

    private Optional<byte[]> page(String path) {
        try {
            var reply = transport.send(request(path, AggregatedDiscovery.ACCEPT));
            return reply.isSuccess() ? Optional.of(reply.body()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // asked again one by one, with what is wrong
        }
    }

    private Found oneByOne() {
        var served = new ServedResources();
        var problems = new ArrayList<String>();
        read("/api/v1", problems).ifPresent(list -> add(served, "", "v1", list));
        var groups = read("/apis", problems);
        if (groups.isPresent()) {
            for (var group : groups.get().path("groups")) {
                var name = group.path("name").asText();
                for (var version : versions(group)) {
                    read("/apis/" + name + "/" + version, problems).ifPresent(list -> add(served, name, version, list));
                }
            }
        }
        return new Found(served.all(), String.join("; ", problems));
    }

    /** All versions of a group, the preferred one first: not every resource is served in every version. */
    private static Set<String> versions(JsonNode group) {
        var versions = new LinkedHashSet<String>();
        versions.add(group.path("preferredVersion").path("version").asText());
        for (var version : group.path("versions"))
            versions.add(version.path("version").asText());
        return versions;
    }

    private static void add(ServedResources served, String group, String version, ObjectNode list) {
        for (var resource : list.path("resources")) {
            var name = resource.path("name").asText();
            if (name.contains("/")) continue;
            var kind = resource.path("kind").asText();
            var namespaced = resource.path("namespaced").asBoolean();
            served.add(new ApiResource(group, version, name, kind, namespaced, ""), resource.path("verbs"));
        }
    }

    private ClientRequest request(String path, String accept) {
        return new ClientRequest("GET", path, Map.of("Accept", accept, "User-Agent", userAgent), NO_BODY, TIMEOUT);
    }

    private Optional<ObjectNode> read(String path, List<String> problems) {
        try {
            var reply = transport.send(request(path, "application/json"));
            var document = reply.isSuccess() ? ClientJson.read(reply.body()) : Optional.<ObjectNode>empty();
            if (document.isEmpty()) problems.add(path + ": the server answered " + reply.status());
            return document;
        } catch (IOException e) {
            problems.add(path + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Deletes everything of a resource in a namespace; why that did not work, or empty. */
    public String deleteCollection(ApiResource resource, String namespace) {
        var headers = Map.of("Accept", "application/json", "Content-Type", "application/json", "User-Agent", userAgent);
        var options = ClientJson.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.put("propagationPolicy", "Background");
        var request = new ClientRequest(
                "DELETE", resource.collection(namespace), headers, ClientJson.bytes(options), TIMEOUT);
        try {
            var reply = transport.send(request);
            if (reply.isSuccess() || reply.status() == 404) return "";
            return ClientJson.read(reply.body())
                    .map(status -> status.path("message").asText())
                    .orElse("the server answered " + reply.status());
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
