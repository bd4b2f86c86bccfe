package dev.plimsoll.core.admission.limitrange;

import dev.plimsoll.core.model.LimitRange;

/**
 * Defaults inside a LimitRange item for containers, filled at each decoding: the default limit from the maximum, the default
 * request from the default limit, then from the minimum. Items for pods get none, so that an existing maximum does not begin
 * to give resources to pods.
 */
public final class ItemDefaults {
    private ItemDefaults() {}

    public static LimitRange apply(LimitRange range) {
        return new LimitRange(
                range.metadata(),
                range.items().stream().map(ItemDefaults::filled).toList());
    }

    private static LimitRange.Item filled(LimitRange.Item item) {
        if (!item.isForContainers()) return item;
        var limit = item.max().overriddenBy(item.defaultLimit());
        var request = item.min().overriddenBy(limit).overriddenBy(item.defaultRequest());
        return new LimitRange.Item(item.type(), item.max(), item.min(), limit, request, item.maxLimitRequestRatio());
    }
}
