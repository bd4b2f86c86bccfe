package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.placement.preemption.DisruptionBudget;
import dev.plimsoll.core.placement.terms.Terms;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PlacementDemand;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.Scheduled;
import dev.plimsoll.core.placement.view.PlacementPod.SchedulingStatus;
import dev.plimsoll.core.placement.view.PlacementPod.Sized;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads pods and disruption budgets as placement sees them. What many pods have in common is kept once, so that a view of a pod is
 * a few hundred bytes.
 */
public final class PlacementReader {
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private final PlacementDemand demand;
    private final boolean readsPinned;
    private final SharedValues<PinnedPod> pinned = new SharedValues<>();
    private final SharedValues<Terms> terms = new SharedValues<>();
    private final SharedValues<Sized> sizes = new SharedValues<>();
    private final SharedValues<Amounts> amounts = new SharedValues<>();
    private final SharedValues<Map<String, String>> labels = new SharedValues<>();
    private final SharedValues<String> texts = new SharedValues<>();

    private PlacementReader(FeatureGates gates, boolean readsPinned) {
        this.demand = PlacementDemand.under(gates);
        this.readsPinned = readsPinned;
    }

    /**
     * A reader.
     *
     * @param readsPinned whether what resource managers look at is asked for
     */
    public static PlacementReader under(FeatureGates gates, boolean readsPinned) {
        return new PlacementReader(gates, readsPinned);
    }

    /**
     * A pod, and what of it could not be read. A pod with problems still counts with what could be read, but cannot be placed.
     *
     * @param limits with overhead, as its spec has them
     * @param hasPriority whether it has one, be it 0
     */
    public record Reading(PlacementPod pod, Amounts limits, boolean hasPriority, List<Read.Problem> problems) {
        public Reading {
            problems = List.copyOf(problems);
        }
    }

    public Reading pod(JsonNode document) {
        return pod(document, PodReader.read(document));
    }

    /** A pod that was read already as the core sees it. */
    public Reading pod(JsonNode document, Read<Pod> seen) {
        var problems = new ArrayList<Read.Problem>();
        Terms wanted = Terms.NONE;
        switch (Cursor.read(document, TermsReader::terms)) {
            case Read.Ok<Terms>(var read) -> wanted = terms.of(read);
            case Read.Malformed<Terms>(var why) -> problems.addAll(why);
        }
        return switch (seen) {
            case Read.Ok<Pod>(var pod) ->
                new Reading(
                        view(pod, wanted, document),
                        amounts.of(demand.limits(pod.spec())),
                        pod.spec().placement().priority() != PodPlacement.UNSET,
                        problems);
            case Read.Malformed<Pod>(var why) -> {
                problems.addAll(why);
                yield new Reading(
                        blank(document),
                        Amounts.NONE,
                        false,
                        problems.stream().distinct().toList());
            }
        };
    }

    private PlacementPod view(Pod pod, Terms wanted, JsonNode document) {
        var metadata = pod.metadata();
        var spec = pod.spec();
        var asks = sizes.of(demand.asks(pod));
        var holds = PlacementDemand.isPlain(pod) ? asks : sizes.of(demand.holds(pod));
        var priority = spec.placement().priority();
        return new PlacementPod(
                new PlacementPod.Key(texts.of(metadata.namespace()), metadata.name(), metadata.uid()),
                labels.of(metadata.labels()),
                texts.of(spec.placement().nodeName()),
                texts.of(schedulerName(document)),
                priority == PodPlacement.UNSET ? 0 : Math.clamp(priority, Integer.MIN_VALUE, Integer.MAX_VALUE),
                document.path("spec").path("preemptionPolicy").asText().equals("Never"),
                asks,
                holds,
                wanted,
                spec.placement().schedulingGates(),
                schedulingStatus(pod, document.path("status")),
                pinned(pod));
    }

    private @Nullable PinnedPod pinned(Pod pod) {
        var own = readsPinned ? PinnedPod.of(pod) : null;
        return own == null ? null : pinned.of(own);
    }

    private static String schedulerName(JsonNode document) {
        var name = document.path("spec").path("schedulerName").asText();
        return name.isEmpty() ? DEFAULT_SCHEDULER : name;
    }

    private static SchedulingStatus schedulingStatus(Pod pod, JsonNode status) {
        var scheduled = Scheduled.UNKNOWN;
        var isVictim = false;
        var isDeferred = false;
        for (var condition : pod.status().conditions()) {
            switch (condition.type()) {
                case "PodScheduled" ->
                    scheduled = new Scheduled(
                            condition.status(),
                            condition.reason(),
                            condition.message(),
                            condition.observedGeneration());
                case "DisruptionTarget" ->
                    isVictim = condition.status().equals("True")
                            && condition.reason().equals("PreemptionByScheduler");
                case Condition.POD_RESIZE_PENDING ->
                    isDeferred = condition.reason().equals(Condition.DEFERRED);
                default -> {}
            }
        }
        return new SchedulingStatus(
                status.path("nominatedNodeName").asText(),
                pod.metadata().generation(),
                seconds(status.path("startTime").asText()),
                pod.metadata().deletion().isPresent(),
                isVictim,
                isDeferred,
                scheduled.status().equals("True") ? Scheduled.UNKNOWN : scheduled);
    }

    private static long seconds(String time) {
        if (time.isEmpty()) return SchedulingStatus.NOT_STARTED;
        try {
            return Instant.parse(time).getEpochSecond();
        } catch (DateTimeException _) {
            return SchedulingStatus.NOT_STARTED;
        }
    }

    /** A pod of which little more than the name can be trusted. */
    private static PlacementPod blank(JsonNode document) {
        var metadata = document.path("metadata");
        var spec = document.path("spec");
        return new PlacementPod(
                new PlacementPod.Key(
                        metadata.path("namespace").asText(),
                        metadata.path("name").asText(),
                        metadata.path("uid").asText()),
                Map.of(),
                spec.path("nodeName").asText(),
                schedulerName(document),
                spec.path("priority").asInt(),
                true,
                Sized.NOTHING,
                Sized.NOTHING,
                Terms.NONE,
                List.of(),
                SchedulingStatus.NEW,
                null);
    }

    /** A node affinity that stands alone, as in a scheduler's configuration. */
    public static Read<NodeAffinity> nodeAffinity(JsonNode document) {
        var wrapped = JsonNodeFactory.instance.objectNode();
        wrapped.set("affinity", document);
        return Cursor.read(wrapped, root -> TermsReader.nodeAffinity(root.object("affinity")));
    }

    /** A PodDisruptionBudget. */
    public static Read<DisruptionBudget> budget(JsonNode document) {
        return Cursor.read(
                document,
                root -> new DisruptionBudget(
                        root.object("metadata").text("namespace"),
                        root.object("metadata").text("name"),
                        TermsReader.query(root.object("spec").object("selector")),
                        root.object("status").integer("disruptionsAllowed", 0),
                        Set.copyOf(root.object("status").object("disruptedPods").names())));
    }
}
