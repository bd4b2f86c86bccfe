package dev.plimsoll.nodeagent.http;

import dev.plimsoll.nodeagent.probes.ProbeCounts;
import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.snapshots.Labels;

/** The page {@code /metrics/probes}. */
final class ProbeMetrics {
    private ProbeMetrics() {}

    static byte[] of(ProbeCounts counts) {
        var families = new MetricFamilies();
        counts.all()
                .forEach((probed, count) -> families.counter(
                        "prober_probe",
                        "Runs of the probes of a container, by what came of them.",
                        Labels.of(
                                "container",
                                probed.container(),
                                "namespace",
                                probed.namespace(),
                                "pod",
                                probed.pod(),
                                "pod_uid",
                                probed.uid(),
                                "probe_type",
                                probed.kind().title(),
                                "result",
                                probed.result()),
                        count));
        return MetricsText.of(families.snapshots());
    }
}
