package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.cli.node.KubeletManagers;
import dev.plimsoll.core.estimation.usage.RecordedUsage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.prediction.NodeOvercommitment;
import dev.plimsoll.core.prediction.PodFate;
import dev.plimsoll.core.prediction.PredictedBudget;
import dev.plimsoll.core.prediction.PredictedNode;
import dev.plimsoll.core.prediction.PredictedOutcome;
import dev.plimsoll.core.prediction.PredictedPod;
import dev.plimsoll.core.prediction.Prediction;
import dev.plimsoll.core.prediction.PredictionInput;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.core.prediction.autoscaling.AutoscalingInput;
import dev.plimsoll.core.prediction.autoscaling.WorkloadAdvice;
import dev.plimsoll.core.prediction.comparison.PredictionDifference;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a cluster without some changes and with them. */
public final class Simulation {
    private final Snapshot snapshot;
    private final PredictionSettings settings;
    private final FeatureGates gates;
    private final Instant now;
    private final SequencedSet<String> problems = new LinkedHashSet<>();
    private final PredictionReader reader;
    private final Consumer<String> progress;
    private final NodeManagerSettings managers;
    private final @Nullable RecordedUsage usage;

    public Simulation(Snapshot snapshot, PredictionSettings settings) {
        this(snapshot, settings, Facts.NONE, _ -> {});
    }

    /**
     * What is known beside the snapshot.
     *
     * @param kubeletOrNull the settings of the nodes' kubelets; null where they are not given
     * @param usageOrNull what containers used; null where nothing was recorded
     */
    public record Facts(
            @Nullable KubeletManagers kubeletOrNull,
            @Nullable RecordedUsage usageOrNull) {
        public static final Facts NONE = new Facts(null, null);
    }

    /** @param progress gets a few words whenever another part begins */
    public Simulation(Snapshot snapshot, PredictionSettings settings, Facts facts, Consumer<String> progress) {
        this.progress = progress;
        this.usage = facts.usageOrNull();
        this.managers = new NodeManagerSettings(facts.kubeletOrNull(), settings.gates(), problems::add);
        this.snapshot = snapshot;
        this.settings = settings;
        this.gates = settings.gates();
        this.now = snapshot.header().taken().orElseGet(() -> newest(snapshot));
        this.reader = new PredictionReader(gates, problems::add);
    }

    private static Instant newest(Snapshot snapshot) {
        var newest = Instant.EPOCH;
        for (var kind : List.of(SnapshotKinds.PODS, SnapshotKinds.NODES)) {
            for (var object : snapshot.objects(kind)) {
                var created = object.metadata().created();
                if (created.isAfter(newest)) newest = created;
            }
        }
        return newest;
    }

    /**
     * What was found.
     *
     * @param asked the changes in a few words
     * @param advice what pods should ask for by what was recorded, by workload; empty where nothing was
     * @param consolidations which nodes could go, by the level at which pods ask for resources; empty unless asked for
     * @param refused objects that the API server would refuse, and why
     * @param spread nodes on which changed pods came to be with other seeds, by pod; empty unless asked for
     * @param doubts what is not known or taken for given
     * @param misunderstood changes that cannot be made
     * @param notes what was skipped
     * @param problems objects of the snapshot that were left out
     */
    public record Result(
            List<String> asked,
            PredictedOutcome before,
            PredictedOutcome after,
            PredictionDifference difference,
            SortedMap<String, WorkloadAdvice> advice,
            List<LevelConsolidation> consolidations,
            Map<String, String> refused,
            Map<String, List<String>> spread,
            List<Doubt> doubts,
            List<String> misunderstood,
            List<String> notes,
            List<String> problems) {}

