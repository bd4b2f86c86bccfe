package dev.plimsoll.cli.prometheus;

import java.time.Duration;

/**
 * Which series are asked for.
 *
 * @param pods a regular expression
 */
public record PrometheusQuery(
        String job,
        String namespace,
        String pods,
        String cpuMetric,
        String memoryMetric,
        String namespaceLabel,
        String podLabel,
        String containerLabel) {
    public String cpu(Duration resolution) {
        return "sum by (" + podLabel + ", " + containerLabel + ") (rate(" + cpuMetric + selector() + "["
                + resolution.toSeconds() + "s]))";
    }

    public String memory() {
        return "sum by (" + podLabel + ", " + containerLabel + ") (" + memoryMetric + selector() + ")";
    }

    private String selector() {
        var selector = new StringBuilder("{");
        if (!job.isEmpty()) selector.append("job=\"").append(escaped(job)).append("\", ");
        if (!namespace.isEmpty()) {
            selector.append(namespaceLabel)
                    .append("=\"")
                    .append(escaped(namespace))
                    .append("\", ");
        }
        return selector.append(podLabel)
                .append("=~\"")
                .append(escaped(pods))
                .append("\", ")
                .append(containerLabel)
                .append("!=\"POD\", ")
                .append(containerLabel)
                .append("!=\"\"}")
                .toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
