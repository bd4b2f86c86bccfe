package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.kinds.documents.Views;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What holds of one node at any time, or once it has nothing left to do. Each finding begins with the name of what does not. */
public final class NodeInvariants {
    private static final long PAGE = 4096;

    private NodeInvariants() {}

    /** No CPU is in two exclusive sets: of what runs, and of what the node has noted. */
    public static @Nullable String cpus(String node, TrackedRuntime runtime, @Nullable NodeState state) {
        var taken = CpuSet.EMPTY;
        for (var own : runtime.exclusive()) {
            if (own.cpus().intersects(taken))
                return "cpus: " + own.uid() + "/" + own.container() + " on " + node + " has " + own.cpus()
                        + " for itself, of which others have " + own.cpus().intersection(taken);
            taken = taken.union(own.cpus());
        }
        if (state == null) return null;
        var noted = state.pinned().cpus().shared();
        for (var pod : state.pinned().cpus().pods().entrySet()) {
            var all = pod.getValue().all();
            if (all.intersects(noted))
                return "cpus: " + pod.getKey() + " on " + node + " is noted with " + all.intersection(noted)
                        + ", which others have";
            noted = noted.union(all);
        }
        return null;
    }

    /** What is allocated fits into what the API says that can be. */
    public static @Nullable String sums(
            String node, NodeState state, FeatureGates gates, @Nullable ResourceAmounts allocatable) {
        if (allocatable == null) return null;
        var demand = PodDemand.under(gates);
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
        if (pods > allocatable.amount(ResourceName.PODS).value()) return "sums: " + pods + " pods on " + node;
        for (var sum : sums.entrySet()) {
            var amount = allocatable.amount(sum.getKey());
            var most = sum.getKey().equals(ResourceName.CPU) ? amount.milliValue() : amount.value();
            if (sum.getValue() > most)
                return "sums: " + sum.getValue() + " of " + sum.getKey() + " are allocated on " + node + ", of " + most;
        }
        return null;
    }

    /** Gauges are what somebody counts who looks at the statuses in the API and at the sandboxes of the runtime. */
    public static @Nullable String gauges(
            String node,
            @Nullable PrometheusRegistry registry,
            Map<String, PodObservation> running,
            Collection<ObjectNode> pods) {
        if (registry == null) return null;
        var pending = 0;
        var inProgress = 0;
        for (var document : pods) {
            if (!document.path("spec").path("nodeName").asText().equals(node)) continue;
            for (var condition : document.path("status").path("conditions")) {
                if (!condition.path("status").asText().equals("True")) continue;
                if (condition.path("type").asText().equals("PodResizePending")) pending++;
                if (condition.path("type").asText().equals("PodResizeInProgress")) inProgress++;
            }
        }
        var sandboxes =
                running.values().stream().filter(PodObservation::isReady).count();
        for (var metric : registry.scrape()) {
            var expected = switch (metric.getMetadata().getPrometheusName()) {
                case "kubelet_" + ResizeMetrics.PENDING -> pending;
                case "kubelet_" + ResizeMetrics.IN_PROGRESS -> inProgress;
                case "kubelet_running_pods" -> sandboxes;
                default -> -1;
            };
            if (expected >= 0 && total(metric) != expected)
                return "gauges: " + metric.getMetadata().getPrometheusName() + " of " + node + " is " + total(metric)
                        + ", counted are " + expected;
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
    public static @Nullable String statuses(
            String node, NodeState state, Map<String, PodObservation> running, Collection<ObjectNode> pods) {
        for (var document : List.copyOf(pods)) {
            if (!document.path("spec").path("nodeName").asText().equals(node)) continue;
            var uid = document.path("metadata").path("uid").asText();
            var pod = state.pod(uid);
            var phase = document.path("status").path("phase").asText();
            // A restart finds nothing to do about pods that are over.
            if (pod == null && (phase.equals("Failed") || phase.equals("Succeeded"))) continue;
            if (pod == null) return "status: " + node + " does not know its pod " + uid + " (" + phase + ")";
            var told = told(document, pod);
            if (told != null) return "status: " + pod.name() + " on " + node + ": " + told;
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
