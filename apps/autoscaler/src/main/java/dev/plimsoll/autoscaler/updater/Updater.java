package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.FoundController;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.observation.RoundTimes;
import dev.plimsoll.autoscaler.observation.UpdaterMetrics;
import dev.plimsoll.autoscaler.observation.UpdaterMetrics.Tally;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.updater.BoostRemoval.Boost;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.update.GroupBudget;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The loop that brings running pods to their recommendations. {@link #runOnce} is one round, for one thread. */
public final class Updater {
    private final ApiClient client;
    private final ClusterState cluster;
    private final BlockedUpdates blocked;
    private final UpdaterSettings settings;
    private final Pace pace;
    private final UpdaterMetrics metrics;
    private final AdmissionLease admission;
    private final UpdateDecision selection;
    private final BoostRemoval unboosting;
    private final Actions actions;
    private int rounds;

    public Updater(
            ApiClient client,
            ClusterState cluster,
            UpdaterSettings settings,
            Actions.Listener told,
            Pace pace,
            RandomGenerator random,
            UpdaterMetrics metrics) {
        var listener = new BlockedUpdates(told);
        this.client = client;
        this.blocked = listener;
        this.cluster = cluster;
        this.settings = settings;
        this.pace = pace;
        this.metrics = metrics;
        this.admission = new AdmissionLease(client, settings.namespace(), pace.real(), random);
        var applications = new Applications(cluster.gates(), settings.podLevel());
        var podLevel = new PodLevelResize(client, cluster.kinds(), settings.podLevelResize(), pace.own());
        this.selection = new UpdateDecision(cluster, applications, settings, pace, listener);
        this.unboosting = new BoostRemoval(cluster, applications, pace);
        this.actions = new Actions(client, cluster, applications, settings, podLevel, listener, pace.own());
    }

    /** What one round did. */
    public record Round(int controlled, int candidates, int resized, int evicted) {}

    private record Group(ObjectName vpa, CrossVersionObjectReference owner) {}

    private record Members(VpaObject vpa, CrossVersionObjectReference owner, List<AutoscaledPod> pods) {}

    public Round runOnce() {
        if (settings.waitsForAdmission() && !admission.isHeld()) return new Round(0, 0, 0, 0);
        var laps = new RoundTimes(pace.real());
        var now = pace.own().instant();
        laps.lap("ListVPAs");
        var pods = cluster.pods().all();
        laps.lap("ListPods");
        var groups = groups(pods);
        actions.begin(pods.stream().map(AutoscaledPod::uid).collect(Collectors.toSet()));
        laps.lap("FilterPods");
        // When a round ends early, the next one begins elsewhere.
        if (!groups.isEmpty()) Collections.rotate(groups, -(rounds++ % groups.size()));
        laps.lap("AdmissionInit");
        var tallies = groups.stream().map(members -> update(members, now)).toList();
        laps.lap("EvictPods");
        blocked.write(client, cluster.countedVpas(), pace.real().instant());
        metrics.round(laps, tallies);
        return new Round(
                tallies.stream().mapToInt(Tally::pods).sum(),
                tallies.stream().mapToInt(Tally::candidates).sum(),
                tallies.stream().mapToInt(Tally::resized).sum(),
                tallies.stream().mapToInt(Tally::evicted).sum());
    }

    /** The pods that run under objects that change them, by their direct owners. */
    private List<Members> groups(List<AutoscaledPod> pods) {
        var groups = new HashMap<Group, Members>();
        Map<Owned, Optional<VpaObject>> known = new HashMap<>();
        for (var pod : pods) {
            if (!pod.isLive() || pod.pod().spec().placement().nodeName().isEmpty()) continue;
            var owner = pod.controller();
            if (owner.isEmpty()) continue;
            var labels = pod.pod().metadata().labels();
            known.computeIfAbsent(
                            new Owned(pod.name().namespace(), owner.get(), labels),
                            owned -> cluster.controlling(owned.namespace(), owned.owner(), owned.labels()))
                    .filter(this::isOurs)
                    .ifPresent(vpa -> groups.computeIfAbsent(
                                    new Group(vpa.name(), owner.get()),
                                    _ -> new Members(vpa, owner.get(), new ArrayList<>()))
                            .pods()
                            .add(pod));
        }
        var ordered = new ArrayList<>(groups.values());
        ordered.sort(Comparator.comparing((Members members) -> members.vpa().name())
                .thenComparing(members -> members.owner().name()));
        return ordered;
    }

    /** Pods of one owner with the same labels have the same object. */
    private record Owned(String namespace, CrossVersionObjectReference owner, Map<String, String> labels) {}

    private boolean isOurs(VpaObject vpa) {
        return vpa.mode().isActive() || (settings.boosts() && !vpa.boosts().isEmpty());
    }

    private Tally update(Members members, Instant now) {
        var vpa = members.vpa();
        var pods = members.pods();
        var budget = budget(vpa, members.owner(), pods);
        if (budget.isBelowMinimum() && vpa.mode().isActive() && !settings.skipDisruptionBudget()) {
            blocked.add(
                    vpa,
                    "TooFewReplicas",
                    "%s %s has %d live pods, and minReplicas is %d"
                            .formatted(
                                    members.owner().kind(), members.owner().name(), budget.live(), budget.required()));
        }
        var candidates = new ArrayList<UpdateCandidate>();
        var resized = 0;
        var evicted = 0;
        for (var pod : pods) {
            var boost = settings.boosts() ? unboosting.of(vpa, pod, pods.size(), now) : new Boost.None();
            switch (boost) {
                case Boost.Running _ -> {}
                case Boost.Over(var candidate) -> {
                    var done = actions.unboost(candidate, budget);
                    budget = done.budget();
                    if (done.resized()) resized++;
                }
                case Boost.None _ -> {
                    metrics.read(pod.pod());
                    if (vpa.mode().isActive())
                        selection.candidate(vpa, pod, pods.size(), now).ifPresent(candidates::add);
                }
            }
        }
        candidates.sort(Comparator.comparing(UpdateCandidate::priority, UpdatePriority.MOST_URGENT_FIRST));
        for (var candidate : candidates) {
            var done = actions.act(candidate, budget, now);
            budget = done.budget();
            if (done.resized()) resized++;
            if (done.evicted()) evicted++;
        }
        return new Tally(vpa, pods.size(), candidates.size(), resized, evicted);
    }

    private GroupBudget budget(VpaObject vpa, CrossVersionObjectReference owner, List<AutoscaledPod> pods) {
        var found = cluster.controllers().find(vpa.name().namespace(), owner);
        // A controller that does not say how many pods it keeps is asked to keep those that there are.
        var configured = found instanceof FoundController.Controller controller && controller.replicas() >= 0
                ? controller.replicas()
                : pods.size();
        var pending = (int) pods.stream().filter(AutoscaledPod::isPending).count();
        var required = vpa.spec().minReplicas() > 0 ? vpa.spec().minReplicas() : settings.minReplicas();
        return GroupBudget.of(configured, pods.size(), pending, required, settings.evictionTolerance());
    }
}
