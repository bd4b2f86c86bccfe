package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.Views;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.simulation.StatusInvariant;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What holds after every step. Each finding begins with the name of what does not. */
final class ClusterInvariants {
    /** Why a pod may fail that its node had let in. */
    private static final Set<String> LATER = Set.of("", "Evicted", "Preempting");

    private static final Set<String> BY_MANAGERS = Set.of("TopologyAffinityError", "UnexpectedAdmissionError");
    private static final long PAGE = 4096;

    private final SimulatedCluster cluster;
    private final Set<Area> areas;
    private final IdentityHashMap<ClusterNode, @Nullable NodeState> seen = new IdentityHashMap<>();
    private final Map<ClusterNode, StatusInvariant> statuses = new HashMap<>();
    private final Map<ClusterNode, Quiet> quiet = new HashMap<>();

    /** By documents of nodes. */
    private final IdentityHashMap<ObjectNode, ResourceAmounts> allocatable = new IdentityHashMap<>();

    private int heard;
    private int managerRefusals;

    /** A node that had nothing left to do, when the API had seen so many changes. */
    private record Quiet(NodeState state, int events) {}

    ClusterInvariants(SimulatedCluster cluster, Set<Area> areas) {
        this.cluster = cluster;
        this.areas = areas;
    }

    /** Pods that CPU, memory or topology manager turned away. */
    int managerRefusals() {
        return managerRefusals;
    }

    /** What is wrong now; null if nothing is. */
    @Nullable
    String check() {
        var refused = refused();
        if (refused != null) return refused;
        if (!cluster.defects().found().isEmpty())
            return "defect: " + cluster.defects().found().getFirst();
        for (var node : cluster.nodes()) {
            var found = ofNode(node);
            if (found != null) return found;
        }
        return null;
    }

