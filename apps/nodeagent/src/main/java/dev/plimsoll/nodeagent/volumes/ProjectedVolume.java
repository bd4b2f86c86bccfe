package dev.plimsoll.nodeagent.volumes;

import dev.plimsoll.core.model.PodDetails;

/** Volumes that are made of several things of the API. */
public final class ProjectedVolume {
    private static final String PROJECTED = "projected";
    /** The volume that admission gives to every pod. */
    private static final String TOKEN_VOLUME = "kube-api-access-";

    private ProjectedVolume() {}

    /** Whether a volume is one that the pod's author has asked for. */
    public static boolean isOwn(PodDetails.Volume volume) {
        return volume.sources().contains(PROJECTED) && !volume.name().startsWith(TOKEN_VOLUME);
    }
}
