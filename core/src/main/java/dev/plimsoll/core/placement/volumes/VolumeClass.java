package dev.plimsoll.core.placement.volumes;

import dev.plimsoll.core.model.scheduling.NodeAffinity;

/**
 * A storage class, as binding sees it.
 *
 * @param waitsForPod whether a claim is bound only when it is known on which node it is used
 * @param topologies the nodes for which volumes can be made
 */
public record VolumeClass(String name, String provisioner, boolean waitsForPod, NodeAffinity topologies) {
    /** The provisioner that makes no volumes: all are there already. */
    public static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    public boolean makesVolumes() {
        return !provisioner.isEmpty() && !provisioner.equals(NO_PROVISIONER);
    }
}
