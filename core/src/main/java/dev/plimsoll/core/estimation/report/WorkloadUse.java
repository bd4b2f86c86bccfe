package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.PodUse;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the pods of one workload used, by container name. It changes in place and belongs to one thread. */
public final class WorkloadUse {
    private final UsageScales scales;
    private final SamplingRules rules;
    private final SortedMap<String, ContainerUse> containers = new TreeMap<>();
    private @Nullable ContainerUsage whole;

    public WorkloadUse(UsageScales scales, SamplingRules rules) {
        this.scales = scales;
        this.rules = rules;
    }

    /** With the settings that the recommender begins with. */
    public WorkloadUse() {
        this(UsageScales.DEFAULT, SamplingRules.DEFAULT);
    }

    /** The container of this name; begun where it is new. */
    public ContainerUse container(String name) {
        return containers.computeIfAbsent(name, _ -> new ContainerUse(scales, rules));
    }

    /** Takes what the containers of one pod used together, in the order of time. */
    public void wholePod(SortedMap<Long, PodUse> moments) {
        var into = whole;
        if (into == null) whole = into = new ContainerUsage(scales);
        var sampler = new SampledContainer();
        for (var moment : moments.entrySet()) moment.getValue().into(sampler, moment.getKey(), into, rules);
    }

    /** What the pods used as a whole; nothing where nobody asks for it. */
    @Nullable
    ContainerUsage whole() {
        return whole;
    }

    Optional<ContainerUse> find(String name) {
        return Optional.ofNullable(containers.get(name));
    }

    SortedMap<String, ContainerUsage> usage(Predicate<String> wanted) {
        var usage = new TreeMap<String, ContainerUsage>();
        containers.forEach((name, use) -> {
            if (wanted.test(name) && !use.usage().isEmpty()) usage.put(name, use.usage());
        });
        return usage;
    }

    public long samples() {
        return containers.values().stream().mapToLong(ContainerUse::samples).sum();
    }

    /** From the first to the last sample of CPU. */
    public Duration span() {
        var first = Long.MAX_VALUE;
        var last = Long.MIN_VALUE;
        for (var use : containers.values()) {
            if (use.usage().isEmpty()) continue;
            first = Math.min(first, use.usage().firstSample());
            last = Math.max(last, use.usage().lastSample());
        }
        return first > last ? Duration.ZERO : Duration.ofMillis(last - first);
    }
}
