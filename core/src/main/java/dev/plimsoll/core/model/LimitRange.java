package dev.plimsoll.core.model;

import java.util.List;

/** Bounds and defaults for the containers and pods of a namespace. */
public record LimitRange(ObjectMeta metadata, List<Item> items) {
    public static final String TYPE_CONTAINER = "Container";
    public static final String TYPE_POD = "Pod";
    public static final String TYPE_CLAIM = "PersistentVolumeClaim";

    public LimitRange {
        items = List.copyOf(items);
    }

    public String name() {
        return metadata.name();
    }

    /** Bounds for one type of thing. */
    public record Item(
            String type,
            ResourceAmounts max,
            ResourceAmounts min,
            ResourceAmounts defaultLimit,
            ResourceAmounts defaultRequest,
            ResourceAmounts maxLimitRequestRatio) {

        public boolean isForContainers() {
            return type.equals(TYPE_CONTAINER);
        }

        public boolean isForPods() {
            return type.equals(TYPE_POD);
        }
    }
}
