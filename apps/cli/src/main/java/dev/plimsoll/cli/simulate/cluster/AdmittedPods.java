package dev.plimsoll.cli.simulate.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.AdmissionPreview;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ApiStatus;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.prediction.PodFactory;
import dev.plimsoll.core.prediction.PredictedPod;
import dev.plimsoll.core.prediction.workload.RequestedPod;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.policy.AdmissionPolicyObject;
import dev.plimsoll.objects.scheduling.PriorityClassDraft;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Takes objects through the API server's own admission chain, in this process, with what the cluster has for it: namespaces, limit
 * ranges, quotas, priority and runtime classes, policies.
 *
 * <p>Pods of one template get the same answer, but for quotas, which are charged for each.
 */
public final class AdmittedPods implements PodFactory, AutoCloseable {
    private final MemoryStore store = new MemoryStore();
    private final AdmissionPreview preview;
    private final WorkloadTemplates templates;
    private final PredictionReader reader;
    private final QuotaAccounts quotas;
    private final Map<String, Template> known = new HashMap<>();
    private final Set<ObjectName> accounts = new HashSet<>();
    private final Set<String> namespaces = new HashSet<>();
    private final Instant now;
    private long serial;

    AdmittedPods(
            ClusterDraft cluster,
            WorkloadTemplates templates,
            PredictionReader reader,
            FeatureGates gates,
            Instant now) {
        this.now = now;
        this.preview = AdmissionPreview.on(store, gates, () -> now);
        this.templates = templates;
        this.reader = reader;
        this.quotas = new QuotaAccounts(cluster, gates);
        hold(new PriorityClassDraft("system-cluster-critical", 2_000_000_000).document());
        hold(new PriorityClassDraft("system-node-critical", 2_000_001_000).document());
        for (var kind : List.of(
                SnapshotKinds.NAMESPACES,
                SnapshotKinds.PRIORITY_CLASSES,
                SnapshotKinds.RUNTIME_CLASSES,
                SnapshotKinds.LIMIT_RANGES)) {
            for (var object : cluster.all(kind)) {
                if (kind.equals(SnapshotKinds.NAMESPACES))
                    namespaces.add(object.metadata().name());
                hold(object.document());
            }
        }
        for (var kind : List.of(SnapshotKinds.MUTATING_POLICIES, SnapshotKinds.VALIDATING_POLICIES)) {
            for (var policy : cluster.all(kind)) {
                if (!new AdmissionPolicyObject(policy.document()).takesParameters()) hold(policy.document());
            }
        }
        for (var kind : List.of(SnapshotKinds.MUTATING_POLICY_BINDINGS, SnapshotKinds.VALIDATING_POLICY_BINDINGS)) {
            for (var binding : cluster.all(kind)) hold(binding.document());
        }
    }

    private void hold(ObjectNode object) {
        var draft = new ObjectDraft(object);
        draft.metadata().asNew();
        preview.hold(draft.document());
    }

    /** What the API server says to an object, and what it would store. */
    public AdmissionPreview.Answer admit(ObjectNode object, String namespace) {
        if (preview.isNamespaced(object).orElse(false)) holdNamespace(namespace);
        return preview.create(object, namespace);
    }

    private void holdNamespace(String namespace) {
        if (namespaces.add(namespace)) preview.holdNamespace(namespace);
    }

    @Override
    public Creation create(RequestedPod request, UnaryOperator<PodSpec> webhook, Instant now) {
        return switch (template(request)) {
            case Template.Refused(var why) -> new Creation.Refused(why);
            case Template.Taken taken -> made(taken, request.name(), webhook, now);
        };
    }

    @Override
    public Optional<PredictedPod> preview(RequestedPod request) {
        return switch (template(request)) {
            case Template.Refused _ -> Optional.empty();
            case Template.Taken(var _, var pod) -> Optional.of(pod);
        };
    }

    private Template template(RequestedPod request) {
        var alike = WorkloadTemplates.areAlike(request);
        var key = request.controller() + " " + request.template();
        var answer = alike ? known.get(key) : null;
        if (answer == null) {
            answer = admitted(request);
            if (alike) known.put(key, answer);
        }
        return answer;
    }

