package dev.plimsoll.core.placement.volumes;

/** What must be done about a claim before the pod that uses it is bound to its node. */
public sealed interface VolumeStep {
    VolumeClaim claim();

    /** The volume is kept for the claim. */
    record Bind(VolumeClaim claim, VolumeView volume) implements VolumeStep {}

    /** A volume is to be made for use on this node. */
    record Provision(VolumeClaim claim, String nodeName) implements VolumeStep {}
}
