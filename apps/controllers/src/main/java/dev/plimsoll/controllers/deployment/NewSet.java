package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.OwnerReference;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;
import java.util.Optional;

/** The replica set of a deployment's current template: which one it is, or what it is to be. */
final class NewSet {
    static final String HASH = "pod-template-hash";

    private NewSet() {}

    /** The oldest with the same template. */
    static Optional<SetView> find(Workload deployment, List<SetView> sets) {
        return sets.stream()
                .sorted(SetView.OLDEST_FIRST)
                .filter(each ->
                        Templates.areSame(deployment.template(), each.set().template(), HASH))
                .findFirst();
    }

    static ObjectNode document(Workload deployment, int replicas, long revision, RollingBounds bounds) {
        var hash = Templates.hash(deployment.template(), deployment.reported("collisionCount"));
        var set = Json.object().put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
        var metadata = set.putObject("metadata");
        metadata.put("namespace", deployment.name().namespace());
        metadata.put("name", deployment.name().name() + "-" + hash);
        var labels = metadata.putObject("labels");
        copy(deployment.template().path("metadata").path("labels"), labels);
        labels.put(HASH, hash);
        var annotations = metadata.putObject("annotations");
        SetAnnotations.current(deployment, java.util.Map.of(), revision).forEach(annotations::put);
        SetAnnotations.writeSizes(metadata, bounds);
        metadata.putArray("ownerReferences")
                .add(OwnerReference.controller(deployment).document());
        var spec = set.putObject("spec");
        spec.put("replicas", replicas);
        var minReady = deployment.number("minReadySeconds", 0);
        if (minReady > 0) spec.put("minReadySeconds", minReady);
        ObjectNode selector = deployment.spec().path("selector").deepCopy();
        selector.withObject("/matchLabels").put(HASH, hash);
        spec.set("selector", selector);
        ObjectNode template = deployment.template().deepCopy();
        template.withObject("/metadata").withObject("/labels").put(HASH, hash);
        spec.set("template", template);
        return set;
    }

    private static void copy(JsonNode from, ObjectNode to) {
        for (var entry : from.properties()) to.set(entry.getKey(), entry.getValue());
    }
}
