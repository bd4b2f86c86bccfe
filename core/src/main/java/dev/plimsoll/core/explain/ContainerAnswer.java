package dev.plimsoll.core.explain;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.topology.placement.ContainerPlacement;

/** What one container gets. */
public record ContainerAnswer(Container container, Kind kind, ContainerCgroup cgroup) {
    /** When a container runs. */
    public enum Kind {
        REGULAR("container"),
        SIDECAR("sidecar"),
        INIT("init");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** The same for a container that a node placed. */
    ContainerAnswer on(ContainerPlacement placement) {
        return new ContainerAnswer(container, kind, placement.inForce(cgroup));
    }
}
