package dev.plimsoll.core.explain;

import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceQuota;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Where a pod is to live.
 *
 * @param nodeMemory bytes of memory of the node that it would run on
 * @param pageSizes huge page sizes of that node
 */
public record ExplainContext(
        long nodeMemory,
        Set<HugePageSize> pageSizes,
        List<LimitRange> limitRanges,
        List<ResourceQuota> quotas,
        Instant now) {
    public ExplainContext {
        pageSizes = Set.copyOf(pageSizes);
        limitRanges = List.copyOf(limitRanges);
        quotas = List.copyOf(quotas);
    }
}