    /** Runs it. */
    public Result run(RequestedChanges changes, SimulationOptions options) {
        var unchanged = new ChangedCluster(snapshot, reader, managers, gates, now);
        progress.accept("without the changes");
        var before = predict(unchanged, reader, settings, autoscaling(unchanged), false);
        var podLevel = options.podLevel();
        var chosen = podLevel.isNone() ? reader : reader(podLevel::applied);
        var changed = new ChangedCluster(snapshot, chosen, managers, gates, now);
        changed.apply(changes, before.capacity());
        progress.accept("with the changes");
        var recorded = recorded(changed);
        var consolidatesAsItIs = options.consolidates() && recorded == null;
        var after = predict(changed, chosen, settings, autoscaling(changed), consolidatesAsItIs);
        var difference = PredictionDifference.of(before, after);
        var doubts = new TreeSet<>(doubts(changed, difference));
        var advice = recorded == null ? new TreeMap<String, WorkloadAdvice>() : recorded.advice();
        var notes = new ArrayList<>(changed.notes());
        List<LevelConsolidation> levels = List.of();
        if (recorded != null) {
            doubts.addAll(recordedDoubts(recorded));
            if (recorded.unmatched() > 0)
                notes.add(recorded.unmatched() + " of " + usage().series().size()
                        + " recorded containers belong to no workload of the snapshot; they are left out");
            if (options.consolidates()) levels = recommended(changes, before, recorded, advice);
        } else if (options.consolidates()) {
            doubts.add(Doubt.SAME_AMOUNTS);
            levels = levels(changes, options, before, after);
        }
        return new Result(
                changes.words(),
                before,
                after,
                difference,
                advice,
                levels,
                changed.refused(),
                spread(changed, chosen, difference, options.seeds()),
                List.copyOf(doubts),
                changed.problems(),
                notes,
                List.copyOf(problems));
    }

    private RecordedUsage usage() {
        if (usage == null) throw new IllegalStateException("nothing was recorded");
        return usage;
    }

    private @Nullable RecordedWorkloads recorded(ChangedCluster changed) {
        return usage == null ? null : new RecordedWorkloads(changed.draft(), usage);
    }

    private @Nullable AutoscalingInput autoscaling(ChangedCluster changed) {
        var recorded = recorded(changed);
        return recorded == null ? null : recorded.input();
    }

    private static List<Doubt> recordedDoubts(RecordedWorkloads recorded) {
        return recorded.needsOtherMetrics()
                ? List.of(Doubt.RECORDED_USE, Doubt.SHARED_LOAD, Doubt.OTHER_METRICS)
                : List.of(Doubt.RECORDED_USE, Doubt.SHARED_LOAD);
    }

    private PredictionReader reader(BiFunction<Pod, ObjectMetadata, Pod> shape) {
        return new PredictionReader(gates, problems::add, shape);
    }

    /** Once at the level of containers, once at that of pods. */
    private List<LevelConsolidation> levels(
            RequestedChanges changes, SimulationOptions options, PredictedOutcome before, PredictedOutcome after) {
        var isChosen = !options.podLevel().isNone();
        var other = isChosen ? reader : reader(PodLevelScope.ALL::applied);
        progress.accept(isChosen ? "at container level" : "at pod level");
        var changed = new ChangedCluster(snapshot, other, managers, gates, now);
        changed.apply(changes, before.capacity());
        var outcome = predict(changed, other, settings, null, true);
        return List.of(
                LevelConsolidation.of("container level", isChosen ? outcome : after),
                LevelConsolidation.of("pod level", isChosen ? after : outcome));
    }

    /** The same with pods that ask for what is recommended by what was recorded. */
    private List<LevelConsolidation> recommended(
            RequestedChanges changes,
            PredictedOutcome before,
            RecordedWorkloads recorded,
            SortedMap<String, WorkloadAdvice> advice) {
        var levels = new ArrayList<LevelConsolidation>();
        for (var isPodLevel : List.of(false, true)) {
            var name = (isPodLevel ? "pod level" : "container level") + " as recommended";
            progress.accept(name);
            var shaped = reader((pod, meta) -> {
                var own = advice.get(PodOwners.id(recorded.owners().of(meta)));
                return own == null
                        ? pod
                        : pod.withSpec(own.applied(pod.spec(), isPodLevel))
                                .withStatus(
                                        PodStatus.NONE.withQosClass(pod.status().qosClass()));
            });
            var changed = new ChangedCluster(snapshot, shaped, managers, gates, now);
            changed.apply(changes, before.capacity());
            levels.add(LevelConsolidation.of(name, predict(changed, shaped, settings, null, true)));
        }
        return levels;
    }

