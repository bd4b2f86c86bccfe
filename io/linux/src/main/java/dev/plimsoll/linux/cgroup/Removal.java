package dev.plimsoll.linux.cgroup;

import java.util.List;

/** What became of a cgroup that was to go. */
public sealed interface Removal {
    /** It is gone, or was not there. */
    record Gone() implements Removal {}

    /** Processes in it did not end. */
    record Populated(List<Long> processes) implements Removal {
        public Populated {
            processes = List.copyOf(processes);
        }
    }

    record Failed(String error) implements Removal {}
}
