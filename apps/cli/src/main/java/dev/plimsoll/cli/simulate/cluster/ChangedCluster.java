package dev.plimsoll.cli.simulate.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.AdmissionPreview;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ApiStatus;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.PredictedNode;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.workload.WorkloadOverview;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.tree.LeftOutFields;
import dev.plimsoll.snapshot.tree.SharedTrees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster with the changes that somebody asks about. */
public final class ChangedCluster {
    /** What others are judged by comes first. */
    private static final List<String> FIRST =
            List.of("Namespace", "PriorityClass", "RuntimeClass", "LimitRange", "ResourceQuota", "Node");

    private final ClusterDraft draft;
    private final PredictionReader reader;
    private final NodeManagerSettings managers;
    private final FeatureGates gates;
    private final Instant now;
    private final Map<String, ObjectKind<?>> kinds = new LinkedHashMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Pod> resizes = new ArrayList<>();
    private final Map<String, Pod> stored = new HashMap<>();
    private final Set<String> drained = new TreeSet<>();
    private final Set<String> removed = new TreeSet<>();
    private boolean replacesTemplates;

    ChangedCluster(
            Snapshot snapshot, PredictionReader reader, NodeManagerSettings managers, FeatureGates gates, Instant now) {
        this.draft = new ClusterDraft(snapshot);
        this.managers = managers;
        managers.apply(draft);
        this.reader = reader;
        this.gates = gates;
        this.now = now;
        for (var kind : SnapshotKinds.ALL) kinds.put(kind.resource().kind(), kind);
    }

    ClusterDraft draft() {
        return draft;
    }

    /** Why objects were refused, by object. */
    public Map<String, String> refused() {
        return refused;
    }

    /** Changes that cannot be made because they name something that is not there. */
    public List<String> problems() {
        return problems;
    }

    public List<String> notes() {
        return notes;
    }

    List<Pod> resizes() {
        return resizes;
    }

    /** Charges quotas with the resizes, as the API server has done before any pod is made. */
    void charge(AdmittedPods admitted) {
        for (var desired : resizes) {
            var before = stored.get(desired.metadata().uid());
            if (before != null) admitted.resized(before, desired);
        }
    }

    Set<String> drained() {
        return drained;
    }

    Set<String> removed() {
        return removed;
    }

    /** @param loads of the nodes as they are without the changes */
    void apply(RequestedChanges changes, ClusterCapacity loads) {
        var ordered = new ArrayList<>(changes.manifests());
        ordered.sort(Comparator.comparingInt(ChangedCluster::rank)
                .thenComparing(Manifest::kind)
                .thenComparing(manifest -> ObjectName.of(manifest.document()))
                .thenComparing(Manifest::source));
        for (var manifest : ordered) if (rank(manifest) < FIRST.size()) manifest(manifest, changes, null);
        changes.added().forEach(this::addNodes);
        managers.apply(draft);
        var templates = new WorkloadTemplates(draft);
        try (var admission = new AdmittedPods(draft, templates, reader, gates, now)) {
            for (var manifest : ordered) if (rank(manifest) == FIRST.size()) manifest(manifest, changes, admission);
        }
        changes.scales().forEach(this::scale);
        var resized = new ResizedPods(draft, new QuotaAccounts(draft, gates), gates, now);
        changes.resizes().forEach(resize -> resize(resize, resized));
        drained.addAll(nodes("--drain", changes.drained()));
        removed.addAll(nodes("--remove-nodes", changes.removed()));
        loads.nodes().stream()
                .filter(node -> !removed.contains(node.name()))
                .sorted(Comparator.comparingDouble((ClusterCapacity.NodeLoad node) ->
                                (double) node.requestedMilliCpu() / Math.max(1, node.milliCpu()))
                        .thenComparing(ClusterCapacity.NodeLoad::name))
                .limit(changes.removedCount())
                .forEach(node -> removed.add(node.name()));
    }

    private static int rank(Manifest manifest) {
        var index = FIRST.indexOf(manifest.kind());
        return index < 0 ? FIRST.size() : index;
    }

    private List<String> nodes(String option, List<String> names) {
        var known = new ArrayList<String>();
        for (var name : names) {
            if (draft.find(SnapshotKinds.NODES, new ObjectName("", name)).isPresent()) known.add(name);
            else problems.add(option + " " + name + ": the snapshot has no such node; check the name");
        }
        return known;
    }

    private void manifest(Manifest manifest, RequestedChanges changes, @Nullable AdmittedPods admission) {
        var kind = kinds.get(manifest.kind());
        if (kind == null) {
            notes.add(manifest.source() + ": " + manifest.kind() + " says nothing about where pods run; skipped");
            return;
        }
        var document = manifest.document();
        if (kind.resource().namespaced()) {
            var own = ObjectName.of(document).namespace();
            var named = new ObjectDraft(document);
            named.metadata().namespace(own.isEmpty() ? changes.namespace() : own);
            document = named.document();
        }
        if (admission == null) {
            place(kind, document);
            return;
        }
        switch (admission.admit(document, ObjectName.of(document).namespace())) {
            case AdmissionPreview.Answer.Accepted(var complete, var warnings) -> {
                warnings.forEach(warning -> notes.add(manifest.source() + ": " + warning));
                place(kind, complete);
            }
            case AdmissionPreview.Answer.Refused(var status, var _) ->
                refused.put(
                        manifest.kind() + " " + ObjectName.of(document),
                        ApiStatus.of(status).message());
            case AdmissionPreview.Answer.UnknownKind() -> place(kind, document);
        }
    }

