package dev.plimsoll.core.fit;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.function.ToLongFunction;

/** A node as one of those sees it who ask whether a pod fits, in the units of {@link Amounts}. */
public interface NodeCapacity {
    /** What there is for pods; of {@link ResourceName#PODS} how many they may be. */
    long capacity(ResourceName name);

    /** What other pods hold; of {@link ResourceName#PODS} how many they are. */
    long used(ResourceName name);

    /** Whether want of it is a reason at all. */
    default boolean counts(ResourceName name) {
        return true;
    }

    /**
     * As a node sees itself, and as whoever binds pods to it does. A vendor's resource that the node does not know was placed by
     * somebody who does.
     */
    static NodeCapacity of(ResourceAmounts allocatable, ToLongFunction<ResourceName> used) {
        return new NodeCapacity() {
            @Override
            public long capacity(ResourceName name) {
                return Amounts.units(allocatable, name);
            }

            @Override
            public long used(ResourceName name) {
                return used.applyAsLong(name);
            }

            @Override
            public boolean counts(ResourceName name) {
                var isOptional = name.equals(ResourceName.PODS) || !name.isNative();
                return !isOptional || allocatable.contains(name);
            }
        };
    }
}