    private Creation made(Template.Taken taken, String name, UnaryOperator<PodSpec> webhook, Instant now) {
        var pod = taken.pod();
        var wanted = webhook.apply(pod.pod().spec());
        if (!wanted.equals(pod.pod().spec())) {
            var changed = reader.pod(taken.object(), pod.pod().withSpec(wanted));
            if (changed.isEmpty()) return new Creation.Refused(taken.object() + " cannot be understood");
            pod = changed.get();
        }
        var named = named(pod, name, now);
        var namespace = named.placement().key().namespace();
        if (!quotas.areIn(namespace)) return new Creation.Made(named);
        var why = quotas.charge(named.pod(), namespace, now);
        return why.isEmpty() ? new Creation.Made(named) : new Creation.Refused(why);
    }

    /** What admission says to the pods of a template. */
    private sealed interface Template {
        record Taken(PodObject object, PredictedPod pod) implements Template {}

        record Refused(String why) implements Template {}
    }

    private Template admitted(RequestedPod request) {
        var document = templates.pod(request);
        var pod = new PodObject(document);
        var namespace = pod.metadata().namespace();
        var account = new ObjectName(namespace, pod.serviceAccountName());
        holdNamespace(namespace);
        if (accounts.add(account)) preview.hold(new ObjectDraft(ApiResource.ACCOUNTS, account).document());
        return switch (preview.create(document, namespace)) {
            case AdmissionPreview.Answer.Accepted(var complete, var _) -> {
                var object = new PodObject(complete);
                yield reader.pod(object)
                        .<Template>map(read -> new Template.Taken(object, read))
                        .orElseGet(() -> new Template.Refused("the pod of the template cannot be understood"));
            }
            case AdmissionPreview.Answer.Refused(var status, var _) ->
                new Template.Refused(ApiStatus.of(status).message());
            case AdmissionPreview.Answer.UnknownKind() -> throw new IllegalStateException("pods are built in");
        };
    }

    /** The pod under a name and a uid of its own. */
    private PredictedPod named(PredictedPod pod, String name, Instant now) {
        var uid = String.format("new-%012d", ++serial);
        var placement = pod.placement();
        var key = new PlacementPod.Key(placement.key().namespace(), name, uid);
        var meta = pod.controlled().meta();
        var own = new ObjectMetadata(
                meta.namespace(),
                name,
                uid,
                "",
                1,
                now,
                false,
                meta.labels(),
                meta.annotations(),
                meta.owners(),
                meta.finalizers());
        var controlled = pod.controlled();
        return new PredictedPod(
                pod.pod().withMetadata(pod.pod().metadata().withUid(uid).withName(name)),
                new PlacementPod(
                        key,
                        placement.labels(),
                        placement.nodeName(),
                        placement.schedulerName(),
                        placement.priority(),
                        placement.neverPreempts(),
                        placement.asks(),
                        placement.holds(),
                        placement.terms(),
                        placement.gates(),
                        placement.schedulingStatus(),
                        placement.pinned()),
                new ControlledPod(
                        own,
                        controlled.node(),
                        controlled.target(),
                        controlled.phase(),
                        controlled.isReady(),
                        controlled.readySince(),
                        controlled.finished(),
                        controlled.ending(),
                        controlled.disruption(),
                        controlled.restarts(),
                        controlled.tolerations(),
                        controlled.resources(),
                        controlled.network()),
                pod.limits(),
                pod.doubts());
    }

    /** Charges quotas with a resize that was found to be valid. */
    void resized(Pod stored, Pod desired) {
        quotas.resize(stored, desired, now);
    }

    @Override
    public String resize(Pod stored, Pod desired, Instant at) {
        return quotas.resize(stored, desired, at);
    }

    @Override
    public void removed(PredictedPod pod) {
        quotas.release(
                pod.pod(),
                pod.placement().key().namespace(),
                pod.controlled().meta().created());
    }

    @Override
    public void close() {
        preview.close();
        store.close();
    }
}
