package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.validation.PodValidation;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A new pod: defaults, errors, and what it would get. */
final class PodsReplay implements Replay {
    private static final Set<HugePageSize> PAGE_SIZES = Set.of(HugePageSize.OF_2_MIB, HugePageSize.OF_1_GIB);

    @Override
    public String recording() {
        return "pods";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        var pod = PodReader.read(line.get("pod")).orThrow();
        var spec = PodCreation.DEFAULT.apply(pod.spec()).spec();
        var comparison = new LineComparison();
        RecordedSpec.compare(comparison, "defaulted", line.get("defaulted"), spec);
        var errors = PodValidation.DEFAULT.checkNew(pod.withSpec(spec));
        comparison.equal("errors", RecordedErrors.recorded(line.get("errors")), RecordedErrors.ours(errors));
        if (!comparison.isEqual() || !line.get("errors").isEmpty()) return comparison.verdict();
        compareDemand(comparison, line, spec, spec);
        if (comparison.isEqual()) return ReplayVerdict.AGREES;
        return isExplainedByOverheadInPlace(line, spec)
                ? comparison.divergence(OverheadInPlace.NAME)
                : comparison.verdict();
    }

    private static boolean isExplainedByOverheadInPlace(JsonNode line, PodSpec spec) {
        return OverheadInPlace.explains(OverheadInPlace.raised(spec), later -> {
            var comparison = new LineComparison();
            compareDemand(comparison, line, spec, later);
            return comparison;
        });
    }

    /** Sums are recorded of {@code spec}, and everything that was asked after them of {@code later}. */
    private static void compareDemand(LineComparison comparison, JsonNode line, PodSpec first, PodSpec spec) {
        var demand = PodDemand.AS_WRITTEN;
        comparison.text("qos", line.get("qos"), PodQos.DEFAULT.of(first).kubernetesName());
        comparison.amounts("requests", line.get("requests"), demand.requests(first));
        comparison.amounts("limits", line.get("limits"), demand.limits(first));
        comparison.amounts(
                "requestsWithoutOverhead", line.get("requestsWithoutOverhead"), demand.requestsWithoutOverhead(spec));
        comparison.amounts(
                "containerAggregateRequests",
                line.get("containerAggregateRequests"),
                ContainerAggregate.requests(spec));
        comparison.amounts(
                "containerAggregateLimits", line.get("containerAggregateLimits"), ContainerAggregate.limits(spec));
        comparison.equal("podCgroup", flattened(line.get("podCgroup")), podCgroup(spec));
        var nodeMemory = line.get("memoryCapacityBytes").longValue();
        Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .forEach(container -> comparison.equal(
                        "containerCgroups." + container.name(),
                        flattened(line.get("containerCgroups").path(container.name())),
                        containerCgroup(spec, container, nodeMemory)));
    }

    private static Map<String, Long> podCgroup(PodSpec spec) {
        var cgroup = CgroupValues.DEFAULT.pod(spec);
        var values = new TreeMap<String, Long>();
        values.put("cpuShares", cgroup.cpuShares());
        cgroup.cpuQuota().ifPresent(quota -> {
            values.put("cpuQuota", quota);
            values.put("cpuPeriod", 100_000L);
        });
        cgroup.memoryLimit().ifPresent(limit -> values.put("memoryLimitBytes", limit));
        cgroup.hugePageLimits().forEach((size, limit) -> values.put("hugepageLimits." + size.bytes(), limit));
        return values;
    }

    private static Map<String, Long> containerCgroup(PodSpec spec, Container container, long nodeMemory) {
        var cgroup = CgroupValues.DEFAULT.container(spec, container, nodeMemory, PAGE_SIZES);
        var values = new TreeMap<String, Long>();
        values.put("cpuShares", cgroup.cpuShares());
        values.put("cpuQuota", cgroup.cpuQuota());
        values.put("cpuPeriod", cgroup.cpuPeriod());
        values.put("memoryLimitBytes", cgroup.memoryLimit());
        values.put("oomScoreAdj", (long) cgroup.oomScoreAdj());
        cgroup.hugePageLimits().forEach((size, limit) -> values.put("hugepageLimits." + size.cgroupName(), limit));
        return values;
    }

    private static Map<String, Long> flattened(JsonNode recorded) {
        var values = new TreeMap<String, Long>();
        for (var entry : recorded.properties()) {
            if (!entry.getValue().isObject()) {
                values.put(entry.getKey(), entry.getValue().longValue());
                continue;
            }
            for (var inner : entry.getValue().properties()) {
                values.put(
                        entry.getKey() + "." + inner.getKey(), inner.getValue().longValue());
            }
        }
        return values;
    }
}
