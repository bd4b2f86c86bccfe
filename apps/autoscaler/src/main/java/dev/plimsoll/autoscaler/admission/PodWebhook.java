package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.Cluster;
import dev.plimsoll.autoscaler.cluster.OriginalsDocument;
import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.client.cache.Decoder.Decoded;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PatchOperation;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Gives new pods their recommendations. It never refuses a pod: what it cannot read or find, it leaves as it is. */
final class PodWebhook {
    private static final String ANNOTATIONS = "/metadata/annotations";

    private final Cluster cluster;
    private final Applications applications;

    PodWebhook(Cluster cluster, Applications applications) {
        this.cluster = cluster;
        this.applications = applications;
    }

    /** The patch for a pod that is being made; empty where there is nothing to change. */
    ArrayNode review(JsonNode object, String namespace) {
        if (!object.isObject()) return Applications.json(List.of());
        return switch (PodView.decode(object.deepCopy())) {
            case Decoded.Unreadable<PodView> _ -> Applications.json(List.of());
            case Decoded.View<PodView>(var pod) ->
                Applications.json(controlling(pod, namespace)
                        .map(vpa -> operations(pod, vpa, namespace))
                        .orElse(List.of()));
        };
    }

    private Optional<Vpa> controlling(PodView pod, String namespace) {
        return pod.controller()
                .flatMap(owner -> cluster.controlling(
                        namespace, owner, pod.pod().metadata().labels()))
                .filter(vpa -> vpa.mode() != UpdateMode.OFF);
    }

    private List<PatchOperation> operations(PodView view, Vpa vpa, String namespace) {
        var pod = view.pod();
        var applied = applications.apply(pod, vpa, cluster.surroundings(namespace), Moment.ADMISSION);
        var edits = applied.outcome().edits();
        var level = applied.request().level();
        var operations = new ArrayList<PatchOperation>();
        if (pod.metadata().annotations().isEmpty()) operations.add(new PatchOperation.AddObject(ANNOTATIONS));
        operations.addAll(edits.patch(pod.spec()));
        if (!edits.isEmpty() || !edits.notes().isEmpty()) {
            operations.add(annotation("vpaUpdates", edits.updates(vpa.name().name())));
        }
        if (level != ManagedLevel.CONTAINERS && !edits.isEmpty()) {
            var originals = OriginalsDocument.text(applied.request().originals(), level);
            operations.add(annotation(Originals.ANNOTATION, originals));
        }
        operations.add(annotation(
                "vpaObservedContainers",
                pod.spec().containers().stream().map(Container::name).collect(Collectors.joining(", "))));
        return operations;
    }

    private static PatchOperation annotation(String name, String text) {
        return new PatchOperation.AddText(
                ANNOTATIONS + "/" + name.replace("~", "~0").replace("/", "~1"), text);
    }
}
