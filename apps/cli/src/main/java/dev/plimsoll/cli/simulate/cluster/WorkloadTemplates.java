package dev.plimsoll.cli.simulate.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.prediction.workload.RequestedPod;
import dev.plimsoll.core.prediction.workload.WorkloadSpec;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision;
import dev.plimsoll.core.workloads.job.IndexFailures;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.workload.DaemonSetObject;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.JobObject;
import dev.plimsoll.objects.workload.ReplicaSetDraft;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.objects.workload.StatefulSetObject;
import dev.plimsoll.objects.workload.WorkloadObject;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The workloads of a cluster, and the pods that their controllers make of their templates. */
final class WorkloadTemplates {
    /** A template that was changed has a revision that no pod has yet. */
    private static final String CHANGED = "simulated";

    private final ClusterDraft cluster;
    private final List<WorkloadSpec> workloads = new ArrayList<>();
    private final Map<String, Template> templates = new HashMap<>();
    private final Map<String, DeploymentObject> deployments = new HashMap<>();
    private final Map<String, PodObject> pods = new HashMap<>();
    /** How many pods have which revision, by controller. */
    private final Map<String, Map<String, Integer>> revisions = new HashMap<>();

    private final Map<String, List<ReplicaSetObject>> sets = new HashMap<>();
    private boolean replacesLikeForLike;

    /** Makes a pod as its controller sends it. */
    private interface Template {
        ObjectNode pod(RequestedPod request);
    }

    WorkloadTemplates(ClusterDraft cluster) {
        this.cluster = cluster;
        for (var pod : cluster.all(SnapshotKinds.PODS)) {
            pods.put(pod.uid(), pod);
            pod.metadata()
                    .controller()
                    .ifPresent(owner -> revisions(owner.uid())
                            .merge(
                                    pod.metadata().labels().getOrDefault(DaemonSetDecision.REVISION_HASH, ""),
                                    1,
                                    Integer::sum));
        }
        for (var set : cluster.all(SnapshotKinds.REPLICA_SETS)) {
            set.metadata()
                    .controller()
                    .ifPresent(owner -> sets.computeIfAbsent(owner.uid(), _ -> new ArrayList<>())
                            .add(set));
        }
        cluster.all(SnapshotKinds.DEPLOYMENTS).forEach(this::deployment);
        for (var set : cluster.all(SnapshotKinds.REPLICA_SETS)) replicaSet(set);
        for (var controller : cluster.all(SnapshotKinds.REPLICATION_CONTROLLERS)) {
            replicaSet(ReplicaSetObject.REPLICATION_CONTROLLER.of(controller.document()));
        }
        cluster.all(SnapshotKinds.STATEFUL_SETS).forEach(this::statefulSet);
        cluster.all(SnapshotKinds.DAEMON_SETS).forEach(this::daemonSet);
        cluster.all(SnapshotKinds.JOBS).forEach(this::job);
        others();
    }

    List<WorkloadSpec> workloads() {
        return List.copyOf(workloads);
    }

    /** Whether there are pods whose controllers' rules are not played through. */
    boolean replacesLikeForLike() {
        return replacesLikeForLike;
    }

    static String id(ApiObject object) {
        return object.kind() + " " + object.name();
    }

    private void deployment(DeploymentObject deployment) {
        if (deployment.selector().isEmpty()) return;
        var owned = sets.getOrDefault(deployment.uid(), List.of()).stream()
                .map(ReplicaSetObject::view)
                .toList();
        deployments.put(id(deployment), deployment);
        workloads.add(new WorkloadSpec.OfDeployment(id(deployment), deployment.spec(), deployment.status(), owned));
    }

    private void replicaSet(ReplicaSetObject set) {
        templates.put(set.uid(), request -> ofSet(set, request.name()));
        var owner = set.metadata().controller();
        if (owner.isPresent() || set.selector().isEmpty()) return;
        workloads.add(new WorkloadSpec.OfReplicaSet(
                id(set), set.metadata(), Math.max(0, set.replicas()), set.minReadySeconds()));
    }

    private static ObjectNode ofSet(ReplicaSetObject set, String name) {
        var pod = PodDraft.of(set, set.template(), name);
        pod.metadata().generateName(set.metadata().name() + "-");
        return pod.document();
    }

