package dev.plimsoll.core.estimation.capping;

import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/** All LimitRanges of a namespace for one type of thing as if they were one: the narrowest bounds, the last default. */
public record MergedRange(
        ResourceAmounts max, ResourceAmounts min, ResourceAmounts defaultLimit, ResourceAmounts maxLimitRequestRatio) {
    public static final MergedRange NONE = new MergedRange(
            ResourceAmounts.ABSENT, ResourceAmounts.ABSENT, ResourceAmounts.ABSENT, ResourceAmounts.ABSENT);

    public static MergedRange ofContainers(List<LimitRange> ranges) {
        return of(ranges, LimitRange.TYPE_CONTAINER);
    }

    public static MergedRange ofPods(List<LimitRange> ranges) {
        return of(ranges, LimitRange.TYPE_POD);
    }

    private static MergedRange of(List<LimitRange> ranges, String type) {
        var merged = NONE;
        for (var range : ranges) {
            for (var item : range.items()) {
                if (item.type().equals(type)) merged = merged.with(item);
            }
        }
        return merged;
    }

    private MergedRange with(LimitRange.Item item) {
        BinaryOperator<Quantity> lowest = (one, other) -> one.isLessThan(other) ? one : other;
        return new MergedRange(
                merged(max, item.max(), lowest),
                merged(min, item.min(), Quantity::max),
                merged(defaultLimit, item.defaultLimit(), (before, last) -> last),
                merged(maxLimitRequestRatio, item.maxLimitRequestRatio(), lowest));
    }

    private static ResourceAmounts merged(
            ResourceAmounts before, ResourceAmounts added, BinaryOperator<Quantity> both) {
        if (added.isEmpty()) return before;
        var entries = new TreeMap<>(before.toMap());
        for (var i = 0; i < added.size(); i++) entries.merge(added.name(i), added.quantity(i), both);
        return ResourceAmounts.of(entries);
    }

    public boolean isEmpty() {
        return max.isEmpty() && min.isEmpty() && defaultLimit.isEmpty() && maxLimitRequestRatio.isEmpty();
    }
}
