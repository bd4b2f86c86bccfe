package dev.plimsoll.core.estimation.capping;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.ProportionalLimit.Before;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;

/** The LimitRanges of a pod's namespace, merged by what they bound. */
public record NamespaceRanges(List<LimitRange> ranges, MergedRange containers, MergedRange pods) {
    public static final NamespaceRanges NONE = of(List.of());

    public NamespaceRanges {
        ranges = List.copyOf(ranges);
    }

    public static NamespaceRanges of(List<LimitRange> ranges) {
        return new NamespaceRanges(ranges, MergedRange.ofContainers(ranges), MergedRange.ofPods(ranges));
    }

    /** The LimitRange that bounds containers, or one of them. */
    public String nameOfContainers() {
        return ranges.stream()
                .filter(range ->
                        range.items().stream().anyMatch(item -> item.type().equals(LimitRange.TYPE_CONTAINER)))
                .map(range -> range.metadata().name())
                .findFirst()
                .orElse("");
    }

    /** What a container has of one resource; the LimitRange's default stands in for a limit that it lacks. */
    public Before before(Compute compute, ResourceRequirements resources) {
        var limit = compute.set(resources.limits());
        return new Before(
                compute.set(resources.requests()), limit.isPresent() ? limit : compute.set(containers.defaultLimit()));
    }
}
