package dev.plimsoll.core.resize.state;

import java.util.List;

/**
 * What the system below a node can do for pods.
 *
 * @param system {@code linux}, {@code windows} or another one
 * @param cgroupVersion 2, or 1 on old hosts
 * @param swapBehavior {@code NoSwap} or {@code LimitedSwap}
 * @param swapBytes that the system has
 * @param hasStrictGroups whether the runtime can keep the groups of an image from its containers
 * @param unsafeSysctls names that pods may set although not all nodes allow them; one that ends in {@code *} is a beginning
 */
public record NodeAbilities(
        String system,
        int cgroupVersion,
        String swapBehavior,
        long swapBytes,
        boolean hasAppArmor,
        boolean hasStrictGroups,
        List<String> unsafeSysctls) {
    public static final String LIMITED_SWAP = "LimitedSwap";
    public static final String NO_SWAP = "NoSwap";

    /** A Linux of today. */
    public static final NodeAbilities LINUX = new NodeAbilities("linux", 2, NO_SWAP, 0, true, true, List.of());

    public NodeAbilities {
        unsafeSysctls = List.copyOf(unsafeSysctls);
    }

    public NodeAbilities withSystem(String changed, int version) {
        return new NodeAbilities(
                changed, version, swapBehavior, swapBytes, hasAppArmor, hasStrictGroups, unsafeSysctls);
    }

    public NodeAbilities withSwap(String behavior, long bytes) {
        return new NodeAbilities(system, cgroupVersion, behavior, bytes, hasAppArmor, hasStrictGroups, unsafeSysctls);
    }

    public NodeAbilities withoutAppArmor() {
        return new NodeAbilities(system, cgroupVersion, swapBehavior, swapBytes, false, hasStrictGroups, unsafeSysctls);
    }

    public NodeAbilities withStrictGroups(boolean changed) {
        return new NodeAbilities(system, cgroupVersion, swapBehavior, swapBytes, hasAppArmor, changed, unsafeSysctls);
    }

    public NodeAbilities allowing(List<String> sysctls) {
        return new NodeAbilities(system, cgroupVersion, swapBehavior, swapBytes, hasAppArmor, hasStrictGroups, sysctls);
    }

    /** Whether containers may have swap at all: where the node is told to give it and the kernel can bound it. */
    public boolean givesSwap() {
        return swapBehavior.equals(LIMITED_SWAP) && cgroupVersion == 2;
    }
}