    /** No pod is turned away by its node after a binding that the guard let through. */
    private @Nullable String refused() {
        var events = cluster.api().events();
        while (heard < events.size()) {
            var event = events.get(heard++);
            if (!event.kind().is("", "Pod") || event.isRemoval()) continue;
            var status = event.document().path("status");
            if (!status.path("phase").asText().equals("Failed")) continue;
            var reason = status.path("reason").asText();
            if (LATER.contains(reason)) continue;
            if (BY_MANAGERS.contains(reason)) managerRefusals++;
            if (BY_MANAGERS.contains(reason) && !areas.contains(Area.PINNING_REFUSALS)) continue;
            return "refused: " + event.document().path("metadata").path("name").asText() + " by "
                    + event.document().path("spec").path("nodeName").asText() + ": " + reason + ", "
                    + status.path("message").asText();
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // the very same state need not be looked at again
    private @Nullable String ofNode(ClusterNode node) {
        var exclusive = twice(node);
        if (exclusive != null) return exclusive;
        var state = node.state();
        if (state == null) {
            statuses.remove(node);
            return null;
        }
        if (node.isQuiet() && state.sourcesReady() && isNews(node, state)) {
            var told = told(node, state);
            if (told != null) return told;
            var gauges = gauges(node);
            if (gauges != null) return gauges;
        }
        if (seen.put(node, state) == state) return null;
        var sums = sums(node, state);
        if (sums != null) return sums;
        try {
            var invariant = statuses.computeIfAbsent(node, each -> new StatusInvariant(each.gates()));
            state.pods().forEach(invariant::check);
        } catch (IllegalStateException untrue) {
            return "status: " + untrue.getMessage();
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // as above
    private boolean isNews(ClusterNode node, NodeState state) {
        var now = new Quiet(state, cluster.api().events().size());
        var before = quiet.put(node, now);
        return before == null || before.state() != state || before.events() != now.events();
    }

    /** No CPU is in two exclusive sets: of what runs, and of what the node has noted. */
    private static @Nullable String twice(ClusterNode node) {
        var taken = CpuSet.EMPTY;
        for (var own : node.runtime().exclusive()) {
            if (own.cpus().intersects(taken))
                return "cpus: " + own.uid() + "/" + own.container() + " on " + node.name() + " has " + own.cpus()
                        + " for itself, of which others have " + own.cpus().intersection(taken);
            taken = taken.union(own.cpus());
        }
        var state = node.state();
        if (state == null) return null;
        var noted = state.pinned().cpus().shared();
        for (var pod : state.pinned().cpus().pods().entrySet()) {
            var all = pod.getValue().all();
            if (all.intersects(noted))
                return "cpus: " + pod.getKey() + " on " + node.name() + " is noted with " + all.intersection(noted)
                        + ", which others have";
            noted = noted.union(all);
        }
        return null;
    }

    /** What is allocated fits into what the API says that can be. */
    private @Nullable String sums(ClusterNode node, NodeState state) {
        var allocatable = allocatable(node);
        if (allocatable == null) return null;
        var demand = PodDemand.under(node.gates());
        var sums = new TreeMap<ResourceName, Long>();
        var pods = 0;
        for (var pod : state.pods().values()) {
            if (!pod.stage().holdsResources() || !pod.isAllocated()) continue;
            pods++;
            var requests = demand.requests(pod.allocatedSpec());
            for (var name : requests.names()) {
                var amount = requests.amount(name);
                sums.merge(name, name.equals(ResourceName.CPU) ? amount.milliValue() : amount.value(), Long::sum);
            }
        }
        if (pods > allocatable.amount(ResourceName.PODS).value()) return "sums: " + pods + " pods on " + node.name();
        for (var sum : sums.entrySet()) {
            var amount = allocatable.amount(sum.getKey());
            var most = sum.getKey().equals(ResourceName.CPU) ? amount.milliValue() : amount.value();
            if (sum.getValue() > most)
                return "sums: " + sum.getValue() + " of " + sum.getKey() + " are allocated on " + node.name() + ", of "
                        + most;
        }
        return null;
    }

    /** Null for a node that is not registered yet. */
    private @Nullable ResourceAmounts allocatable(ClusterNode node) {
        var document = cluster.api().find(SimulatedApi.kind("", "Node"), ObjectName.ofCluster(node.name()));
        return document == null
                ? null
                : allocatable.computeIfAbsent(
                        document, known -> Views.node(known).allocatable());
    }

    /** Gauges are what somebody counts who looks at the statuses in the API and at the sandboxes of the runtime. */
    private @Nullable String gauges(ClusterNode node) {
        var registry = node.gauges();
        if (registry == null) return null;
        var pending = 0;
        var inProgress = 0;
        for (var document : cluster.api().pods()) {
            if (!document.path("spec").path("nodeName").asText().equals(node.name())) continue;
            for (var condition : document.path("status").path("conditions")) {
                if (!condition.path("status").asText().equals("True")) continue;
                if (condition.path("type").asText().equals("PodResizePending")) pending++;
                if (condition.path("type").asText().equals("PodResizeInProgress")) inProgress++;
            }
        }
        var sandboxes = node.machine().running().values().stream()
                .filter(PodObservation::isReady)
                .count();
        for (var metric : registry.scrape()) {
            var expected = switch (metric.getMetadata().getPrometheusName()) {
                case "kubelet_" + ResizeMetrics.PENDING -> pending;
                case "kubelet_" + ResizeMetrics.IN_PROGRESS -> inProgress;
                case "kubelet_running_pods" -> sandboxes;
                default -> -1;
            };
            if (expected >= 0 && total(metric) != expected)
                return "gauges: " + metric.getMetadata().getPrometheusName() + " of " + node.name() + " is "
                        + total(metric) + ", counted are " + expected;
        }
        return null;
    }

    private static double total(MetricSnapshot metric) {
        return metric instanceof GaugeSnapshot gauge
                ? gauge.getDataPoints().stream()
                        .mapToDouble(point -> point.getValue())
                        .sum()
                : -1;
    }

    /** What the API says of a pod is what its node said last and what the runtime shows, once nothing is on its way. */
    private @Nullable String told(ClusterNode node, NodeState state) {
        var running = node.machine().running();
        for (var document : List.copyOf(cluster.api().pods())) {
            if (!document.path("spec").path("nodeName").asText().equals(node.name())) continue;
            var uid = document.path("metadata").path("uid").asText();
            var pod = state.pod(uid);
            var phase = document.path("status").path("phase").asText();
            // A restart finds nothing to do about pods that are over.
            if (pod == null && (phase.equals("Failed") || phase.equals("Succeeded"))) continue;
            if (pod == null) return "status: " + node.name() + " does not know its pod " + uid + " (" + phase + ")";
            var told = told(document, pod);
            if (told != null) return "status: " + pod.name() + " on " + node.name() + ": " + told;
            var observed = running.get(uid);
            if (observed == null || pod.stage() != Stage.ADMITTED) continue;
            var limits = limits(document);
            for (var container : observed.actual().containers().entrySet()) {
                var values = container.getValue().limits();
                if (!container.getValue().isRunning() || values == null) continue;
                var said = limits.getOrDefault(container.getKey(), 0L);
                var real = values.memoryLimit();
                if (said > 0 && Math.abs(said - real) >= PAGE)
                    return "status: " + pod.name() + "/" + container.getKey() + " says a memory limit of " + said
                            + ", the runtime has " + real;
            }
        }
        return null;
    }

    private static @Nullable String told(ObjectNode document, PodRecord pod) {
        var said = pod.published();
        if (said.phase().isEmpty()) return null;
        var status = Views.pod(document).status();
        if (!status.phase().equals(said.phase()))
            return "the API has " + status.phase() + ", the node said " + said.phase();
        if (!said.isTerminal() && !status.resources().equals(said.resources()))
            return "the API has " + status.resources() + ", the node said " + said.resources();
        for (var container : said.containers()) {
            var there = status.container(container.name());
            if (there.isEmpty()) return "nothing is said of " + container.name();
            if (!there.get().resources().equals(container.resources()))
                return container.name() + ": the API has " + there.get().resources() + ", the node said "
                        + container.resources();
        }
        return null;
    }

    private static Map<String, Long> limits(ObjectNode document) {
        var limits = new HashMap<String, Long>();
        for (var status : Views.pod(document).status().containerStatuses())
            limits.put(
                    status.name(),
                    status.resources().limits().amount(ResourceName.MEMORY).value());
        return limits;
    }
}
