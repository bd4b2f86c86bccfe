package dev.plimsoll.cli.recommend;

import dev.plimsoll.autoscaler.prometheus.PastContainer.Use;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.report.ContainerUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the samples of one resource of one container of one pod, in the order of time.
 *
 * @param rememberedOrNull where all of them are kept; only for workloads that are estimated by their pods as a whole
 */
record UsedContainer(
        ContainerUse.Instance instance, @Nullable List<Use> rememberedOrNull) {
    void cpu(long time, long milliCores) {
        instance.cpu(time, milliCores);
        remember(time, Compute.CPU, milliCores);
    }

    void memory(long time, long bytes) {
        instance.memory(time, bytes);
        remember(time, Compute.MEMORY, bytes);
    }

    private void remember(long time, Compute compute, long units) {
        if (rememberedOrNull != null) rememberedOrNull.add(new Use(time, compute, units));
    }
}
