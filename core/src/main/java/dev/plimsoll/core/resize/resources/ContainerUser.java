package dev.plimsoll.core.resize.resources;

import java.util.List;

/** As whom the first process of a container on Linux began; what it became later nobody says. */
public record ContainerUser(long uid, long gid, List<Long> supplementalGroups) {
    public ContainerUser {
        supplementalGroups = List.copyOf(supplementalGroups);
    }
}