    private void statefulSet(StatefulSetObject set) {
        if (set.selector().isEmpty()) return;
        var isSame = !cluster.isWritten(set) || hasSameTemplate(SnapshotKinds.STATEFUL_SETS, set);
        // Pods that say nothing of their revision are taken to be of the one that is written.
        var ofPods = revision(set.uid());
        var known = ofPods.isEmpty() || set.updateRevision().isEmpty() ? ofPods.orElse("") : set.updateRevision();
        var update = isSame ? known : CHANGED;
        var current = ofPods.isEmpty() || set.currentRevision().isEmpty() ? known : set.currentRevision();
        templates.put(
                set.uid(),
                request -> set.pod(
                                set.template(),
                                request.template(),
                                set.spec().ordinal(request.name()).orElseThrow())
                        .document());
        workloads.add(new WorkloadSpec.OfStatefulSet(id(set), set.uid(), set.spec(), current, update));
    }

    private void daemonSet(DaemonSetObject set) {
        if (set.selector().isEmpty()) return;
        var known = revision(set.uid()).orElse("");
        var isChanged = cluster.isWritten(set) && !hasSameTemplate(SnapshotKinds.DAEMON_SETS, set);
        templates.put(
                set.uid(),
                request -> set.pod(request.target(), request.template(), request.name())
                        .document());
        workloads.add(new WorkloadSpec.OfDaemonSet(id(set), set.metadata(), set.spec(), isChanged ? CHANGED : known));
    }

    private <T extends WorkloadObject> boolean hasSameTemplate(ObjectKind<T> kind, T changed) {
        return cluster.before(kind, changed.name())
                .filter(before -> before.template().saysSame(changed.template()))
                .isPresent();
    }

    private Map<String, Integer> revisions(String controller) {
        return revisions.computeIfAbsent(controller, _ -> new TreeMap<>());
    }

    /** The revision that most pods of a controller say they have; of several the first by name. */
    private Optional<String> revision(String controller) {
        return revisions(controller).entrySet().stream()
                .filter(each -> !each.getKey().isEmpty())
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(
                                Map.Entry.<String, Integer>comparingByKey().reversed()))
                .map(Map.Entry::getKey);
    }

    private void job(JobObject job) {
        templates.put(
                job.uid(),
                request -> job.pod(
                                request.template().isEmpty() ? -1 : Integer.parseInt(request.template()),
                                IndexFailures.none(),
                                _ -> request.name())
                        .document());
        workloads.add(
                job.isManagedHere()
                        ? new WorkloadSpec.OfJob(id(job), job.metadata(), job.view())
                        : new WorkloadSpec.OfOther(id(job), job.metadata()));
    }

    /** Controllers of which the snapshot has pods and nothing else. */
    private void others() {
        var known = new HashSet<>(templates.keySet());
        for (var pod : cluster.all(SnapshotKinds.PODS)) {
            var owner = pod.metadata().controller();
            // A copy of a pod that its node has from a file goes with the node.
            if (owner.isEmpty()
                    || owner.get().kind().equals("Node")
                    || !known.add(owner.get().uid())) continue;
            replacesLikeForLike = true;
            var namespace = pod.metadata().namespace();
            var meta = new ObjectMetadata(
                    namespace,
                    owner.get().name(),
                    owner.get().uid(),
                    "",
                    0,
                    pod.metadata().created(),
                    false,
                    Map.of(),
                    Map.of(),
                    List.of(),
                    List.of());
            var id = owner.get().kind() + " "
                    + new ObjectName(namespace, owner.get().name());
            workloads.add(new WorkloadSpec.OfOther(id, meta));
        }
    }

    /** The pod as its controller sends it. */
    ObjectNode pod(RequestedPod request) {
        var template = templates.get(request.controller());
        if (template != null) return template.pod(request);
        var deployment = deployments.get(request.workload());
        if (deployment != null) {
            var draft = ReplicaSetDraft.of(deployment, request.template());
            draft.metadata().uid(request.controller());
            var set = new ReplicaSetObject(draft.document());
            templates.put(request.controller(), each -> ofSet(set, each.name()));
            return ofSet(set, request.name());
        }
        var like = pods.get(request.like());
        if (like == null) throw new IllegalStateException("nobody knows what " + request + " is made of");
        var draft = like.draft().withoutNode().withoutStatus();
        draft.metadata().asNew().name(like.metadata().namespace(), request.name());
        return draft.document();
    }

    /** Whether pods of a request differ in nothing but their names. */
    static boolean areAlike(RequestedPod request) {
        return request.target().isEmpty()
                && request.like().isEmpty()
                && !request.workload().startsWith(ApiResource.STATEFUL_SETS.kind() + " ");
    }
}
