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
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks a server for its resources, and for the things that only whole collections can do. */
public final class DiscoveryClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final byte[] NO_BODY = {};

    private final Transport transport;
    private final String userAgent;

    public DiscoveryClient(Transport transport, String userAgent) {
        this.transport = transport;
        this.userAgent = userAgent;
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

    public Found all() {
        var served = new ArrayList<Served>();
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
        return new Found(served, String.join("; ", problems));
    }

    /** All versions of a group, the preferred one first: not every resource is served in every version. */
    private static Set<String> versions(JsonNode group) {
        var versions = new LinkedHashSet<String>();
        versions.add(group.path("preferredVersion").path("version").asText());
        for (var version : group.path("versions"))
            versions.add(version.path("version").asText());
        return versions;
    }

    private static void add(List<Served> served, String group, String version, ObjectNode list) {
        for (var resource : list.path("resources")) {
            var name = resource.path("name").asText();
            if (name.contains("/") || isServed(served, group, name)) continue;
            var verbs = new HashSet<String>();
            for (var verb : resource.path("verbs")) verbs.add(verb.asText());
            var kind = resource.path("kind").asText();
            var namespaced = resource.path("namespaced").asBoolean();
            served.add(new Served(new ApiResource(group, version, name, kind, namespaced, ""), verbs));
        }
    }

    private static boolean isServed(List<Served> served, String group, String plural) {
        return served.stream()
                .map(Served::resource)
                .anyMatch(each -> each.group().equals(group) && each.plural().equals(plural));
    }

    private Optional<ObjectNode> read(String path, List<String> problems) {
        try {
            var headers = Map.of("Accept", "application/json", "User-Agent", userAgent);
            var reply = transport.send(new ClientRequest("GET", path, headers, NO_BODY, TIMEOUT));
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
