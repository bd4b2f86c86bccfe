package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Decoder;
import dev.plimsoll.core.model.PodDetails.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What controllers ask of a pod; the rest of its document is not kept.
 *
 * @param node where it runs; empty while it is not assigned
 * @param target the node that a daemon set made it for, by its affinity; otherwise empty
 * @param readySince when its condition Ready last changed
 * @param finished when its last container ended, as far as that is known
 * @param ending how it failed; nothing of a pod that has not
 * @param disruption the time of condition DisruptionTarget while it is true; otherwise {@link Instant#EPOCH}
 */
public record PodView(
        Meta meta,
        String node,
        String target,
        String phase,
        boolean hasReadyCondition,
        boolean isReady,
        Instant readySince,
        Instant finished,
        Ending ending,
        Instant disruption,
        Restarts restarts,
        List<Toleration> tolerations,
        PodResources resources) {
    /** How often containers were started again. */
    public record Restarts(int containers, int sidecars, int started) {}

    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

    public static PodView of(ObjectNode document) {
        var spec = document.path("spec");
        var status = document.path("status");
        var ready = Conditions.find(status, "Ready");
        return new PodView(
                Meta.of(document),
                spec.path("nodeName").asText(),
                NodeTarget.of(spec),
                status.path("phase").asText("Pending"),
                ready.isPresent(),
                Conditions.is(status, "Ready", "True"),
                ready.flatMap(each ->
                                Times.parse(each.path("lastTransitionTime").asText()))
                        .orElse(Instant.EPOCH),
                finished(status),
                Ending.of(status),
                Conditions.is(status, "DisruptionTarget", "True")
                        ? Conditions.find(status, "DisruptionTarget")
                                .flatMap(each -> Times.parse(
                                        each.path("lastTransitionTime").asText()))
                                .orElse(Instant.EPOCH)
                        : Instant.EPOCH,
                restarts(spec, status),
                Tolerations.of(spec),
                PodResources.of(document));
    }

    public static Decoder.Decoded<PodView> decode(ObjectNode document) {
        return new Decoder.Decoded.View<>(of(document));
    }

    private static Instant finished(JsonNode status) {
        var last = Instant.EPOCH;
        for (var container : status.path("containerStatuses")) {
            var end = Times.parse(container.at("/state/terminated/finishedAt").asText());
            if (end.isPresent() && end.get().isAfter(last)) last = end.get();
        }
        return last;
    }

    private static Restarts restarts(JsonNode spec, JsonNode status) {
        var sidecars = new java.util.HashSet<String>();
        for (var container : spec.path("initContainers")) {
            if (container.path("restartPolicy").asText().equals("Always")) {
                sidecars.add(container.path("name").asText());
            }
        }
        var containers = 0;
        var ofSidecars = 0;
        var all = 0;
        for (var container : status.path("containerStatuses")) {
            containers = Math.max(containers, container.path("restartCount").asInt());
            all += container.path("restartCount").asInt();
        }
        for (var container : status.path("initContainerStatuses")) {
            all += container.path("restartCount").asInt();
            if (!sidecars.contains(container.path("name").asText())) continue;
            ofSidecars = Math.max(ofSidecars, container.path("restartCount").asInt());
        }
        return new Restarts(containers, ofSidecars, all);
    }

    public ObjectName name() {
        return meta.name();
    }

    public String uid() {
        return meta.uid();
    }

    public boolean hasFailed() {
        return phase.equals("Failed");
    }

    public boolean hasSucceeded() {
        return phase.equals("Succeeded");
    }

    public boolean isTerminal() {
        return hasFailed() || hasSucceeded();
    }

    public boolean isActive() {
        return !isTerminal() && !meta.isBeingDeleted();
    }

    /** Ready for long enough. */
    public boolean isAvailable(int minReadySeconds, Instant now) {
        return isReady
                && (minReadySeconds <= 0 || untilAvailable(minReadySeconds, now).isZero());
    }

    /** How long a ready pod must stay so to be available; zero if it is, or is not ready. */
    public Duration untilAvailable(int minReadySeconds, Instant now) {
        if (!isReady || minReadySeconds <= 0) return Duration.ZERO;
        var left = Duration.between(now, readySince.plusSeconds(minReadySeconds));
        return left.isPositive() ? left : Duration.ZERO;
    }

    /** What its deletion costs, by its annotation; 0 for one that is no number of 32 bits. */
    public int deletionCost() {
        try {
            return Integer.parseInt(meta.annotation(DELETION_COST));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** Where it runs, or is to run. */
    public String anyNode() {
        return node.isEmpty() ? target : node;
    }

    public boolean hasFinalizer(String finalizer) {
        return meta.finalizers().contains(finalizer);
    }
}
