package dev.plimsoll.autoscaler.observation;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Types as upstream has them, where the library allows no such name: a gauge must not end in {@code _total} there, and a counter
 * must. Dashboards and alerts look at the type as well as at the name.
 */
final class UpstreamTypes {
    private static final String GAUGE = "gauge";
    private static final String COUNTER = "counter";
    private static final String LINE = "# TYPE ";

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("vpa_updater_controlled_pods_total", GAUGE),
            Map.entry("vpa_updater_evictable_pods_total", GAUGE),
            Map.entry("vpa_updater_vpas_with_evictable_pods_total", GAUGE),
            Map.entry("vpa_updater_vpas_with_evicted_pods_total", GAUGE),
            Map.entry("vpa_updater_in_place_updatable_pods_total", GAUGE),
            Map.entry("vpa_updater_vpas_with_in_place_updatable_pods_total", GAUGE),
            Map.entry("vpa_updater_vpas_with_in_place_updated_pods_total", GAUGE),
            Map.entry("vpa_recommender_metric_server_responses", COUNTER),
            Map.entry("vpa_recommender_prometheus_client_api_requests_count", COUNTER),
            Map.entry("vpa_quality_usage_sample_missing_recommendation_count", COUNTER),
            Map.entry("vpa_resources_get_resources_count", COUNTER));

    private UpstreamTypes() {}

    /** The exposition with those lines changed that tell a type. */
    static byte[] in(byte[] exposition) {
        var out = new StringBuilder(exposition.length + 64);
        for (var line : new String(exposition, StandardCharsets.UTF_8).split("\n", -1)) {
            if (!out.isEmpty()) out.append('\n');
            out.append(line.startsWith(LINE) ? typed(line) : line);
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String typed(String line) {
        var name = line.substring(LINE.length(), line.lastIndexOf(' '));
        var type = TYPES.get(name);
        return type == null ? line : LINE + name + " " + type;
    }
}
