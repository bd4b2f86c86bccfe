package dev.plimsoll.autoscaler.prometheus;

import java.net.URI;
import java.time.Duration;

/**
 * Where history comes from, and what it is called there; the defaults are upstream's.
 *
 * @param length how far back
 * @param resolution one value in each of these
 */
public record PrometheusSettings(PrometheusClient.Server server, Duration length, Duration resolution, Names names) {
    public static final PrometheusSettings DEFAULT = new PrometheusSettings(
            new PrometheusClient.Server(
                    URI.create("http://prometheus.monitoring.svc"), false, "", Duration.ofMinutes(5)),
            Duration.ofDays(8),
            Duration.ofHours(1),
            Names.DEFAULT);

    /**
     * What metrics and labels are called.
     *
     * @param podLabels the metric whose labels tell the labels of pods, with this prefix
     */
    public record Names(
            String cadvisorJob,
            String cpu,
            String memory,
            String podLabels,
            String podLabelPrefix,
            String podNamespace,
            String podName,
            String containerNamespace,
            String containerPod,
            String container) {
        public static final Names DEFAULT = new Names(
                "kubernetes-cadvisor",
                "container_cpu_usage_seconds_total",
                "container_memory_working_set_bytes",
                "up{job=\"kubernetes-pods\"}",
                "pod_label_",
                "kubernetes_namespace",
                "kubernetes_pod_name",
                "namespace",
                "pod_name",
                "name");
    }
}