    private PredictedOutcome predict(
            ChangedCluster changed,
            PredictionReader as,
            PredictionSettings with,
            @Nullable AutoscalingInput autoscaling,
            boolean consolidates) {
        var draft = changed.draft();
        var templates = new WorkloadTemplates(draft);
        var namespaces = new HashMap<String, Map<String, String>>();
        for (var namespace : draft.all(SnapshotKinds.NAMESPACES))
            namespaces.put(namespace.metadata().name(), namespace.metadata().labels());
        var pods = new ArrayList<PredictedPod>();
        for (var pod : draft.all(SnapshotKinds.PODS)) as.podOfSnapshot(pod).ifPresent(pods::add);
        var nodes = draft.all(SnapshotKinds.NODES).stream()
                .map(as::node)
                .<PredictedNode>mapMulti(Optional::ifPresent)
                .toList();
        var input = new PredictionInput(
                nodes,
                // With other amounts than they have, pods may be too many for their nodes.
                consolidates && usage != null ? NodeOvercommitment.released(nodes, pods) : pods,
                templates.workloads(),
                draft.all(SnapshotKinds.POD_DISRUPTION_BUDGETS).stream()
                        .map(as::budget)
                        .<PredictedBudget>mapMulti(Optional::ifPresent)
                        .toList(),
                namespaces,
                changed.drained(),
                changed.removed(),
                changed.resizes(),
                consolidates,
                autoscaling,
                now);
        try (var factory = new AdmittedPods(draft, templates, as, gates, now)) {
            changed.charge(factory);
            return Prediction.run(input, with, factory);
        }
    }

    private Map<String, List<String>> spread(
            ChangedCluster changed, PredictionReader as, PredictionDifference difference, int seeds) {
        var nodes = new TreeMap<String, TreeSet<String>>();
        for (var change : difference.changes()) {
            var node = change.fate().ending().node();
            if (!node.isEmpty()) nodes.put(change.fate().qualifiedName(), new TreeSet<>(List.of(node)));
        }
        for (var seed = 1; seed <= seeds; seed++) {
            progress.accept("with other choices, " + seed + " of " + seeds);
            for (var fate :
                    predict(changed, as, settings.withSeed(seed), null, false).pods()) {
                var seen = nodes.get(fate.qualifiedName());
                if (seen != null && !fate.ending().node().isEmpty())
                    seen.add(fate.ending().node());
            }
        }
        var spread = new TreeMap<String, List<String>>();
        if (seeds > 0) nodes.forEach((pod, seen) -> spread.put(pod, List.copyOf(seen)));
        return spread;
    }

    private List<Doubt> doubts(ChangedCluster changed, PredictionDifference difference) {
        var doubts = new TreeSet<Doubt>();
        doubts.add(Doubt.READY);
        if (settings.profiles().equals(PredictionSettings.DEFAULT.profiles())) doubts.add(Doubt.SCHEDULER);
        var draft = changed.draft();
        var areUnknown = !managers.areGiven()
                && draft.all(SnapshotKinds.NODES).stream()
                        .anyMatch(node -> node.resourceManagers().isEmpty());
        if (areUnknown) doubts.add(Doubt.NODE_MANAGERS);
        if (managers.decidesAnything()) doubts.add(Doubt.ASSIGNED_CPUS);
        if (managers.hasOneZone()) doubts.add(Doubt.ONE_ZONE);
        if (snapshot.header().taken().isEmpty()) doubts.add(Doubt.TIME);
        var areAutoscaled = isThere(draft.all(SnapshotKinds.HORIZONTAL_POD_AUTOSCALERS))
                || isThere(draft.all(SnapshotKinds.VERTICAL_POD_AUTOSCALERS));
        if (areAutoscaled && usage == null) doubts.add(Doubt.AUTOSCALERS);
        if (changed.replacesTemplates()) doubts.add(Doubt.TEMPLATES);
        if (isThere(draft.all(SnapshotKinds.CRON_JOBS))) doubts.add(Doubt.CRON_JOBS);
        var makes = difference.changes().stream().map(change -> change.fate()).anyMatch(PodFate::isMade);
        if (makes) {
            doubts.add(Doubt.SERVICE_ACCOUNTS);
            if (new WorkloadTemplates(draft).replacesLikeForLike()) doubts.add(Doubt.LIKE_FOR_LIKE);
            if (isThere(draft.all(SnapshotKinds.MUTATING_WEBHOOKS))
                    || isThere(draft.all(SnapshotKinds.VALIDATING_WEBHOOKS))) doubts.add(Doubt.WEBHOOKS);
        }
        for (var change : difference.changes()) {
            if (change.kind() == PredictionDifference.Kind.UNKNOWN) doubts.add(Doubt.OTHER_SCHEDULER);
            for (var doubt : Doubt.values()) if (change.fate().doubts().contains(doubt.id())) doubts.add(doubt);
        }
        return List.copyOf(doubts);
    }

    private static boolean isThere(List<? extends ApiObject> objects) {
        return !objects.isEmpty();
    }
}
