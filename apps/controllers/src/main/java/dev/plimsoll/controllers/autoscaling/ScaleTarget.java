package dev.plimsoll.controllers.autoscaling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.objects.autoscaling.ScaleObject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The number of replicas of any workload that has a {@code /scale}. */
final class ScaleTarget {
    private static final Map<String, ApiResource> KNOWN = Map.of(
            "apps Deployment", ApiResource.DEPLOYMENTS,
            "apps ReplicaSet", ApiResource.REPLICA_SETS,
            "apps StatefulSet", ApiResource.STATEFUL_SETS);

    private final ApiClient client;
    private final DiscoveryClient discovery;
    private final Map<String, ApiResource> found = new ConcurrentHashMap<>(KNOWN);

    ScaleTarget(ApiClient client, DiscoveryClient discovery) {
        this.client = client;
        this.discovery = discovery;
    }

    /** The scale as it is, or why it cannot be had. */
    sealed interface Read {
        record Scale(ApiResource resource, ScaleObject object) implements Read {}

        record Failed(String problem) implements Read {}
    }

    Read read(String namespace, CrossVersionObjectReference target) {
        var resource = resource(target);
        if (resource.isEmpty()) {
            return new Read.Failed(
                    "no matches for kind \"%s\" in group \"%s\"".formatted(target.kind(), target.group()));
        }
        var scale = resource.get().sub("scale");
        var outcome = client.get(scale, new ObjectName(namespace, target.name()));
        return outcome instanceof RequestResult.Done<ObjectNode>(var document)
                ? new Read.Scale(scale, new ScaleObject(document))
                : new Read.Failed(outcome.problem());
    }

    /** Why it could not be written; empty if it was. */
    String write(Read.Scale scale, int replicas) {
        return client.update(scale.resource(), scale.object().withReplicas(replicas))
                .problem();
    }

    private Optional<ApiResource> resource(CrossVersionObjectReference target) {
        var key = target.group() + " " + target.kind();
        var known = found.get(key);
        if (known != null) return Optional.of(known);
        var asked = discovery.all().ofKind(target.apiVersion(), target.kind());
        asked.ifPresent(resource -> found.put(key, resource));
        return asked;
    }
}
