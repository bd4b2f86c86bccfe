package dev.plimsoll.autoscaler.updater;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.Cluster;
import dev.plimsoll.autoscaler.cluster.Controllers.Found;
import dev.plimsoll.autoscaler.cluster.Documents;
import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Reference;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.update.GroupBudget;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The loop that brings running pods to their recommendations. {@link #turn} is one round, for one thread. */
public final class Updater {
    /** The lease by which the admission controller says that it is there. */
    public static final String ADMISSION_LEASE = "vpa-admission-controller";

    private static final Duration ADMISSION_SILENCE = Duration.ofSeconds(60);

    private final ApiClient client;
    private final Cluster cluster;
    private final UpdaterSettings settings;
    private final Time time;
    private final Selection selection;
    private final Actions actions;

    public Updater(ApiClient client, Cluster cluster, UpdaterSettings settings, Actions.Listener listener, Time time) {
        this.client = client;
        this.cluster = cluster;
        this.settings = settings;
        this.time = time;
        var applications = new Applications(PodApplication.DEFAULT, settings.podLevel());
        this.selection = new Selection(cluster, applications, settings.rules());
        this.actions = new Actions(client, cluster, settings, listener, time);
    }

    /** What one round did. */
    public record Turn(int controlled, int candidates, int resized, int evicted) {}

    private record Group(ObjectName vpa, Reference owner) {}

    private record Members(Vpa vpa, List<PodView> pods) {}

    public Turn turn() {
        if (settings.waitsForAdmission() && !isAdmissionAlive()) return new Turn(0, 0, 0, 0);
        var now = time.instant();
        var groups = new HashMap<Group, Members>();
        for (var pod : cluster.pods().all()) {
            if (!pod.isLive() || pod.pod().spec().placement().nodeName().isEmpty()) continue;
            var owner = pod.controller();
            if (owner.isEmpty()) continue;
            cluster.controlling(
                            pod.name().namespace(),
                            owner.get(),
                            pod.pod().metadata().labels())
                    .filter(vpa -> vpa.mode().isActive())
                    .ifPresent(vpa -> groups.computeIfAbsent(
                                    new Group(vpa.name(), owner.get()), _ -> new Members(vpa, new ArrayList<>()))
                            .pods()
                            .add(pod));
        }
        actions.retain(cluster.pods().all().stream().map(PodView::uid).collect(Collectors.toSet()));
        var totals = new int[4];
        groups.forEach((group, members) -> update(group.owner(), members, now, totals));
        return new Turn(totals[0], totals[1], totals[2], totals[3]);
    }

    private void update(Reference owner, Members members, Instant now, int[] totals) {
        var pods = members.pods();
        var budget = budget(members.vpa(), owner, pods);
        var candidates = pods.stream()
                .flatMap(pod -> selection.candidate(members.vpa(), pod, now).stream())
                .sorted(Comparator.comparing(Candidate::priority, UpdatePriority.MOST_URGENT_FIRST))
                .toList();
        totals[0] += pods.size();
        totals[1] += candidates.size();
        for (var candidate : candidates) {
            var done = actions.act(candidate, budget, now);
            budget = done.budget();
            if (done.resized()) totals[2]++;
            if (done.evicted()) totals[3]++;
        }
    }

    private GroupBudget budget(Vpa vpa, Reference owner, List<PodView> pods) {
        var found = cluster.controllers().find(vpa.name().namespace(), owner);
        // A controller that does not say how many pods it keeps is asked to keep those that there are.
        var configured = found instanceof Found.Controller controller && controller.replicas() >= 0
                ? controller.replicas()
                : pods.size();
        var pending = (int) pods.stream().filter(PodView::isPending).count();
        var required = vpa.minReplicas() > 0 ? vpa.minReplicas() : settings.minReplicas();
        return GroupBudget.of(configured, pods.size(), pending, required, settings.evictionTolerance());
    }

    private boolean isAdmissionAlive() {
        var lease = client.get(ApiResource.LEASES, new ObjectName(settings.namespace(), ADMISSION_LEASE));
        return lease.done().flatMap(Updater::renewed).stream()
                .anyMatch(renewed -> Duration.between(renewed, time.instant()).compareTo(ADMISSION_SILENCE) <= 0);
    }

    private static Optional<Instant> renewed(ObjectNode lease) {
        return Documents.time(lease.path("spec").path("renewTime"))
                .or(() -> Documents.time(lease.path("metadata").path("creationTimestamp")));
    }
}
