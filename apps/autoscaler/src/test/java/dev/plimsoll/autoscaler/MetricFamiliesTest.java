package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.observation.RoundTimes;
import dev.plimsoll.autoscaler.observation.UpdaterMetrics.Tally;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.metrics.MetricsText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every family with its type and labels, as upstream's dashboards and alerts expect them. */
// Acceptance of the autoscaler: metrics
class MetricFamiliesTest {
    private static final Pattern SAMPLE = Pattern.compile("([a-z_0-9]+)(?:\\{([^}]*)})? .*");

    /** Name, type and labels; ours are those with {@code pod_level} or {@code pod_recommendations} in their name. */
    private static final String FAMILIES = """
            vpa_admission_controller_admission_latency_seconds histogram resource status
            vpa_admission_controller_admission_pods_total counter applied
            vpa_admission_controller_execution_latency_seconds histogram step
            vpa_admission_controller_pod_level_total counter mode outcome
            vpa_quality_cpu_recommendation_lower_equal_usage_diffs_cores histogram recommendation_missing update_mode
            vpa_quality_cpu_recommendation_over_usage_diffs_cores histogram recommendation_missing update_mode
            vpa_quality_cpu_recommendations_cores histogram update_mode
            vpa_quality_mem_recommendation_lower_equal_usage_diffs_bytes histogram recommendation_missing update_mode
            vpa_quality_mem_recommendation_over_usage_diffs_bytes histogram recommendation_missing update_mode
            vpa_quality_mem_recommendations_bytes histogram update_mode
            vpa_quality_relative_recommendation_changes histogram resource update_mode vpa_size_log2
            vpa_quality_usage_recommendation_relative_diffs histogram is_oom resource update_mode
            vpa_quality_usage_sample_missing_recommendation_count counter is_oom resource update_mode
            vpa_recommender_aggregate_container_states_count gauge
            vpa_recommender_execution_latency_seconds histogram step
            vpa_recommender_metric_server_responses counter client_name is_error
            vpa_recommender_pod_recommendations gauge
            vpa_recommender_prometheus_client_api_requests_count counter code method
            vpa_recommender_prometheus_client_api_requests_duration_seconds histogram code method
            vpa_recommender_recommendation_latency_seconds histogram
            vpa_recommender_vpa_objects_count gauge api has_recommendation matches_pods unsupported_config update_mode
            vpa_resources_get_resources_count counter source
            vpa_updater_controlled_pods_total gauge update_mode vpa_size_log2
            vpa_updater_evictable_pods_total gauge update_mode vpa_size_log2
            vpa_updater_evicted_pods_total counter update_mode vpa_size_log2
            vpa_updater_execution_latency_seconds histogram step
            vpa_updater_failed_eviction_attempts_total counter reason update_mode vpa_size_log2
            vpa_updater_failed_in_place_update_attempts_total counter reason update_mode vpa_size_log2
            vpa_updater_in_place_infeasible_skip_pods_total counter vpa_size_log2
            vpa_updater_in_place_updatable_pods_total gauge vpa_size_log2
            vpa_updater_in_place_updated_pods_total counter vpa_size_log2
            vpa_updater_pod_level_skipped_total counter reason
            vpa_updater_vpas_with_evictable_pods_total gauge update_mode vpa_size_log2
            vpa_updater_vpas_with_evicted_pods_total gauge update_mode vpa_size_log2
            vpa_updater_vpas_with_in_place_updatable_pods_total gauge vpa_size_log2
            vpa_updater_vpas_with_in_place_updated_pods_total gauge vpa_size_log2
            """;

    /** Name, type and labels of each family of a page; histograms without the bounds of their buckets. */
    private static String families(byte[] page) {
        var types = new TreeMap<String, String>();
        var labels = new TreeMap<String, TreeSet<String>>();
        for (var line : new String(page, StandardCharsets.UTF_8).split("\n", -1)) {
            if (line.startsWith("# TYPE ")) {
                var words = line.split(" ", -1);
                types.put(words[2], words[3]);
                continue;
            }
            var sample = SAMPLE.matcher(line);
            if (line.startsWith("#") || !sample.matches()) continue;
            var family = family(sample.group(1), types);
            var own = labels.computeIfAbsent(family, _ -> new TreeSet<>());
            if (sample.group(2) == null) continue;
            for (var label : sample.group(2).split("\",", -1)) own.add(label.substring(0, label.indexOf('=')));
            own.remove("le");
        }
        var text = new StringBuilder();
        types.forEach((name, type) -> text.append(name)
                .append(' ')
                .append(type)
                .append(labels.getOrDefault(name, new TreeSet<>()).stream()
                        .map(label -> " " + label)
                        .reduce("", String::concat))
                .append('\n'));
        return text.toString();
    }

    private static String family(String sample, Map<String, String> types) {
        return types.containsKey(sample) ? sample : sample.replaceAll("_(bucket|sum|count)$", "");
    }

    private static VpaObject vpa(String mode) {
        var document = TestCluster.vpa("web", "{\"updateMode\":\"" + mode + "\"}", "{}");
        return ((Decoded.View<VpaObject>) VpaObject.decode(document)).value();
    }

    private static RoundTimes times() {
        var times = new RoundTimes(Time.system());
        times.lap("LoadVPAs");
        return times;
    }

    @Test
    @DisplayName("families, types and labels are upstream's")
    void families() {
        var metrics = new Metrics();
        var vpa = vpa("InPlaceOrRecreate");
        var recommender = metrics.recommender();
        recommender.round(times(), 3, List.of(vpa));
        recommender.firstRecommendation(Duration.ofSeconds(1));
        recommender.metricsAnswered(false, "default");
        recommender.prometheusAnswered(200, "POST", Duration.ofSeconds(1));
        for (var compute : Compute.ALL) {
            recommender.quality().sample(UpdateMode.RECREATE, compute, 10, -1, false);
            recommender.quality().sample(UpdateMode.RECREATE, compute, 10, 20, false);
            recommender.quality().sample(UpdateMode.RECREATE, compute, 20, 10, true);
            recommender.quality().recommended(UpdateMode.RECREATE, compute, 10, 20, 2);
        }
        var updater = metrics.updater();
        updater.round(times(), List.of(new Tally(vpa, 2, 2, 1, 1)));
        updater.evicted(vpa, 2);
        updater.resized(2);
        updater.evictionFailed(vpa, 2, "EvictionError");
        updater.resizeFailed(vpa, 2, "InPlaceUpdateError");
        updater.infeasible(2);
        updater.skipped("quota");
        updater.read(Pod.of("web", PodSpec.builder().container("a", "", "").build()));
        metrics.admission().reviewed("Pod", true, true, Duration.ofMillis(1));
        metrics.admission().podLevel("PodOnly", "applied");
        assertThat(families(metrics.text())).isEqualTo(FAMILIES);
    }

    @Test
    @DisplayName("a program in a process of its own shows the process and its Java")
    void process() {
        var context = ProgramContext.system(Parts.context(_ -> {}).reporter());
        var shown = Arrays.asList(families(MetricsText.of(context.registry())).split("\n", -1));
        assertThat(shown)
                .contains(
                        "jvm_gc_collection_seconds_total counter gc",
                        "jvm_memory_used_bytes gauge area",
                        "jvm_threads_current gauge",
                        "process_cpu_seconds_total counter",
                        "process_max_fds gauge",
                        "process_open_fds gauge",
                        "process_resident_memory_bytes gauge",
                        "process_start_time_seconds gauge");
    }
}
