package dev.plimsoll.integration.autoscaler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.fakes.client.Observed;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** The objects of a resource, by how their names begin; those that are on their way out do not count. */
final class Watched implements AutoCloseable {
    private final Observed seen;

    Watched(ApiClient client, ApiResource resource) {
        seen = new Observed(client, resource, Duration.ofMinutes(4));
    }

    List<ObjectNode> named(String prefix) {
        return named(prefix, seen.all());
    }

    private static List<ObjectNode> named(String prefix, Collection<ObjectNode> all) {
        return all.stream()
                .filter(object -> object.at("/metadata/name").asText().startsWith(prefix)
                        && !object.path("metadata").has("deletionTimestamp"))
                .toList();
    }

    /** Waits until these objects are as they should be, from now on or already. */
    void await(String what, String prefix, Predicate<List<ObjectNode>> condition) throws InterruptedException {
        seen.awaitAll(what, all -> condition.test(named(prefix, all)));
    }

    @Override
    public void close() {
        seen.close();
    }
}
