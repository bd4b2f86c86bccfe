package dev.plimsoll.cli.recommend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Lists what the report needs of a cluster, and changes nothing. */
final class ClusterReader {
    private static final int PAGE = 500;

    private final ApiClient client;
    private final ObjectSelection where;
    private final Consumer<String> progress;
    private final List<String> notes = new ArrayList<>();
    private final Map<ObjectName, OwnerReference> replicaSets = new HashMap<>();
    private final Map<ObjectName, OwnerReference> jobs = new HashMap<>();

    /** @param namespace empty for all */
    ClusterReader(ApiClient client, String namespace, Consumer<String> progress) {
        this.client = client;
        this.where = namespace.isEmpty() ? ObjectSelection.ALL : ObjectSelection.inNamespace(namespace);
        this.progress = progress;
    }

    /** The cluster, or why it cannot be read. */
    sealed interface Outcome {
        /**
         * What was read.
         *
         * @param notes what was passed over
         */
        record Found(ClusterWorkloads cluster, List<String> notes) implements Outcome {}

        record Failed(String problem) implements Outcome {}
    }

    Outcome read() {
        readOwners(ApiResource.REPLICA_SETS, replicaSets);
        readOwners(ApiResource.JOBS, jobs);
        var pods = new LinkedHashMap<ObjectName, AutoscaledPod>();
        var problem = each(ApiResource.PODS, document -> {
            if (AutoscaledPod.decode(document) instanceof Decoded.View<AutoscaledPod>(var pod) && pod.isLive()) {
                pods.put(pod.name(), pod);
                if (pods.size() % PAGE == 0) progress.accept("plimsoll: " + pods.size() + " pods");
            }
        });
        if (!problem.isEmpty()) {
            return new Outcome.Failed("pods cannot be listed: " + problem
                    + "; use an account that may list pods, replicasets, jobs, limitranges and "
                    + "verticalpodautoscalers, or -n NAME where it may do so in one namespace");
        }
        var workloads = new TreeMap<WorkloadName, Workload>();
        var owners = new HashMap<ObjectName, WorkloadName>();
        var grouped = new TreeMap<WorkloadName, List<AutoscaledPod>>();
        var versions = new HashMap<WorkloadName, String>();
        for (var pod : pods.values()) {
            var owner = owner(pod, versions);
            owners.put(pod.name(), owner);
            grouped.computeIfAbsent(owner, _ -> new ArrayList<>()).add(pod);
        }
        grouped.forEach((name, own) -> workloads.put(name, new Workload(name, versions.getOrDefault(name, "v1"), own)));
        return new Outcome.Found(new ClusterWorkloads(workloads, owners, vpas(), ranges()), notes);
    }

    private void readOwners(ApiResource resource, Map<ObjectName, OwnerReference> into) {
        var problem = each(resource, document -> {
            var metadata = MetadataReader.read(document);
            for (var owner : metadata.owners()) {
                if (owner.isController()) into.put(ObjectName.of(document), owner);
            }
        });
        if (!problem.isEmpty()) {
            notes.add(resource.plural() + " cannot be listed, so that pods are reported for them and not for their "
                    + "owners: " + problem);
        }
    }

    private WorkloadName owner(AutoscaledPod pod, Map<WorkloadName, String> versions) {
        var namespace = pod.name().namespace();
        var controller = pod.controller();
        if (controller.isEmpty())
            return new WorkloadName(namespace, "Pod", pod.name().name());
        var direct = controller.get();
        var above = switch (direct.kind()) {
            case "ReplicaSet" -> replicaSets.get(new ObjectName(namespace, direct.name()));
            case "Job" -> jobs.get(new ObjectName(namespace, direct.name()));
            default -> null;
        };
        var name = above == null
                ? new WorkloadName(namespace, direct.kind(), direct.name())
                : new WorkloadName(namespace, above.kind(), above.name());
        versions.put(name, above == null ? direct.apiVersion() : above.apiVersion());
        return name;
    }

    private Map<WorkloadName, VpaObject> vpas() {
        var read = new HashMap<ObjectName, VpaObject>();
        switch (listed(AutoscalerResources.VPAS, document -> {
            if (VpaObject.decode(document) instanceof Decoded.View<VpaObject>(var vpa)) read.put(vpa.name(), vpa);
        })) {
            case RequestResult.Done<String> _, RequestResult.NotFound<String> _ -> {}
            case RequestResult<String> failed ->
                notes.add("verticalpodautoscalers cannot be listed, so that their policies do not count: "
                        + failed.problem());
        }
        var found = new ArrayList<>(read.values());
        found.sort(VpaObject.OLDEST_FIRST);
        var vpas = new HashMap<WorkloadName, VpaObject>();
        for (var vpa : found) {
            var target = new WorkloadName(
                    vpa.name().namespace(), vpa.target().kind(), vpa.target().name());
            vpas.putIfAbsent(target, vpa);
        }
        return vpas;
    }

    private Map<String, NamespaceRanges> ranges() {
        var found = new HashMap<String, List<LimitRange>>();
        var problem = each(AutoscalerResources.LIMIT_RANGES, document -> {
            if (PolicyReader.limitRange(document) instanceof Read.Ok<LimitRange>(var range)) {
                found.computeIfAbsent(range.metadata().namespace(), _ -> new ArrayList<>())
                        .add(range);
            }
        });
        if (!problem.isEmpty()) notes.add("limitranges cannot be listed, so that they do not count: " + problem);
        var ranges = new HashMap<String, NamespaceRanges>();
        found.forEach((namespace, list) -> ranges.put(namespace, NamespaceRanges.of(list)));
        return ranges;
    }

    /** Why it could not be listed; empty if it could. */
    private String each(ApiResource resource, Consumer<ObjectNode> taken) {
        return listed(resource, taken).problem();
    }

    private RequestResult<String> listed(ApiResource resource, Consumer<ObjectNode> taken) {
        // What comes once more where a page has expired is the same objects: the readers put them under their names.
        return client.listEach(resource, where, PAGE, page -> page.forEach(taken), () -> {});
    }
}
