package dev.plimsoll.core.workloads.horizontal;

import java.util.List;

/** The pods of a workload with their use, or why that is not known. */
public sealed interface MeasuredPods {
    record Pods(List<ScaledPod> pods) implements MeasuredPods {
        public Pods {
            pods = List.copyOf(pods);
        }
    }

    /** The pods themselves cannot be listed. */
    record NoPods(String problem) implements MeasuredPods {}

    /** Their use cannot be read; the message does not name the resource. */
    record NoUsage(String problem) implements MeasuredPods {}
}