    private <T extends ApiObject> void place(ObjectKind<T> kind, ObjectNode document) {
        var before = draft.find(kind, ObjectName.of(document));
        if (before.isPresent() && kind.resource().equals(ApiResource.PODS)) {
            refused.put("Pod " + before.get().name(), "it is in the snapshot already; --resize changes its resources");
            return;
        }
        var placed = document;
        if (before.isPresent())
            placed = new ObjectDraft(document).replacing(before.get()).document();
        else placed = identified(kind, document);
        // Who does not say how many leaves that to whoever said it before.
        var overview = new WorkloadOverview(placed);
        if (before.isPresent() && isScalable(kind.resource()) && !overview.declaresReplicas()) {
            placed = overview.scaledTo(new WorkloadOverview(before.get().document()).replicas());
        }
        replacesTemplates |= before.isPresent() && isScalable(kind.resource());
        draft.put(kind, asInSnapshots(placed));
    }

    /** Without what a snapshot leaves out, or nothing would be the same. */
    private static ObjectNode asInSnapshots(ObjectNode document) {
        try {
            return new SharedTrees(LeftOutFields.OF_MEMORY).share(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a workload is applied that the snapshot has. */
    boolean replacesTemplates() {
        return replacesTemplates;
    }

    /** An object that no server has stored yet gets a uid that says whose it is. */
    private static ObjectNode identified(ObjectKind<?> kind, ObjectNode document) {
        var draft = new ObjectDraft(document);
        draft.metadata().uid("new:" + kind.resource().kind() + ":" + ObjectName.of(document));
        return draft.document();
    }

    private static boolean isScalable(ApiResource kind) {
        return Set.of(ApiResource.DEPLOYMENTS, ApiResource.REPLICA_SETS, ApiResource.STATEFUL_SETS)
                .contains(kind);
    }

    private void addNodes(RequestedChanges.AddedNodes added) {
        var name = ObjectName.of(added.node().document()).name();
        var base = name.isEmpty() ? "node" : name;
        for (var i = 1; i <= added.count(); i++) {
            var copy = new ObjectDraft(added.node().document());
            var own = base + "-new" + i;
            copy.metadata().name("", own).uid("new:Node:" + own).label("kubernetes.io/hostname", own);
            draft.put(SnapshotKinds.NODES, copy.document());
        }
    }

    private void scale(RequestedChanges.Scale scale) {
        var kind = kinds.get(scale.kind().kind());
        if (kind == null || !scale(kind, scale))
            problems.add("--scale " + scale.kind().kind() + " " + scale.name()
                    + ": the snapshot has no such object; check name and namespace");
    }

    private <T extends ApiObject> boolean scale(ObjectKind<T> kind, RequestedChanges.Scale scale) {
        var found = draft.find(kind, scale.name());
        found.ifPresent(object -> draft.put(kind, new WorkloadOverview(object.document()).scaledTo(scale.replicas())));
        return found.isPresent();
    }

    private void resize(RequestedChanges.Resize resize, ResizedPods resized) {
        var text = "--resize " + resize.kind().kind() + " " + resize.name();
        var pods = meant(resize).filter(pod -> !pod.isTerminal()).toList();
        if (pods.isEmpty()) problems.add(text + ": the snapshot has no such pod; check name and namespace");
        for (var pod : pods) {
            var read = reader.podOfSnapshot(pod);
            if (read.isEmpty()) continue;
            var node = draft.find(SnapshotKinds.NODES, ObjectName.ofCluster(pod.nodeName()))
                    .flatMap(reader::node)
                    .map(PredictedNode::node)
                    .orElse(null);
            switch (resized.of(read.get().pod(), node, resize.container(), resize.amounts())) {
                case ResizedPods.Resized.Valid(var desired) -> {
                    resizes.add(desired);
                    stored.put(desired.metadata().uid(), read.get().pod());
                }
                case ResizedPods.Resized.Refused(var why) -> refused.put("resize of Pod " + pod.name(), why);
                case ResizedPods.Resized.Unclear(var why) -> problems.add(text + ": pod " + pod.name() + " " + why);
            }
        }
    }

    private Stream<PodObject> meant(RequestedChanges.Resize resize) {
        return resize.kind().equals(ApiResource.PODS)
                ? draft.find(SnapshotKinds.PODS, resize.name()).stream()
                : draft.all(SnapshotKinds.PODS).stream().filter(pod -> isOf(resize, pod));
    }

    private boolean isOf(RequestedChanges.Resize resize, PodObject pod) {
        if (!pod.name().namespace().equals(resize.name().namespace())) return false;
        var owner = pod.metadata().controller();
        if (owner.isEmpty()) return false;
        if (owner.get().kind().equals(resize.kind().kind()))
            return owner.get().name().equals(resize.name().name());
        return draft.find(
                        SnapshotKinds.REPLICA_SETS,
                        new ObjectName(resize.name().namespace(), owner.get().name()))
                .flatMap(set -> set.metadata().controller())
                .filter(above -> above.kind().equals(resize.kind().kind())
                        && above.name().equals(resize.name().name()))
                .isPresent();
    }
}
