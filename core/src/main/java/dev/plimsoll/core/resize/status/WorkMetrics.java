package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.state.Work;
import java.time.Duration;
import java.time.Instant;

/** How long a node works on a pod without a break; the prefix {@code kubelet_} is the shell's. */
public final class WorkMetrics {
    /** By the kind of operation. */
    public static final String DURATION = "pod_worker_duration_seconds";

    private WorkMetrics() {}

    /** The run of acts that begins with this one. */
    public static Work begun(Act act, Instant now) {
        return new Work(now, operation(act));
    }

    /** The run of acts that begins with the end of the pod's containers. */
    public static Work stopBegun(Instant now) {
        return new Work(now, "kill");
    }

    public static MetricChange ended(Work work, Instant now) {
        return MetricChange.sample(Duration.between(work.since(), now).toNanos() / 1e9, DURATION, work.operation());
    }

    private static String operation(Act act) {
        return switch (act) {
            case Act.CreatePodCgroup _, Act.RunPodSandbox _ -> "create";
            case Act.UpdateContainer _,
                    Act.UpdatePodSandbox _,
                    Act.RestorePodSandbox _,
                    Act.WritePodCgroup _,
                    Act.ResizeVolume _,
                    Act.MeasureMemory _,
                    Act.ReclaimMemory _,
                    Act.KillContainer _ -> "update";
            case Act.StopContainers _, Act.RemoveContainers _, Act.RemovePod _ -> "kill";
            case Act.StartContainer _, Act.MoveContainer _, Act.Inspect _ -> "sync";
        };
    }
}
