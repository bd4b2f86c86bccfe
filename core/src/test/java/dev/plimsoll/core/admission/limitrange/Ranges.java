package dev.plimsoll.core.admission.limitrange;

import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.List;

/** LimitRanges in short. Amounts are texts such as {@code "cpu=500m"}. */
final class Ranges {
    private Ranges() {}

    static LimitRange range(String name, LimitRange.Item... items) {
        return new LimitRange(ObjectMeta.named(name), List.of(items));
    }

    static LimitRange.Item bounds(String type, String min, String max, String ratio) {
        return new LimitRange.Item(
                type,
                ResourceAmounts.parse(max),
                ResourceAmounts.parse(min),
                ResourceAmounts.ABSENT,
                ResourceAmounts.ABSENT,
                ResourceAmounts.parse(ratio));
    }

    static LimitRange.Item defaults(String type, String limit, String request) {
        return new LimitRange.Item(
                type,
                ResourceAmounts.ABSENT,
                ResourceAmounts.ABSENT,
                ResourceAmounts.parse(limit),
                ResourceAmounts.parse(request),
                ResourceAmounts.ABSENT);
    }
}
