package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.cluster.FollowedNode;
import dev.plimsoll.console.cluster.PodFacts;
import dev.plimsoll.console.cluster.PodStates;
import dev.plimsoll.console.cluster.ResourceStates;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.explain.ContainerAnswer;
import dev.plimsoll.core.explain.ExplainContext;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.explain.PodAnswer;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A pod: its resources in every state at pod level and per container, the cgroup values that follow, and how it is. */
final class PodViewDocument {
    private static final Explanation EXPLANATION = Explanation.under(FeatureGates.DEFAULT);
    private static final long SOME_MEMORY = 64L << 30;

    private PodViewDocument() {}

    /** Empty until the whole pod has been read. */
    static Optional<ObjectNode> of(ObjectName name, ClusterModel model, Rights rights, Instant now) {
        if (!rights.pods().contain(name.namespace())) return Optional.of(ViewDocuments.forbidden("pods"));
        var facts = model.podOrNull(name);
        if (facts == null) return ViewDocuments.absent(model.caches().pods(), name);
        var found = model.caches().openedPods().find(name);
        if (found.isEmpty()) return Optional.empty();
        if (!(found.get().view() instanceof Read.Ok<Pod>(var pod)))
            return Optional.of(ClientJson.object().put("missing", true));
        var document = head(found.get(), pod, facts);
        document.put("mayResize", rights.resizes().contain(name.namespace()) && !facts.isEnded());
        var answer = EXPLANATION.of(pod, context(facts, model, now));
        document.put("qosWhy", answer.qos().sentence());
        OverviewDocument.states(document, facts);
        var levels = document.putArray("levels");
        podLevel(levels.addObject(), pod, answer);
        for (var container : answer.containers()) container(levels.addObject(), pod, found.get(), container);
        used(levels, model, name);
        conditions(document, pod);
        history(document, model, name);
        UseDocument.put(document, model.use(), name);
        ResizesDocument.holders(document, pod, model, rights);
        var assigned = document.putArray("assigned");
        AssignedResources.document(pod)
                .ifPresent(told -> AssignedResources.lines(told).forEach(assigned::add));
        return Optional.of(document);
    }

    private static ObjectNode head(PodObject object, Pod pod, PodFacts facts) {
        return ClientJson.object()
                .put("namespace", facts.name().namespace())
                .put("name", facts.name().name())
                .put("uid", facts.uid())
                .put("version", object.metadata().version())
                .put("node", facts.node())
                .put("status", facts.status())
                .put("qos", facts.qosClass())
                .put("restarts", facts.restarts())
                .put("created", facts.created().toEpochMilli())
                .put("isPodLevel", facts.isPodLevel())
                .put("resize", facts.resize())
                .put("why", PodStates.why(object, pod));
    }

    private static ExplainContext context(PodFacts facts, ClusterModel model, Instant now) {
        var memory = model.caches()
                .nodes()
                .find(ObjectName.ofCluster(facts.node()))
                .map(FollowedNode::memoryCapacity)
                .filter(capacity -> capacity != ResourceStates.UNKNOWN)
                .orElse(SOME_MEMORY);
        return new ExplainContext(
                memory, Set.of(HugePageSize.OF_2_MIB, HugePageSize.OF_1_GIB), List.of(), List.of(), now);
    }

    private static void podLevel(ObjectNode level, Pod pod, PodAnswer answer) {
        var status = pod.status();
        level.put("name", "pod").put("kind", "pod level");
        states(level, pod.spec().resources(), status.allocatedResources(), status.resources());
        level.putObject("cgroup")
                .put("cpu.weight", answer.podCgroup().cpuWeight())
                .put("cpu.max", answer.podCgroup().cpuMax())
                .put("memory.max", answer.podCgroup().memoryMax());
    }

    private static void container(ObjectNode level, Pod pod, PodObject object, ContainerAnswer answer) {
        var name = answer.container().name();
        level.put("name", name).put("kind", answer.kind().word());
        var status = pod.status().container(name);
        states(
                level,
                answer.container().resources(),
                status.map(each -> each.allocatedResources()).orElse(ResourceAmounts.ABSENT),
                status.map(each -> each.resources()).orElse(ResourceRequirements.ABSENT));
        level.putObject("cgroup")
                .put("cpu.weight", answer.cgroup().cpuWeight())
                .put("cpu.max", answer.cgroup().cpuMax())
                .put("memory.max", answer.cgroup().memoryMax())
                .put("oom_score_adj", answer.cgroup().oomScoreAdj());
        for (var run : object.containerRuns()) {
            if (run.name().equals(name))
                level.put("restarts", run.restartCount()).put("isReady", run.isReady());
        }
    }

    /** Requests and limits of each resource as desired, allocated and actual; the node alone knows what is actuated, and is asked for it by the viewer. */
    private static void states(
            ObjectNode level, ResourceRequirements desired, ResourceAmounts allocated, ResourceRequirements actual) {
        var names = new TreeSet<ResourceName>();
        names.addAll(desired.requests().names());
        names.addAll(desired.limits().names());
        names.addAll(allocated.names());
        names.addAll(actual.requests().names());
        names.addAll(actual.limits().names());
        var resources = level.putArray("resources");
        for (var name : names) {
            var entry = resources.addObject().put("resource", name.text());
            var requests = entry.putObject("requests");
            ResourceNumbers.amount(requests, "desired", desired.requests(), name);
            ResourceNumbers.amount(requests, "allocated", allocated, name);
            ResourceNumbers.amount(requests, "actual", actual.requests(), name);
            var limits = entry.putObject("limits");
            ResourceNumbers.amount(limits, "desired", desired.limits(), name);
            ResourceNumbers.amount(limits, "actual", actual.limits(), name);
        }
    }

    private static void used(ArrayNode levels, ClusterModel model, ObjectName name) {
        var use = model.caches().metrics().find(name);
        if (use.isEmpty()) return;
        for (var level : levels) {
            var container = level.path("name").asText();
            if (!use.get().tellsOf(container) || !(level instanceof ObjectNode entry)) continue;
            var used = entry.putObject("used");
            for (var compute : Compute.ALL)
                ResourceNumbers.known(used, compute.resource().text(), use.get().of(container, compute));
        }
    }

    /** What the console has seen of it: resizes with their times, restarts, ends for want of memory, evictions. */
    private static void history(ObjectNode document, ClusterModel model, ObjectName name) {
        var entries = document.putArray("history");
        for (var change : model.history().changes()) {
            if (change.object().equals(name))
                entries.addObject()
                        .put("when", change.when().toEpochMilli())
                        .put("kind", change.kind().name().toLowerCase(Locale.ROOT))
                        .put("text", change.text());
        }
        var finished = document.putArray("finished");
        for (var resize : model.history().finished())
            if (resize.pod().equals(name)) ResizesDocument.finished(finished.addObject(), resize);
    }

    private static void conditions(ObjectNode document, Pod pod) {
        var conditions = document.putArray("conditions");
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals(AssignedResources.CONDITION)) continue;
            conditions
                    .addObject()
                    .put("type", condition.type())
                    .put("status", condition.status())
                    .put("reason", condition.reason())
                    .put("message", condition.message())
                    .put("since", condition.lastTransitionTime());
        }
    }
}
