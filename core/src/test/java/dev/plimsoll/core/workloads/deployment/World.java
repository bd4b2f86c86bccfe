package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.TestPod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A deployment with its sets and counts of pods, without an API: what is asked for is done, what sets report is up to the test. */
final class World {
    /** A set, and the pods that it really has. */
    static final class Held {
        final String name;
        final PodTemplate template;
        final Instant created;
        Map<String, String> annotations;
        int wanted;
        int minReadySeconds;
        int generation = 1;
        int ready;
        int unready;
        private int reportedReplicas;
        private int reportedReady;
        private int observedGeneration;

        Held(String name, PodTemplate template, Instant created, Map<String, String> annotations, int wanted) {
            this.name = name;
            this.template = template;
            this.created = created;
            this.annotations = annotations;
            this.wanted = wanted;
        }

        int active() {
            return ready + unready;
        }

        /** As the replica set controller does it: makes what is missing, deletes what is too many, unready ones first. */
        void reconcile() {
            while (active() < wanted) unready++;
            while (active() > wanted) {
                if (unready > 0) unready--;
                else ready--;
            }
        }

        void report() {
            reportedReplicas = active();
            reportedReady = ready;
            if (active() == wanted) observedGeneration = generation;
        }

        OwnedReplicaSet view() {
            var meta = new ObjectMetadata(
                    "ns", name, name, "", generation, created, false, Map.of(), annotations, List.of(), List.of());
            return new OwnedReplicaSet(
                    meta,
                    template,
                    wanted,
                    minReadySeconds,
                    reportedReplicas,
                    reportedReady,
                    reportedReady,
                    0,
                    observedGeneration,
                    Conditions.NONE);
        }
    }

    final Map<String, Held> sets = new LinkedHashMap<>();
    final List<String> trace = new ArrayList<>();
    final Map<String, String> annotations = new HashMap<>();
    DeploymentStatus status = DeploymentStatus.NONE;
    Instant now = TestPod.NOW;
    boolean isPaused;
    int revisionHistoryLimit = 10;
    private final boolean recreates;
    private final IntOrString maxSurge;
    private final IntOrString maxUnavailable;
    private int replicas;
    private String image = "1";

    private World(int replicas, boolean recreates, IntOrString maxSurge, IntOrString maxUnavailable) {
        this.replicas = replicas;
        this.recreates = recreates;
        this.maxSurge = maxSurge;
        this.maxUnavailable = maxUnavailable;
    }

    /** A deployment with strategy RollingUpdate. */
    static World rolling(int replicas, String maxSurge, String maxUnavailable) {
        return new World(replicas, false, intOrString(maxSurge), intOrString(maxUnavailable));
    }

    static World recreating(int replicas) {
        return new World(replicas, true, new IntOrString.Absent(), new IntOrString.Absent());
    }

    private static IntOrString intOrString(String text) {
        return text.endsWith("%") ? new IntOrString.Text(text) : new IntOrString.Int(Integer.parseInt(text));
    }

    void image(String changed) {
        image = changed;
    }

    void replicas(int count) {
        replicas = count;
    }

    RollingBounds bounds() {
        return RollingBounds.of(spec());
    }

    private PodTemplate template() {
        return new PodTemplate("image " + image, "image " + image, Map.of());
    }

    private DeploymentSpec spec() {
        var meta = new ObjectMetadata(
                "ns", "d", "d", "", 1, Instant.EPOCH, false, Map.of(), annotations, List.of(), List.of());
        return new DeploymentSpec(
                meta,
                template(),
                "d-" + image,
                replicas,
                isPaused,
                recreates,
                maxSurge,
                maxUnavailable,
                0,
                600L,
                revisionHistoryLimit);
    }

    /** One reconcile of the controller; whether it wrote a set. */
    boolean reconcile() {
        var withPods = new HashSet<String>();
        for (var held : sets.values()) if (held.active() > 0) withPods.add(held.name);
        var views = sets.values().stream().map(Held::view).toList();
        var plan = DeploymentDecision.decide(
                new ObservedDeployment(spec(), status, views, withPods, List.of(), now),
                InPlace.under(FeatureGates.DEFAULT));
        var wrote = false;
        for (var action : plan.actions()) wrote |= perform(action);
        status = plan.status();
        return wrote;
    }

    /** One reconcile whose status is not written, as after a conflict. */
    void reconcileWithoutStatus() {
        var before = status;
        reconcile();
        status = before;
    }

    private boolean perform(Action action) {
        switch (action) {
            case Action.CreateSet(var name, var count, var given) -> {
                if (sets.containsKey(name)) throw new AssertionError("made twice: " + name);
                sets.put(name, new Held(name, template(), now.plusSeconds(sets.size()), given, count));
                if (count > 0) trace.add("new " + count);
                return true;
            }
            case Action.ScaleSet(var set, var from, var given) -> {
                var held = held(set.name());
                held.annotations = new HashMap<>(held.annotations);
                held.annotations.putAll(given);
                held.wanted = set.wanted();
                held.generation++;
                if (from != set.wanted()) {
                    trace.add((held.template.isSame(template()) ? "new " : "old ") + set.wanted());
                }
                return true;
            }
            case Action.UpdateSet(var set, var given, var minReady) -> {
                held(set.name()).annotations = given;
                held(set.name()).minReadySeconds = minReady;
                return true;
            }
            case Action.DeleteSet(var set) -> {
                if (held(set.name()).active() > 0) throw new AssertionError("deleted with pods");
                sets.remove(set.name());
                return true;
            }
            case Action.KeepHistory _, Action.ResizeSet _, Action.ResizePod _, Action.ReplacePod _ ->
                throw new AssertionError("not without the gate");
            case Action.NumberDeployment(var revision) -> {
                annotations.put(SetAnnotations.REVISION, revision);
                return false;
            }
        }
    }

    private Held held(String name) {
        return Objects.requireNonNull(sets.get(name), name);
    }

    int active() {
        return sets.values().stream().mapToInt(Held::active).sum();
    }

    int available() {
        return sets.values().stream().mapToInt(each -> each.ready).sum();
    }

    /** Deployment and replica sets reconcile until nothing changes. */
    void settle() {
        for (var i = 0; i < 200; i++) {
            var wrote = reconcile();
            for (var held : sets.values()) {
                held.reconcile();
                held.report();
            }
            if (!wrote && !reconcile()) return;
        }
        throw new AssertionError("does not settle: " + trace);
    }

    /** All pods become ready. */
    void allReady() {
        for (var held : sets.values()) {
            held.ready += held.unready;
            held.unready = 0;
            held.report();
        }
        trace.add("ready");
    }
}
