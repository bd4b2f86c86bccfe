package dev.plimsoll.scheduler.loop;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.placement.Decision;
import dev.plimsoll.core.placement.Placement;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.preemption.DisruptionBudget;
import dev.plimsoll.core.placement.preemption.Preemption;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.queue.ClusterEvent;
import dev.plimsoll.core.placement.queue.PodQueue;
import dev.plimsoll.core.placement.queue.QueuedPod;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.volumes.ClaimedVolumes;
import dev.plimsoll.core.placement.volumes.VolumeStep;
import dev.plimsoll.core.placement.volumes.VolumeTable;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.loop.Effects.Failure;
import dev.plimsoll.scheduler.loop.SchedulingObserver.Result;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One attempt to place a pod: the decision, and what follows from it. Belongs to the loop. */
final class SchedulingCycle {
    private static final Set<Plugin> PARKED = EnumSet.of(Plugin.DEFERRED_POD_SCHEDULING, Plugin.NODE_RESOURCES_FIT);

    private final NodeTable table;
    private final PodQueue queue;
    private final Effects effects;
    private final SchedulingObserver measures;
    private final Map<String, Placement> profiles = new HashMap<>();
    private final Map<ObjectName, DisruptionBudget> budgets = new HashMap<>();
    /** One map for all profiles, changed in place: only the loop reads it. */
    private final Map<String, Map<String, String>> namespaces = new HashMap<>();

    private final VolumeTable volumes;

    private int start;

    SchedulingCycle(
            SchedulerSettings settings,
            NodeTable table,
            VolumeTable volumes,
            PodQueue queue,
            Effects effects,
            SchedulingObserver measures) {
        this.table = table;
        this.volumes = volumes;
        this.queue = queue;
        this.effects = effects;
        this.measures = measures;
        for (var profile : settings.profiles()) {
            profiles.put(
                    profile.schedulerName(),
                    new Placement(new PlacementContext(profile, namespaces, settings.alignsNuma(), volumes)));
        }
    }

    /** Whether the pod is one of those that this scheduler places. */
    boolean places(PlacementPod pod) {
        return profiles.containsKey(pod.schedulerName());
    }

    void budget(CacheChange<DisruptionBudget> change) {
        switch (change) {
            case CacheChange.Added<DisruptionBudget>(var name, var budget) -> budgets.put(name, budget);
            case CacheChange.Updated<DisruptionBudget>(var name, var _, var budget) -> budgets.put(name, budget);
            case CacheChange.Removed<DisruptionBudget>(var name, var _) -> budgets.remove(name);
            case CacheChange.Synced<DisruptionBudget> _ -> {}
        }
    }

    void namespace(CacheChange<Map<String, String>> change, long now) {
        switch (change) {
            case CacheChange.Added<Map<String, String>>(var name, var labels) -> changed(name.name(), labels, now);
            case CacheChange.Updated<Map<String, String>>(var name, var _, var labels) ->
                changed(name.name(), labels, now);
            case CacheChange.Removed<Map<String, String>>(var name, var _) -> namespaces.remove(name.name());
            case CacheChange.Synced<Map<String, String>> _ -> {}
        }
    }

    private void changed(String name, Map<String, String> labels, long now) {
        var before = namespaces.put(name, labels);
        if (before != null && !before.equals(labels)) queue.tell(new ClusterEvent.NamespaceChanged(name), now);
    }

    /** The node for a pod; null if there is none, and then all that is to be done about it has been done. */
    @Nullable
    String decide(QueuedPod queued, long now, Time time) {
        var pod = queued.pod();
        var placement = profiles.get(pod.schedulerName());
        if (placement == null) throw new IllegalStateException("no profile " + pod.schedulerName());
        var began = time.nanos();
        var decision = placement.decide(pod, table, start);
        start = decision.next();
        measures.decided(time.nanos() - began);
        var found = switch (decision) {
            case Decision.Placed placed
            when pod.isAssigned() -> {
                // The resize fits; the node has to find out by itself.
                queue.refused(queued, PARKED, now);
                yield null;
            }
            case Decision.Placed placed -> placed.nodeName();
            case Decision.Refused refused -> {
                refuse(queued, refused, now, time);
                yield null;
            }
        };
        measures.attempted(
                found == null ? Result.UNSCHEDULABLE : Result.SCHEDULED, pod.schedulerName(), time.nanos() - began);
        return found;
    }

    private void refuse(QueuedPod queued, Decision.Refused refused, long now, Time time) {
        var pod = queued.pod();
        var message = refused.message();
        var nominated = "";
        if (refused.mayPreempt()) {
            var began = time.nanos();
            var outcome = new Preemption(
                            pod, table, refused.filters(), refused.findings(), List.copyOf(budgets.values()))
                    .plan(start);
            measures.passed(
                    SchedulingObserver.Phase.POST_FILTER,
                    outcome instanceof Preemption.Outcome.Chosen,
                    pod.schedulerName(),
                    time.nanos() - began);
            message = message + " " + outcome.message();
            switch (outcome) {
                case Preemption.Outcome.Chosen(var candidate) -> {
                    measures.preempted(candidate.victims().size());
                    nominated = pod.isAssigned() ? "" : candidate.nodeName();
                    if (!nominated.isEmpty()) nominate(pod, nominated, now);
                    queue.makingRoom(queued);
                    effects.makeRoom(pod, candidate);
                }
                case Preemption.Outcome.NotEligible _ ->
                    nominated = table.nominations().nodeOf(pod.key().uid());
                case Preemption.Outcome.None _ ->
                    table.nominations().forget(pod.key().uid());
            }
        }
        if (refused.plugins().isEmpty()) queue.failed(queued, now);
        else queue.refused(queued, refused.plugins(), now);
        if (!pod.isAssigned()) effects.explain(pod, new Failure(false, message, nominated));
    }

    /** Those who are less important wait for another node. */
    private void nominate(PlacementPod pod, String node, long now) {
        for (var other : List.copyOf(table.nominations().on(node))) {
            if (other.priority() >= pod.priority()) continue;
            table.nominations().forget(other.key().uid());
            effects.clearNomination(other);
            queue.tell(new ClusterEvent.PodDeleted(other), now);
        }
        table.nominations().note(pod, node);
    }

    /** What is to be done about the claims of a pod before it is bound to the node that was chosen. */
    List<VolumeStep> volumeSteps(PlacementPod pod, String nodeName) {
        if (pod.terms().claims().isEmpty()) return List.of();
        var node = table.node(table.row(nodeName));
        return ClaimedVolumes.of(pod, volumes).on(node) instanceof ClaimedVolumes.Verdict.Usable(var steps)
                ? steps
                : List.of();
    }

    /** Something went wrong on the way to the API. */
    void failed(QueuedPod queued, String why, long now) {
        measures.attempted(Result.ERROR, queued.pod().schedulerName(), 0);
        queue.failed(queued, now);
        effects.explain(
                queued.pod(),
                new Failure(
                        true, why, table.nominations().nodeOf(queued.pod().key().uid())));
    }

    /** A pod that says something that cannot be understood is not placed by what is left of it. */
    void refuseUnreadable(QueuedPod queued, List<Read.Problem> problems, long now) {
        var text = problems.stream().map(Read.Problem::toString).collect(Collectors.joining("; "));
        failed(queued, "the pod cannot be understood: " + text, now);
    }
}
