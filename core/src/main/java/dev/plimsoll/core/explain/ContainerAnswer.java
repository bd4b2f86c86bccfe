package dev.plimsoll.core.explain;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.model.Container;

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
}
